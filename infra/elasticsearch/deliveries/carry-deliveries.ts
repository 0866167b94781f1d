// Carries the deliveries of one prefix over to another, with their users renamed: they are no part of a replay. No process
// works on either meanwhile. What is there already stays, so that it can be called again if it was interrupted.
import type { Client, estypes } from '@elastic/elasticsearch'
import type { Scope } from '../../../schemas/identifiers.ts'
import { lastOf } from '../../runtime/certain.ts'
import { writeAll } from '../client/bulk.ts'
import { sortOf, sourceOf } from '../client/hits.ts'
import { buildInUse, namesOf, openIndices } from '../indices/indices.ts'
import { deliveryFamily } from '../indices/mappings.ts'
import { advance, allCheckpoints, unreached } from '../projection/checkpoints.ts'
import { addFence, type MetaSource } from '../projection/fences/fences.ts'
import { type Plan, putPlan } from '../projection/receipts.ts'
import { ownerOf, routingOf } from '../reading/identity.ts'
import {
  deliveryBody,
  deliveryName,
  type StoredDelivery,
  storedDelivery,
} from './delivery-documents.ts'

type CarryOptions = {
  client: Client
  from: string
  to: string
  rename: (scope: Scope) => Scope
}

const A_PAGE = 500

/** Returns how many deliveries there were; none if the other store stands where this one does: it has all of them. */
export async function carryDeliveries({ client, from, to, rename }: CarryOptions): Promise<number> {
  if ((await buildInUse(client, deliveryFamily, from)) === null) return 0
  const indices = openIndices(client, deliveryFamily, { prefix: to })
  await indices.ready()
  const source = namesOf(deliveryFamily, from)
  if (!(await unreached(client, { from: source.meta, to: indices.names.meta }))) return 0
  const renamed = <T extends Scope>(each: T): T => ({ ...each, ...rename(each) })
  let carried = 0
  for await (const page of pagesOf<StoredDelivery>(client, source.deliveries)) {
    const index = indices.names.deliveries
    await writeAll(
      client,
      page.map((stored) => writeOf(index, stored, renamed)),
    )
    carried += page.length
  }
  for await (const page of pagesOf<MetaSource>(client, source.meta)) {
    for (const stored of page)
      await carryMeta(client, stored, { meta: indices.names.meta, renamed })
  }
  // Last, because they say that all of it is there.
  for (const at of await allCheckpoints(client, source.meta)) {
    await advance(client, indices.names.meta, at)
  }
  return carried
}

type Renamed = <T extends Scope>(each: T) => T

/** A lease keeps its end, so a delivery that was being attempted is attempted again after it. */
function writeOf(index: string, stored: StoredDelivery, renamed: Renamed) {
  const delivery = renamed(storedDelivery(stored))
  const { lease = null } = stored
  return {
    index,
    id: deliveryName(delivery),
    routing: routingOf(ownerOf(delivery)),
    action: 'add' as const,
    body: deliveryBody(delivery, { dueAt: lease ?? delivery.nextAttemptAt, lease }),
  }
}

async function carryMeta(
  client: Client,
  { kind, doc }: MetaSource,
  { meta, renamed }: { meta: string; renamed: Renamed },
): Promise<void> {
  if (kind === 'fence')
    for (const fence of JSON.parse(doc)) await addFence(client, meta, renamed(fence))
  if (kind === 'receipt' || kind === 'cleaned-receipt') {
    const plan: Plan = JSON.parse(doc)
    await putPlan(client, meta, { kind, plan: { ...plan, fence: renamed(plan.fence) } })
  }
}

async function* pagesOf<Source>(client: Client, index: string): AsyncGenerator<Source[]> {
  await client.indices.refresh({ index })
  const { id } = await client.openPointInTime({ index, keep_alive: '1m' })
  try {
    for (let after: Pick<estypes.SearchRequest, 'search_after'> = {}; ; ) {
      const { hits } = await client.search<Source>({
        pit: { id, keep_alive: '1m' },
        size: A_PAGE,
        sort: [{ _shard_doc: 'asc' }],
        track_total_hits: false,
        ...after,
      })
      if (hits.hits.length > 0) yield hits.hits.map(sourceOf)
      if (hits.hits.length < A_PAGE) return
      after = { search_after: sortOf(lastOf(hits.hits)) }
    }
  } finally {
    await client.closePointInTime({ id })
  }
}
