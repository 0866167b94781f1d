// Text search in two round trips: how many of the user's documents have each term, then the search with each term's
// weight. Both see what this user may read and nothing else.
import type { estypes } from '@elastic/elasticsearch'
import { demandOf, noDemand } from '../ports/bm25.ts'
import type { TextHits } from '../ports/memory-store.ts'
import type { Query } from './fence-query.ts'
import type { Within } from './reading.ts'
import { inverseFrequency, queryTerms } from './words.ts'

/** Equal scores in the order of ids, so that rebuilt stores rank alike. */
export const bestFirst: estypes.Sort = [{ _score: { order: 'desc' } }, { id: 'asc' }]

export async function searchText(
  within: Within,
  { terms, limit }: { terms: readonly string[]; limit: number },
): Promise<TextHits> {
  const asked = queryTerms(terms)
  if (asked.length === 0 || limit <= 0) return { hits: [], demand: noDemand }
  const { documents, found } = await statistics(within, asked)
  const should = asked.flatMap(({ term, frequency }, n): Query[] => {
    const boost = frequency * inverseFrequency(documents, found[n]!)
    return boost > 0 ? [{ term: { words: { value: term, boost } } }] : []
  })
  const counts = asked.map(({ frequency }, n) => ({ frequency, found: found[n]! }))
  const demand = demandOf(documents, counts)
  if (should.length === 0) return { hits: [], demand }
  const answer = await within.search('items', {
    should,
    size: limit,
    sort: bestFirst,
    _source: false,
    stored_fields: '_none_',
  })
  const hits = answer.hits.hits.map(({ sort }) => {
    return { id: String(sort![1]), score: Number(sort![0]) }
  })
  return { hits, demand }
}

/** How many current items there are, and how many of them have each of the terms. */
async function statistics(within: Within, asked: readonly { term: string }[]) {
  const filters = asked.map(({ term }): Query => ({ term: { words: term } }))
  const answer = await within.search('items', {
    filter: [{ term: { current: true } }],
    size: 0,
    track_total_hits: true,
    aggs: { having: { filters: { filters } } },
  })
  const having = answer.aggregations!.having as estypes.AggregationsFiltersAggregate
  const buckets = having.buckets as estypes.AggregationsFiltersBucket[]
  return { documents: totalOf(answer), found: buckets.map((bucket) => bucket.doc_count) }
}

export function totalOf({ hits: { total } }: estypes.SearchResponse<unknown, unknown>): number {
  return typeof total === 'number' ? total : (total?.value ?? 0)
}
