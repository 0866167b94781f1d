// Text search in two round trips: one counts how many of the user's documents have each term, the other searches with
// each term's weight. Both see only what this user may read.
import type { estypes } from '@elastic/elasticsearch'
import type { TextHits } from '../../ports/memory-store.ts'
import { demandOf, noDemand, type TextQuery } from '../../ports/rules/bm25.ts'
import { firstOf, nth, present } from '../../runtime/certain.ts'
import type { Listed } from '../client/aggregations.ts'
import { sortOf } from '../client/hits.ts'
import type { MemoryTable } from '../indices/mappings.ts'
import type { Query } from '../projection/fences/fence-query.ts'
import type { Within } from '../reading/reading.ts'
import { inverseFrequency, queryTerms } from './words.ts'

/** Equal scores come in the order of ids, so that rebuilt stores rank alike. */
export const bestFirst: estypes.Sort = [{ _score: { order: 'desc' } }, { id: 'asc' }]

const CURRENT: Query[] = [{ term: { current: true } }]
/** Fields with the words of current items, and of those that are no longer current. */
const NOW = ['words']
const THEN = ['words', 'pastWords']

export function searchText(within: Within<MemoryTable>, query: TextQuery): Promise<TextHits> {
  return search(within, query, { fields: NOW, counted: CURRENT, filter: [] })
}

/** Searches among the items that a filter lets through, current or not. */
export function searchTextAmong(
  within: Within<MemoryTable>,
  query: TextQuery,
  filter: Query[],
): Promise<TextHits> {
  return search(within, query, { fields: THEN, counted: filter, filter })
}

async function search(
  within: Within<MemoryTable>,
  { limit, ...query }: TextQuery,
  { fields, counted, filter }: { fields: readonly string[]; counted: Query[]; filter: Query[] },
): Promise<TextHits> {
  const asked = queryTerms(query)
  if (asked.length === 0 || limit <= 0) return { hits: [], demand: noDemand }
  const { documents, counts } = await statistics(within, asked, { fields, filter: counted })
  const should = counts.flatMap(({ term, frequency, found }): Query[] => {
    const boost = frequency * inverseFrequency(documents, found)
    return boost > 0 ? fields.map((field) => ({ term: { [field]: { value: term, boost } } })) : []
  })
  const demand = demandOf(documents, counts)
  if (should.length === 0) return { hits: [], demand }
  const answer = await within.search('items', {
    filter,
    should,
    size: limit,
    sort: bestFirst,
    _source: false,
    stored_fields: '_none_',
  })
  const hits = answer.hits.hits.map((hit) => {
    const [score, id] = sortOf(hit)
    return { id: String(id), score: Number(score) }
  })
  return { hits, demand }
}

/** How many items count, and how many of them have each term. */
async function statistics(
  within: Within<MemoryTable>,
  asked: ReturnType<typeof queryTerms>,
  { fields, filter }: { fields: readonly string[]; filter: Query[] },
) {
  const filters = asked.map(({ term }): Query => {
    const having = fields.map((field): Query => ({ term: { [field]: term } }))
    return having.length === 1 ? firstOf(having) : { bool: { should: having } }
  })
  const answer = await within.search<unknown, { having: Listed<{ doc_count: number }> }>('items', {
    filter,
    size: 0,
    track_total_hits: true,
    aggs: { having: { filters: { filters } } },
  })
  const { buckets } = present(answer.aggregations, 'aggregations').having
  const counts = asked.map((each, n) => ({ ...each, found: nth(buckets, n).doc_count }))
  return { documents: totalOf(answer), counts }
}

export function totalOf({ hits: { total } }: estypes.SearchResponse<unknown, unknown>): number {
  return typeof total === 'number' ? total : (total?.value ?? 0)
}
