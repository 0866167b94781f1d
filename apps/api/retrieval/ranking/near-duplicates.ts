// Finds items that say nothing beyond what a better item already says.
//
// Decision: only the same words in the same order count, inside the better item or as all of it. A similarity measure
// would also drop 'bought 2 tickets' beside 'bought 3 tickets', and 'likes' beside 'does not like': facts that differ
// in one word are different facts.
import { foldedWords } from '../../../../processors/extract-facts/known/fingerprint.ts'
import { remembered } from '../remembered.ts'

const SHORTEST_CONTAINED_WORDS = 4

/** The words with a space on each side, so that a text's words can be searched for in another's. */
type Framed = { words: string; count: number; marks: number; moreMarks: number }

const framed = remembered(({ text }: { text: string }): Framed => {
  const folded = foldedWords(text)
  const each = folded.split(' ')
  return { words: ` ${folded} `, count: each.length, ...marksOf(each) }
})

/** As many as the engine keeps in a small integer. */
const BITS = 30

/** One bit of two numbers for each word: a text whose bits another lacks is not contained in the other. */
function marksOf(words: readonly string[]): Pick<Framed, 'marks' | 'moreMarks'> {
  let [marks, moreMarks] = [0, 0]
  for (const word of words) {
    let hash = 0
    for (let at = 0; at < word.length; at++)
      hash = Math.imul(hash ^ word.charCodeAt(at), 0x9e3779b1)
    const bit = 1 << ((hash >>> 8) % BITS)
    if (hash & 0x80) moreMarks |= bit
    else marks |= bit
  }
  return { marks, moreMarks }
}

/** Texts of which another may say the same, with their marks side by side: most are told apart by these. */
type Better = { texts: Framed[]; marks: Int32Array; moreMarks: Int32Array }

/**
 * The first `most` of the list, without items whose words an earlier one contains. Keeps the order. Each is compared
 * with all that are kept, so `most` bounds the work. `sayingOf`: what an item says, the same object for the same item.
 */
export function withoutNearDuplicates<T>(
  items: readonly T[],
  sayingOf: (item: T) => { text: string },
  most = items.length,
): T[] {
  const exact = new Set<string>()
  const kept: T[] = []
  const room = Math.min(most, items.length)
  const better = { texts: [], marks: new Int32Array(room), moreMarks: new Int32Array(room) }
  for (const item of items) {
    if (kept.length >= most) break
    const said = framed(sayingOf(item))
    if (said.words !== '  ' && (exact.has(said.words) || isContained(said, better))) continue
    exact.add(said.words)
    kept.push(item)
    keep(said, better)
  }
  return kept
}

function keep(said: Framed, { texts, marks, moreMarks }: Better): void {
  marks[texts.length] = said.marks
  moreMarks[texts.length] = said.moreMarks
  texts.push(said)
}

function isContained(said: Framed, { texts, marks, moreMarks }: Better): boolean {
  if (said.count < SHORTEST_CONTAINED_WORDS) return false
  const [own, more, count] = [said.marks, said.moreMarks, texts.length]
  for (let n = 0; n < count; n++) {
    const missing = (own & ~(marks[n] ?? 0)) | (more & ~(moreMarks[n] ?? 0))
    if (missing === 0 && contains(texts[n], said)) return true
  }
  return false
}

function contains(better: Framed | undefined, said: Framed): boolean {
  if (better === undefined || better.words.length <= said.words.length) return false
  return better.words.includes(said.words)
}
