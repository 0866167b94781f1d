// How much of what a speaker said tells something about them or the world, and how much only reacts or asks. Pure.
import { splitSentences } from './sentences.ts'
import { onlyAsks, onlyReacts } from './small-talk.ts'

/** A longer sentence is read in pieces. */
const MOST_WORDS = 100

/** The share of the characters that stand in sentences that tell, 0 to 1; 1 of a text without sentences. */
export function toldShare(text: string): number {
  let [all, told] = [0, 0]
  for (const { start, end } of splitSentences(text, 0, {
    end: text.length,
    maxWords: MOST_WORDS,
  })) {
    const sentence = text.slice(start, end)
    all += sentence.length
    if (!onlyReacts(sentence) && !onlyAsks(sentence)) told += sentence.length
  }
  return all === 0 ? 1 : told / all
}
