// Terms as Elasticsearch stores them: each term of a document with its part of the BM25 score; what depends on the
// user's other documents is the boost of the query. So scores never depend on who else is on the shard.
import * as bm25 from '../../ports/bm25.ts'

export { inverseFrequency } from '../../ports/bm25.ts'

/** Longer ones are nobody's words; Lucene takes no term of more than 32,766 bytes. */
const MAX_TERM_LENGTH = 256

/** Terms with their weights, as `words` stores them; undefined where there are none. */
export function weighTerms(terms: readonly string[]): Record<string, number> | undefined {
  if (terms.length === 0) return undefined
  const weights = bm25.weighTerms(terms).map(([term, weight]) => [storedTerm(term), weight])
  return Object.fromEntries(weights)
}

/** What a query asks for: each term once, with how often it was said. */
export function queryTerms(terms: readonly string[]): { term: string; frequency: number }[] {
  return bm25.queryTerms(terms).map(([term, frequency]) => ({ term: storedTerm(term), frequency }))
}

/** A dot in the name of a field means a field within a field, so terms are stored without. */
function storedTerm(term: string): string {
  return term.slice(0, MAX_TERM_LENGTH).replace(/[.%]/g, (sign) => (sign === '.' ? '%2E' : '%25'))
}
