// What a fence removed. A receipt is written twice: first with what is going to be removed, before anything is, and
// once more when all of it is gone. So a forget that dies half way is taken up where it was, with the counts that it
// began with, and nobody is told of it before it is complete.
import type { Client } from '@elastic/elasticsearch'
import type { Fence, Receipt } from '../ports/projection.ts'
import { ElasticsearchUnavailable } from './client.ts'
import { IGNORE_CONFLICT, isConflict, type MetaSource } from './fences.ts'
import { documentId, ownerOf } from './identity.ts'

export type Removal = Omit<Receipt, 'before'>
export type PlannedReceipt = Receipt & { complete: boolean }

export async function readPlan(
  client: Client,
  meta: string,
  fence: Pick<Fence, 'appId' | 'userId' | 'before'>,
): Promise<PlannedReceipt | null> {
  const id = receiptId(fence)
  const stored = await client.get<MetaSource>({ index: meta, id }, { ignore: [404] })
  return stored.found ? JSON.parse(stored._source!.doc) : null
}

/** Gives the plan that counts: the first that was made. */
export async function keepPlan(
  client: Client,
  meta: string,
  fence: Fence,
  removal: Removal,
): Promise<PlannedReceipt> {
  const plan = { before: fence.before, ...removal, complete: false }
  const document = receiptDocument(fence, plan)
  const id = receiptId(fence)
  const answer = await client.index(
    { index: meta, id, document, op_type: 'create' },
    IGNORE_CONFLICT,
  )
  if (!isConflict(answer)) return plan
  const first = await readPlan(client, meta, fence)
  if (!first) throw new ElasticsearchUnavailable('a receipt came and went')
  return first
}

export async function completePlan(
  client: Client,
  meta: string,
  fence: Fence,
  plan: PlannedReceipt,
): Promise<void> {
  const document = receiptDocument(fence, { ...plan, complete: true })
  await client.index({ index: meta, id: receiptId(fence), document })
}

function receiptDocument(fence: Fence, plan: PlannedReceipt): MetaSource {
  return { kind: 'receipt', owner: ownerOf(fence), doc: JSON.stringify(plan) }
}

function receiptId({ before, ...scope }: Pick<Fence, 'appId' | 'userId' | 'before'>): string {
  return `receipt:${documentId('receipt', ownerOf(scope), String(before))}`
}
