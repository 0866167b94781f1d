// How every store takes a step: fences, then documents, then the checkpoint. A step that dies is completed by being
// applied again: each part finds what is there already and leaves it.
//
// Workers race: one may write what another's fence forbids. A fence is written before anything is removed; a writer
// reads the fences again after it wrote. Whoever comes second sees the other: either the removal finds the document,
// or the writer finds the fence and takes its document back.
import type { Client } from '@elastic/elasticsearch'
import type { Fence, Step } from '../ports/projection.ts'
import { type Write, writeAll } from './bulk.ts'
import { advance, isReached } from './checkpoints.ts'
import type { Prepared } from './documents.ts'
import { addFence, type FencesByOwner, isForbidden, readFences } from './fences.ts'
import { ownerOf } from './identity.ts'
import type { Names } from './indices.ts'
import { shownWhenAsked } from './mappings.ts'
import { completePlan, keepPlan, type Plan, type Removal, readPlan } from './receipts.ts'
import { refresh } from './refresh.ts'
import { takeBack } from './take-back.ts'

export type StepWork = {
  documents: readonly Prepared[]
  /** What a fence is going to remove, by its kind. */
  plan(target: Target, fence: Fence): Promise<Removal>
  /** Removes it; may be done again. */
  erase(target: Target, fence: Fence, plan: Plan): Promise<void>
}

/** One build's indices: a step goes to one of them from its first write to its last. */
export type Target = { client: Client; names: Names }

export async function applyStep(target: Target, step: Step, work: StepWork): Promise<void> {
  const { client, names } = target
  for (const fence of step.fences) ownerOf(fence)
  const owners = new Set(work.documents.map(({ owner }) => owner))
  const [reached, known] = await Promise.all([
    isReached(client, names.meta, step.checkpoint),
    readFences(client, names.meta, owners),
  ])
  if (reached) return
  for (const fence of step.fences) await raiseFence(target, fence, work)
  const fences = step.fences.length > 0 ? await readFences(client, names.meta, owners) : known
  if (work.documents.length > 0) await writeDocuments(target, work.documents, fences)
  await advance(client, names.meta, step.checkpoint)
}

async function raiseFence(target: Target, fence: Fence, work: StepWork): Promise<void> {
  const { client, names } = target
  const known = await readPlan(client, names.meta, fence)
  if (known?.complete) return
  await addFence(client, names.meta, fence)
  await refreshAll(target)
  const plan = known ?? (await keepPlan(client, names.meta, fence, await work.plan(target, fence)))
  await work.erase(target, fence, plan)
  await completePlan(client, names.meta, plan)
}

async function writeDocuments(
  target: Target,
  documents: readonly Prepared[],
  fences: FencesByOwner,
): Promise<void> {
  const { client, names } = target
  const allowed = documents.filter(({ fenced }) => !isForbidden(fences, fenced))
  for (const some of inTurn(allowed)) {
    await writeAll(
      client,
      some.map((document) => writeOf(names, document)),
    )
    await refreshTables(target, some)
  }
  const owners = documents.map(({ owner }) => owner)
  await takeBackForbidden(target, documents, await readFences(client, names.meta, owners))
}

/** What tells of others comes after them: who reads that a resource is processed must find its items. */
function inTurn(documents: readonly Prepared[]): Prepared[][] {
  const told = documents.filter(({ table }) => table !== 'records')
  const telling = documents.filter(({ table }) => table === 'records')
  return [told, telling].filter((some) => some.length > 0)
}

/** Also what this step did not write: a worker that died may have, before the fence was there. */
async function takeBackForbidden(
  target: Target,
  documents: readonly Prepared[],
  fences: FencesByOwner,
): Promise<void> {
  const forbidden = documents.filter(({ fenced }) => isForbidden(fences, fenced))
  if (forbidden.length === 0) return
  await takeBack(target, forbidden, fences)
  await refreshTables(target, forbidden)
}

function writeOf(names: Names, { table, id, owner, action, version, body }: Prepared): Write {
  const write: Write = { index: names[table]!, id, routing: owner, action }
  if (version !== undefined) write.version = version
  if (body) write.body = body
  return write
}

async function refreshTables({ client, names }: Target, documents: readonly Prepared[]) {
  const shownAtOnce = documents.filter(({ table }) => !shownWhenAsked.has(table))
  await refresh(
    client,
    shownAtOnce.map(({ table }) => names[table]!),
  )
}

export async function refreshAll({ client, names: { meta, ...tables } }: Target): Promise<void> {
  await refresh(client, Object.values(tables))
}
