// What a fence removed. A receipt is written first with what is going to be removed, before any removal, and again when
// all of it is gone. So a forget that dies half way resumes where it was, with its first counts, and is reported only
// when it is complete. The receipt is written a third time when its remains have been cleaned up.
import type { Client } from '@elastic/elasticsearch'
import type { Fence, Receipt } from '../../ports/projection.ts'
import { ElasticsearchUnavailable } from '../client/client.ts'
import { sourceOf } from '../client/hits.ts'
import { documentId, ownerOf } from '../reading/identity.ts'
import { IGNORE_CONFLICT, isConflict, type MetaSource } from './fences/fences.ts'

export type Removal = Omit<Receipt, 'before'>
export type Plan = Removal & { fence: Fence; complete: boolean }

const MAX_PLANS = 1000

export async function readPlan(
  client: Client,
  meta: string,
  fence: Pick<Fence, 'appId' | 'userId' | 'before'>,
): Promise<Plan | null> {
  const id = receiptId(fence)
  const stored = await client.get<MetaSource>({ index: meta, id }, { ignore: [404] })
  return stored.found ? JSON.parse(sourceOf(stored).doc) : null
}

/** Returns the plan that counts: the first that was made. */
export async function keepPlan(
  client: Client,
  meta: string,
  { fence, removal }: { fence: Fence; removal: Removal },
): Promise<Plan> {
  const plan = { ...removal, fence, complete: false }
  const document = documentOf('receipt', plan)
  const created = { index: meta, id: receiptId(fence), document, op_type: 'create' as const }
  const answer = await client.index(created, IGNORE_CONFLICT)
  if (!isConflict(answer)) return plan
  const first = await readPlan(client, meta, fence)
  if (!first) throw new ElasticsearchUnavailable('a receipt came and went')
  return first
}

export async function completePlan(client: Client, meta: string, plan: Plan): Promise<void> {
  const document = documentOf('receipt', { ...plan, complete: true })
  await client.index({ index: meta, id: receiptId(plan.fence), document })
}

/** Completed forgets whose remains are still to be cleaned up. */
export async function plansToClean(client: Client, meta: string): Promise<Plan[]> {
  await client.indices.refresh({ index: meta })
  const found = await client.search<MetaSource>({
    index: meta,
    size: MAX_PLANS,
    query: { term: { kind: 'receipt' } },
    track_total_hits: false,
  })
  const plans = found.hits.hits.map((hit): Plan => JSON.parse(sourceOf(hit).doc))
  return plans.filter(({ complete }) => complete)
}

export async function markCleaned(client: Client, meta: string, plan: Plan): Promise<void> {
  const document = documentOf('cleaned-receipt', plan)
  await client.index({ index: meta, id: receiptId(plan.fence), document })
}

/** Writes a plan as it is, for carrying it over to another store. */
export async function putPlan(
  client: Client,
  meta: string,
  { kind, plan }: { kind: 'receipt' | 'cleaned-receipt'; plan: Plan },
): Promise<void> {
  await client.index({ index: meta, id: receiptId(plan.fence), document: documentOf(kind, plan) })
}

function documentOf(kind: string, plan: Plan): MetaSource {
  return { kind, owner: ownerOf(plan.fence), doc: JSON.stringify(plan) }
}

/** Names a forget by its receipt's document. */
export function receiptId({
  before,
  ...scope
}: Pick<Fence, 'appId' | 'userId' | 'before'>): string {
  return `receipt:${documentId('receipt', ownerOf(scope), String(before))}`
}
