// Finds items that say nothing beyond what a better item already says.
//
// Decision: only the same words in the same order count, inside the better item or as all of it. A similarity measure
// would also drop 'bought 2 tickets' beside 'bought 3 tickets', and 'likes' beside 'does not like': facts that differ
// in one word are different facts.

import { foldedWords } from '../../../processors/extract-facts/known/fingerprint.ts'

const SHORTEST_CONTAINED_WORDS = 4

/** The words with a space on each side, so that a text's words can be searched for in another's. */
function framedWords(text: string): string {
  return ` ${foldedWords(text)} `
}

function wordCount(framed: string): number {
  return framed.split(' ').length - 2
}

/**
 * The first `most` of the list, without items whose words an earlier one contains. Keeps the order. Each is compared
 * with all that are kept, so `most` bounds the work.
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
