// How every store takes a step: fences, then documents, then the checkpoint. A step that died is completed by applying
// it again: each part finds what is there already and leaves it.
//
// Workers race: one may write what another's fence forbids. A fence is written before anything is removed, and a writer
// reads the fences again after it wrote. So the later of the two sees the other: either the removal finds the document,
// or the writer finds the fence and removes its document.
import type { Fence, Step } from '../../ports/projection.ts'
import { type Write, writeAll, writeShown } from '../client/bulk.ts'
import { refresh } from '../client/refresh.ts'
import type { Names } from '../indices/indices.ts'
import { shownLater } from '../indices/mappings.ts'
import { ownerOf, routingOf } from '../reading/identity.ts'
import { advance, isReached } from './checkpoints.ts'
import type { Prepared } from './documents.ts'
import { addFence, type FencesByOwner, isForbidden, readFences } from './fences/fences.ts'
import { removeForbidden } from './fences/remove-forbidden.ts'
import { completePlan, keepPlan, type Plan, type Removal, readPlan } from './receipts.ts'
import type { Target } from './target.ts'

export type StepWork<Table extends string = string> = {
  owners: ReadonlySet<string>
  /** Requests made in the same turn as this call share a request with the step's own reads. */
  documents(
    target: Target<Table>,
    fences: Promise<FencesByOwner>,
  ): Promise<readonly Prepared<Table>[]>
  /** What a fence is going to remove, by its kind. */
  plan(target: Target<Table>, fence: Fence): Promise<Removal>
  /** Removes it; may be repeated. */
  erase(target: Target<Table>, fence: Fence, plan: Plan): Promise<void>
  /** Tables in which searches find all that was written, by earlier steps too, when the step ends. */
  shows?: readonly Table[] | undefined
}

export async function applyStep<Table extends string>(
  target: Target<Table>,
  step: Step,
  work: StepWork<Table>,
): Promise<void> {
  const { client, names } = target
  for (const fence of step.fences) ownerOf(fence)
  const reading = readFences(client, names.meta, work.owners)
  const [known, reached, documents] = await Promise.all([
    reading,
    isReached(client, names.meta, step.checkpoint),
    work.documents(target, reading),
  ])
  if (reached) return
  for (const fence of step.fences) await raiseFence(target, fence, work)
  const raised = step.fences.length > 0
  const fences = raised ? await readFences(client, names.meta, work.owners) : known
  await writeDocuments(target, documents, fences)
  await takeBackForbidden(target, documents)
  const shown = work.shows ?? []
  await refresh(
    client,
    shown.map((table) => names[table]),
  )
  // Last, because a step whose checkpoint is reached is not looked at again.
  await advance(client, names.meta, step.checkpoint)
}

/** The work of a step whose documents are at hand. */
export function given<Table extends string>(
  documents: readonly Prepared<Table>[],
): Pick<StepWork<Table>, 'owners' | 'documents'> {
  return { owners: ownersOf(documents), documents: async () => documents }
}

function ownersOf(documents: readonly Prepared[]): Set<string> {
  return new Set(documents.map(({ owner }) => owner))
}

async function raiseFence<Table extends string>(
  target: Target<Table>,
  fence: Fence,
  work: StepWork<Table>,
): Promise<void> {
  const { client, names } = target
  const [known] = await Promise.all([
    readPlan(client, names.meta, fence),
    addFence(client, names.meta, fence),
  ])
  if (known?.complete) return
  await refreshAll(target)
  const plan =
    known ??
    (await keepPlan(client, names.meta, { fence, removal: await work.plan(target, fence) }))
  await work.erase(target, fence, plan)
  await completePlan(client, names.meta, plan)
}

async function writeDocuments<Table extends string>(
  target: Target<Table>,
  documents: readonly Prepared<Table>[],
  fences: FencesByOwner,
): Promise<void> {
  const { client, names, isFilled } = target
  const allowed = documents.filter(({ fenced }) => !isForbidden(fences, fenced))
  const { shown = [], later = [] } = Object.groupBy(allowed, (document) =>
    isShownAtOnce(document) && !isFilled ? 'shown' : 'later',
  )
  // Those shown at once come first because the others refer to them: a reader who sees a resource as processed must
  // find its items.
  await writeShown(
    client,
    shown.map((document) => writeOf(names, document)),
  )
  await writeAll(
    client,
    later.map((document) => writeOf(names, document)),
  )
}

/**
 * Includes documents that this step did not write: a worker that died may have written them before the fence was there.
 */
async function takeBackForbidden<Table extends string>(
  target: Target<Table>,
  documents: readonly Prepared<Table>[],
): Promise<void> {
  const { client, names } = target
  const fences = await readFences(client, names.meta, ownersOf(documents))
  const forbidden = documents.filter(({ fenced }) => isForbidden(fences, fenced))
  if (forbidden.length === 0) return
  await removeForbidden(target, forbidden, fences)
  const shown = forbidden.filter(isShownAtOnce)
  await refresh(
    client,
    shown.map(({ table }) => names[table]),
  )
}

function isShownAtOnce({ table }: Prepared): boolean {
  return !shownLater.has(table)
}

function writeOf<Table extends string>(
  names: Names<Table>,
  { table, id, owner, action, version, body }: Prepared<Table>,
): Write {
  const write: Write = { index: names[table], id, routing: routingOf(owner), action }
  if (version !== undefined) write.version = version
  if (body) write.body = body
  return write
}

export async function refreshAll({ client, names: { meta, ...tables } }: Target): Promise<void> {
  await refresh(client, Object.values(tables))
}
