// BM25 as every memory store ranks by it, so that the same words find the same facts in every setting. Pure.
//
// Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009). The part of the score that
// depends on the item alone is stored with the item; the average length is a constant, because facts are of bounded
// size. The constants are those that find most evidence on long conversations, on a plateau (apps/api/retrieval).

const K1 = 0.9
const B = 0.4
const AVERAGE_TERMS = 33
const MAX_QUERY_TERMS = 64

/** Each term of an item once, with its part of the score. */
export function weighTerms(terms: readonly string[]): [term: string, weight: number][] {
  const norm = K1 * (1 - B + (B * terms.length) / AVERAGE_TERMS)
  return [...frequencies(terms)].map(([term, frequency]) => [
    term,
    (frequency * (K1 + 1)) / (frequency + norm),
  ])
}

/** How much a related term weighs beside one of the query's own words. */
const RELATED_WEIGHT = 0.6

/** A further term that finds what is told in other words than `of`, a term of the query. */
type RelatedTerm = { term: string; of: string }

/** `related`: they weigh less, and ask for nothing themselves. */
export type TextQuery = {
  terms: readonly string[]
  related?: readonly RelatedTerm[]
  limit: number
}

/** `frequency`: how often it was said, or the weight of a related term. `of`: the query's own term that it stands for. */
type AskedTerm = { term: string; of: string; frequency: number; isRelated: boolean }

/** What a query asks for: each term once; a bounded number of its own words, and of related terms. */
export function queryTerms({ terms, related = [] }: Omit<TextQuery, 'limit'>): AskedTerm[] {
  const own = [...frequencies(terms)].map(([term, frequency]) => ({ term, of: term, frequency }))
  const others = [...new Map(related.map((each) => [each.term, each])).values()].map((each) => ({
    ...each,
    frequency: RELATED_WEIGHT,
  }))
  return [
    ...own.slice(0, MAX_QUERY_TERMS).map((each) => ({ ...each, isRelated: false })),
    ...others.slice(0, MAX_QUERY_TERMS).map((each) => ({ ...each, isRelated: true })),
  ]
}

/** The weight of a term that `found` of a user's `documents` have: above 0 where any has it. */
export function inverseFrequency(documents: number, found: number): number {
  return found === 0 ? 0 : rarity(documents, found)
}

function rarity(documents: number, found: number): number {
  return Math.log(1 + (Math.max(0, documents - found) + 0.5) / (found + 0.5))
}

/** So much of a missing term counts as missing where a related one is found. */
const TOLD_OTHERWISE = 0.5

/** In a memory of so many items a term that none has counts half. */
const FEW_ITEMS = 2

/** What a query asks of a memory; it makes the scores of different queries comparable. */
export type Demand = {
  /** How many items the memory has. */
  items: number
  /** What an item of average length scores that has every term once. */
  full: number
  /** The share of the terms that no item has, 0 to 1: less where few items could have them, or one has a related term. */
  unknown: number
  /** The terms of its own that no item has. */
  missing: readonly string[]
}

/** A term and how many items have it. */
type Searched = { of: string; frequency: number; found: number; isRelated?: boolean }

function tellsOtherwise({ found, isRelated }: Searched): boolean {
  return isRelated === true && found > 0
}

export function demandOf(documents: number, searched: readonly Searched[]): Demand {
  const asked = searched.filter(({ isRelated }) => !isRelated)
  const full = asked.reduce(
    (sum, { frequency, found }) => sum + frequency * rarity(documents, found),
    0,
  )
  const related = new Set(searched.flatMap((each) => (tellsOtherwise(each) ? [each.of] : [])))
  const missing = asked.flatMap(({ found, of }) => (found === 0 ? [of] : []))
  const lacking = missing.reduce((sum, of) => sum + (related.has(of) ? TOLD_OTHERWISE : 1), 0)
  const share = lacking / Math.max(1, asked.length)
  const unknown = (share * documents) / (documents + FEW_ITEMS)
  return { items: documents, full, unknown, missing }
}

/** The demand of any query on an empty memory. */
export const noDemand: Demand = { items: 0, full: 0, unknown: 0, missing: [] }

function frequencies(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}
