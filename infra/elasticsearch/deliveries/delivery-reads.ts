// Reads of the delivery store. They go across users, because an endpoint belongs to an app, so each answer is filtered
// by the fences of the users that it shows. Each read shows all that was written before it.
import type { Client, estypes } from '@elastic/elasticsearch'
import type { ClaimOptions, Delivery, DeliveryState } from '../../ports/delivery-store.ts'
import type { Page, Paged } from '../../ports/memory-store.ts'
import { encodeCursor } from '../../ports/rules/cursor.ts'
import { nth } from '../../runtime/certain.ts'
import { sortOf, sourceOf } from '../client/hits.ts'
import type { Names } from '../indices/indices.ts'
import { totalOf } from '../memory/search-text.ts'
import type { Query } from '../projection/fences/fence-query.ts'
import { isForbidden, readFences } from '../projection/fences/fences.ts'
import { fencedOf } from '../projection/fences/remove-forbidden.ts'
import { ownerOf } from '../reading/identity.ts'
import { placeOf } from '../reading/lists.ts'
import { type StoredDelivery, shownDelivery } from './delivery-documents.ts'

export type DeliveryHit = estypes.SearchHit<StoredDelivery>
type Place = { client: Client; names: Names<'deliveries'> }

const DUE = 'due'

async function search({ client, names }: Place, request: Omit<estypes.SearchRequest, 'index'>) {
  const index = names.deliveries
  await client.indices.refresh({ index })
  return client.search<StoredDelivery>({
    index,
    track_total_hits: false,
    allow_partial_search_results: false,
    ...request,
  })
}

async function readable(
  { client, names }: Place,
  hits: readonly DeliveryHit[],
): Promise<DeliveryHit[]> {
  const owners = hits.map((hit) => ownerOf(shownDelivery(sourceOf(hit))))
  const fences = await readFences(client, names.meta, owners)
  return hits.filter((hit, n) => !isForbidden(fences, fencedOf(nth(owners, n), sourceOf(hit))))
}

/**
 * One search: the first few deliveries of each webhook with any due, starting with the webhooks that have waited
 * longest.
 */
export async function dueHits(place: Place, options: ClaimOptions): Promise<DeliveryHit[]> {
  const { now, left, limit, perWebhook } = options
  const full = [...left].filter(([, places]) => places === 0).map(([webhookId]) => webhookId)
  const answer = await search(place, {
    size: limit,
    query: {
      bool: {
        filter: [{ range: { dueAt: { lte: now } } }],
        must_not: full.length > 0 ? [{ terms: { webhookId: full } }] : [],
      },
    },
    sort: [{ dueAt: 'asc' }],
    _source: ['doc'],
    collapse: {
      field: 'webhookId',
      inner_hits: {
        name: DUE,
        size: Math.max(perWebhook, ...left.values()),
        sort: [{ dueAt: 'asc' }],
        seq_no_primary_term: true,
      },
    },
  })
  const found = answer.hits.hits.flatMap((group): DeliveryHit[] => {
    const due = group.inner_hits?.[DUE]?.hits.hits ?? []
    const { webhookId } = shownDelivery(sourceOf(group))
    return due.slice(0, left.get(webhookId) ?? perWebhook)
  })
  return (await readable(place, found)).slice(0, limit)
}

export async function webhookPage(
  place: Place,
  webhookId: string,
  page: Page,
): Promise<Paged<Delivery>> {
  const after = placeOf('deliveries', page)
  const { limit } = page
  const answer = await search(place, {
    size: limit + 1,
    query: { term: { webhookId } },
    sort: [{ createdAt: 'desc' }, { id: 'desc' }],
    track_total_hits: true,
    _source: { excludes: ['aside'] },
    ...(after ? { search_after: after } : {}),
  })
  const { hits } = answer.hits
  const last = hits.length > limit ? hits[limit - 1] : undefined
  return {
    data: (await readable(place, hits.slice(0, limit))).map((hit) => shownDelivery(sourceOf(hit))),
    total: totalOf(answer),
    nextCursor: last ? encodeCursor('deliveries', sortOf(last).map(String)) : null,
  }
}

export async function hitOf(
  place: Place,
  webhookId: string,
  id: string,
): Promise<DeliveryHit | undefined> {
  const answer = await search(place, {
    size: 1,
    query: { bool: { filter: [{ term: { webhookId } }, { term: { id } }] } },
    seq_no_primary_term: true,
  })
  return (await readable(place, answer.hits.hits))[0]
}

export async function endedHits(
  place: Place,
  { before, states, limit }: { before: string; states: readonly DeliveryState[]; limit: number },
): Promise<DeliveryHit[]> {
  const filter: Query[] = [
    { terms: { state: [...states] } },
    { range: { endedAt: { lt: before } } },
  ]
  const answer = await search(place, {
    size: limit,
    query: { bool: { filter } },
    version: true,
    _source: ['doc'],
  })
  return answer.hits.hits
}
