// BM25 over terms that the application has made: each term of a document is stored with its part of the score, which
// depends on the document alone; what depends on the user's other documents is the boost of the query. So scores never
// depend on who else is on the shard. The constants are those of the embedded text index.
//
// Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009).
const K1 = 0.9
const B = 0.4
const AVERAGE_TERMS = 30
const MAX_QUERY_TERMS = 64
/** Longer ones are nobody's words; Lucene takes no term of more than 32,766 bytes. */
const MAX_TERM_LENGTH = 256

/** Terms with their weights, as `words` stores them; undefined where there are none. */
export function weighTerms(terms: readonly string[]): Record<string, number> | undefined {
  if (terms.length === 0) return undefined
  const norm = K1 * (1 - B + (B * terms.length) / AVERAGE_TERMS)
  const weights = [...frequencies(terms)].map(([term, frequency]) => [
    storedTerm(term),
    (frequency * (K1 + 1)) / (frequency + norm),
  ])
  return Object.fromEntries(weights)
}

/** What a query asks for: each term once, with how often it was said. */
export function queryTerms(terms: readonly string[]): { term: string; frequency: number }[] {
  return [...frequencies(terms)]
    .slice(0, MAX_QUERY_TERMS)
    .map(([term, frequency]) => ({ term: storedTerm(term), frequency }))
}

/** How much a term tells that `found` of `documents` have. Always above zero where any has it. */
export function inverseFrequency(documents: number, found: number): number {
  return found === 0 ? 0 : Math.log(1 + (Math.max(0, documents - found) + 0.5) / (found + 0.5))
}

/** A dot in the name of a field means a field within a field, so terms are stored without. */
function storedTerm(term: string): string {
  return term.slice(0, MAX_TERM_LENGTH).replace(/[.%]/g, (sign) => (sign === '.' ? '%2E' : '%25'))
}

function frequencies(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}
