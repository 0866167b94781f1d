// Finds items that say nothing which a better item does not say already.
//
// Decision: only the same words in the same order count, inside the better item or as all of it. A
// likeness measure would also drop 'bought 2 tickets' beside 'bought 3 tickets', and 'likes' beside
// 'does not like': facts that differ in one word are different facts.

import { foldedWords } from '../../../processors/extract-facts/known/fingerprint.ts'

const SHORTEST_CONTAINED_WORDS = 4

/** The words with a space on each side, so that one text's words can be looked for in another's. */
function framedWords(text: string): string {
  return ` ${foldedWords(text)} `
}

function wordCount(framed: string): number {
  return framed.split(' ').length - 2
}

/**
 * The first `most` of the list without items whose words an earlier one holds. Order is kept. Each is held against all that
 * are kept, so `most` bounds the work.
 */
export function withoutNearDuplicates<T extends { text: string }>(
  items: readonly T[],
  most = Number.POSITIVE_INFINITY,
): T[] {
  const exact = new Set<string>()
  const kept: { item: T; words: string }[] = []
  for (const item of items) {
    if (kept.length >= most) break
    const words = framedWords(item.text)
    const contained = () =>
      wordCount(words) >= SHORTEST_CONTAINED_WORDS &&
      kept.some((better) => better.words.length > words.length && better.words.includes(words))
    if (words !== '  ' && (exact.has(words) || contained())) continue
    exact.add(words)
    kept.push({ item, words })
  }
  return kept.map(({ item }) => item)
}
