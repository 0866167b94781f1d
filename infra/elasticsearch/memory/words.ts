// Terms as Elasticsearch stores them: each term of a document with its part of the BM25 score. The part that depends on
// the user's other documents is the boost of the query. So scores never depend on other users of the shard.
import * as bm25 from '../../ports/rules/bm25.ts'

export { inverseFrequency } from '../../ports/rules/bm25.ts'

/** Longer terms are not words; Lucene takes no term of more than 32,766 bytes. */
const MAX_TERM_LENGTH = 256

/** Terms with their weights, as `words` stores them; undefined if there are none. */
export function weighTerms(terms: readonly string[]): Record<string, number> | undefined {
  if (terms.length === 0) return undefined
  const weights = bm25.weighTerms(terms).map(([term, weight]) => [storedTerm(term), weight])
  return Object.fromEntries(weights)
}

/** The terms of a query, as the rules of BM25 count them. */
export function queryTerms(query: Parameters<typeof bm25.queryTerms>[0]) {
  return bm25.queryTerms(query).map((each) => ({ ...each, term: storedTerm(each.term) }))
}

/** A dot in a field name means a nested field, so terms are stored without dots. */
function storedTerm(term: string): string {
  return term.slice(0, MAX_TERM_LENGTH).replace(/[.%]/g, (sign) => (sign === '.' ? '%2E' : '%25'))
}
