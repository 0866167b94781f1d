// Finds items that say nothing beyond what a better item already says.
//
// Decision: only the same words in the same order count, inside the better item or as all of it. A similarity measure
// would also drop 'bought 2 tickets' beside 'bought 3 tickets', and 'likes' beside 'does not like': facts that differ
// in one word are different facts.

import { foldedWords } from '../../../processors/extract-facts/known/fingerprint.ts'
import { remembered } from './remembered.ts'

const SHORTEST_CONTAINED_WORDS = 4

/** The words with a space on each side, so that a text's words can be searched for in another's. */
type Framed = { words: string; count: number; marks: Int32Array }

const framed = remembered(({ text }: { text: string }): Framed => {
  const folded = foldedWords(text)
  const each = folded.split(' ')
  return { words: ` ${folded} `, count: each.length, marks: marksOf(each) }
})

/** One bit of these for each word: a text whose bits another lacks is not contained in the other. */
const MARKS = 4

function marksOf(words: readonly string[]): Int32Array {
  const marks = new Int32Array(MARKS)
  for (const word of words) {
    let hash = 0
    for (let at = 0; at < word.length; at++)
      hash = Math.imul(hash ^ word.charCodeAt(at), 0x9e3779b1)
    marks[(hash >>> 5) & (MARKS - 1)]! |= 1 << (hash >>> 27)
  }
  return marks
}

function mayContain({ marks: of }: Framed, { marks }: Framed): boolean {
  for (let at = 0; at < MARKS; at++) if ((marks[at]! & ~of[at]!) !== 0) return false
  return true
}

function contains(better: Framed, said: Framed): boolean {
  return (
    better.words.length > said.words.length &&
    mayContain(better, said) &&
    better.words.includes(said.words)
  )
}

/**
 * The first `most` of the list, without items whose words an earlier one contains. Keeps the order. Each is compared
 * with all that are kept, so `most` bounds the work. `sayingOf`: what an item says, the same object for the same item.
 */
export function withoutNearDuplicates<T>(
  items: readonly T[],
  sayingOf: (item: T) => { text: string },
  most = Number.POSITIVE_INFINITY,
): T[] {
  const exact = new Set<string>()
  const kept: { item: T; said: Framed }[] = []
  for (const item of items) {
    if (kept.length >= most) break
    const said = framed(sayingOf(item))
    const contained = () =>
      said.count >= SHORTEST_CONTAINED_WORDS && kept.some((better) => contains(better.said, said))
    if (said.words !== '  ' && (exact.has(said.words) || contained())) continue
    exact.add(said.words)
    kept.push({ item, said })
  }
  return kept.map(({ item }) => item)
}
