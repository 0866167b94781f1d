// The deliveries of outbound webhooks in Elasticsearch. A worker claims by writing the lease over the document version
// that it saw (`if_seq_no`, `if_primary_term`): of several workers one succeeds. That version is the lease, and
// settling is conditional on it in turn. A claim costs one refresh, one search and one bulk request, however many
// deliveries there are to send.
import type { Claimed, DeliveryStore, NewDelivery } from '../ports/delivery-store.ts'
import { nth, present } from '../runtime/certain.ts'
import { throwFirst, writeAll } from './client/bulk.ts'
import { ElasticsearchUnavailable } from './client/client.ts'
import { idOf, sourceOf, type Writing, writingSeen } from './client/hits.ts'
import {
  deliveryBody,
  deliveryName,
  leaseOf,
  prepareDelivery,
  type StoredDelivery,
  shownDelivery,
  storedDelivery,
  withProgress,
  writingOf,
} from './deliveries/delivery-documents.ts'
import {
  type DeliveryHit,
  dueHits,
  endedHits,
  hitOf,
  webhookPage,
} from './deliveries/delivery-reads.ts'
import type { Indices } from './indices/indices.ts'
import { deliveryFamily } from './indices/mappings.ts'
import { countForbidden, erasing } from './projection/fences/erase-table.ts'
import { IGNORE_CONFLICT, isConflict, isForbidden, readFences } from './projection/fences/fences.ts'
import { fencedOf } from './projection/fences/remove-forbidden.ts'
import { openProjection, type ProjectionOptions } from './projection/projection.ts'
import { given } from './projection/step.ts'
import { ownerOf, routingOf } from './reading/identity.ts'

type Deliveries = Indices<'deliveries'>

const ATTEMPTS = 5

export function createElasticsearchDeliveryStore(options: ProjectionOptions): DeliveryStore {
  const projection = openProjection(options, deliveryFamily)
  const { indices } = projection
  const ready = async () => {
    await indices.ready()
    return indices
  }
  return {
    ...projection.port,
    apply: async (step) =>
      projection.apply(step, {
        ...given(step.deliveries.map(prepareDelivery)),
        ...erasing('deliveries'),
      }),
    claim: async (claiming) => {
      const hits = await dueHits(await ready(), claiming)
      return hits.length === 0 ? [] : lease(indices, hits, claiming.leaseUntil)
    },
    holds: async (claimed) => holds(await ready(), claimed),
    settle: async (claimed, progress) =>
      write(await ready(), withProgress(claimed, progress), writingOf(claimed)),
    list: async (webhookId, page) => webhookPage(await ready(), webhookId, page),
    find: async (webhookId, id) => {
      const hit = await hitOf(await ready(), webhookId, id)
      return hit ? shownDelivery(sourceOf(hit)) : null
    },
    change: async (webhookId, id, change) => {
      await ready()
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const hit = await hitOf(indices, webhookId, id)
        if (!hit) return false
        const source = sourceOf(hit)
        if (source.lease !== undefined) return true
        const delivery = storedDelivery(source)
        const changed = { ...delivery, ...change(delivery) }
        if (await write(indices, changed, writingSeen(hit))) return true
      }
      throw new ElasticsearchUnavailable('too many writers of one delivery')
    },
    countForbidden: async (fence) => {
      const { client, names } = await ready()
      await client.indices.refresh({ index: names.deliveries })
      return countForbidden(indices, 'deliveries', fence)
    },
    prune: async (pruning) => {
      const { client, names } = await ready()
      const hits = await endedHits(indices, pruning)
      const gone = hits.map((hit) => ({
        index: names.deliveries,
        id: idOf(hit),
        routing: routingOf(ownerOf(shownDelivery(sourceOf(hit)))),
        action: 'remove' as const,
        version: present(hit._version, '_version'),
      }))
      await writeAll(client, gone)
      return gone.length
    },
  }
}

/**
 * Leaves out deliveries that another worker claimed first, and those that cannot be leased: one must not hold up the
 * others.
 */
async function lease(
  { client, names }: Deliveries,
  hits: readonly DeliveryHit[],
  until: string,
): Promise<Claimed[]> {
  const found = hits.map((hit) => ({ hit, delivery: storedDelivery(sourceOf(hit)) }))
  const operations = found.flatMap(({ hit, delivery }) => [
    {
      index: {
        _index: names.deliveries,
        _id: idOf(hit),
        routing: routingOf(ownerOf(delivery)),
        ...writingSeen(hit),
      },
    },
    deliveryBody(delivery, { dueAt: until, lease: until }),
  ])
  const { items } = await client.bulk({ operations })
  const claimed = items.flatMap(({ index: answer }, n) =>
    answer && !answer.error
      ? [{ ...nth(found, n).delivery, lease: leaseOf(writingSeen(answer)) }]
      : [],
  )
  if (claimed.length === 0) throwFirst(items)
  return claimed
}

/** Writes over the version that was seen; false if another has replaced it. */
async function write(
  { client, names }: Deliveries,
  delivery: NewDelivery,
  seen: Writing,
): Promise<boolean> {
  const answer = await client.index(
    {
      index: names.deliveries,
      id: deliveryName(delivery),
      routing: routingOf(ownerOf(delivery)),
      document: deliveryBody(delivery, { dueAt: delivery.nextAttemptAt, lease: null }),
      ...seen,
    },
    IGNORE_CONFLICT,
  )
  return !isConflict(answer)
}

/** Reads by id, so the answer is current. */
async function holds({ client, names }: Deliveries, claimed: Claimed): Promise<boolean> {
  const owner = ownerOf(claimed)
  const [fences, stored] = await Promise.all([
    readFences(client, names.meta, [owner]),
    client.get<StoredDelivery>(
      { index: names.deliveries, id: deliveryName(claimed), routing: routingOf(owner) },
      { ignore: [404] },
    ),
  ])
  if (!stored.found || isForbidden(fences, fencedOf(owner, sourceOf(stored)))) return false
  return leaseOf(writingSeen(stored)) === claimed.lease
}
