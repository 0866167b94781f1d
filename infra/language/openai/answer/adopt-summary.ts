// Turns what a model wrote into a summary that keeps the port's contract: one line, no longer than it may be. Pure.
import { clean } from './clean.ts'

/** Characters of a token, at most: German compounds have some ten. */
const CHARS_PER_TOKEN = 10
const SENTENCE_END = /[.!?。！？…](?:["'”’)\]]*)(?=\s|$)|[。！？]/gu

/** Cut at the end of a sentence where the answer was cut off, or is too long. */
export function adoptSummary(
  { text, isCut }: { text: string; isCut: boolean },
  maxTokens: number,
): string {
  const most = maxTokens * CHARS_PER_TOKEN
  const whole = clean(text, Number.POSITIVE_INFINITY)
  const line = clean(whole, most)
  return isCut || line.length < whole.length ? wholeSentences(line) : line
}

/** All of it where no sentence ends. */
function wholeSentences(line: string): string {
  const last = [...line.matchAll(SENTENCE_END)].at(-1)
  return last ? line.slice(0, last.index + last[0].length) : line
}
