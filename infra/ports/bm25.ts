// BM25 as every memory store ranks by it, so that the same words find the same facts in every setting. Pure.
//
// Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009). The part of the score that
// depends on the item alone is stored with the item; the average length is a constant, because facts are of bounded
// size. The constants are those that find most evidence on long conversations, on a plateau (apps/api/retrieval).

const K1 = 0.9
const B = 0.4
const AVERAGE_TERMS = 30
const MAX_QUERY_TERMS = 64

/** Each term of an item once, with its part of the score. */
export function weighTerms(terms: readonly string[]): [term: string, weight: number][] {
  const norm = K1 * (1 - B + (B * terms.length) / AVERAGE_TERMS)
  return [...frequencies(terms)].map(([term, frequency]) => [
    term,
    (frequency * (K1 + 1)) / (frequency + norm),
  ])
}

/** What a query asks for: each term once, with how often it was said; a bounded number. */
export function queryTerms(terms: readonly string[]): [term: string, frequency: number][] {
  return [...frequencies(terms)].slice(0, MAX_QUERY_TERMS)
}

/** How much a term tells that `found` of a user's `documents` have: above 0 where any has it. */
export function inverseFrequency(documents: number, found: number): number {
  return found === 0 ? 0 : Math.log(1 + (Math.max(0, documents - found) + 0.5) / (found + 0.5))
}

function frequencies(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}
