// What is left to do some time after a forget. A worker that died between writing and looking at the fences may have
// left a document that no read shows: it is removed now. Removed documents stay in the index's files until these are
// merged, so the files that hold any are rewritten. Receipts record what is still to be done, so that a process that
// ends meanwhile leaves it to the next.
import type { Step } from '../../ports/projection.ts'
import { asError, codeOf, present } from '../../runtime/certain.ts'
import type { Telemetry } from '../../runtime/telemetry.ts'
import { markCleaned, plansToClean, receiptId } from './receipts.ts'
import { refreshAll, type StepWork } from './step.ts'
import type { Target } from './target.ts'

type Cleaning<Table extends string> = {
  /**
   * Call it when a step has been applied: if the step forgot anything, or is the first of a build here, there may be
   * work.
   */
  after(target: Target<Table>, step: Step, erase: StepWork<Table>['erase']): void
  /** Leaves unfinished work to the next process. */
  stop(): void
}

/**
 * `delayMs`: the time after a forget; while others follow it, at most about twice as long. If the files are still being
 * rewritten then, it waits, because the server would queue one rewriting behind the other. The server drops removed
 * documents only after its copies have had time to agree (it checks every 30 s). Null: never; then both tasks are the
 * operator's.
 */
export function createCleaning<Table extends string>(
  delayMs: number | null,
  logger?: Pick<Telemetry['logger'], 'warn'>,
): Cleaning<Table> {
  /** What the next run cleans up after; what else it finds is left to the run after it. */
  let due: ReadonlySet<string> = new Set()
  /** The last step's: another build may take the place of the one in use while a run is awaited. */
  let latest: { target: Target<Table>; erase: StepWork<Table>['erase'] } | undefined
  let rewriting: string | undefined
  let isAwaited = false
  let isMissed = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const run = async () => {
    try {
      const { target, erase } = present(latest, 'latest')
      if (await isRunning(target, rewriting)) isMissed = true
      else {
        const { found, task } = await clean(target, { erase, due })
        due = found
        rewriting = task ?? rewriting
      }
    } catch (error) {
      // Tried again: what is left cannot be read meanwhile.
      isMissed = true
      const told = { errorClass: asError(error).name, code: codeOf(error) }
      logger?.warn(told, 'what was forgotten cannot be cleaned up after yet')
    }
    isAwaited = false
    if (!isStopped && (due.size > 0 || isMissed)) awaitRun()
  }
  const awaitRun = () => {
    isAwaited = true
    isMissed = false
    timer = setTimeout(() => void run(), delayMs ?? 0).unref()
  }
  return {
    after: (target, { fences }, erase) => {
      const isNew = latest?.target.names.meta !== target.names.meta
      latest = { target, erase }
      if (delayMs === null || (fences.length === 0 && !isNew)) return
      if (isAwaited) isMissed = true
      else {
        due = new Set(fences.map(receiptId))
        awaitRun()
      }
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Cleans up after the forgets that are due; returns all that were to be cleaned up after, and the rewriting. */
async function clean<Table extends string>(
  target: Target<Table>,
  { erase, due }: { erase: StepWork<Table>['erase']; due: ReadonlySet<string> },
): Promise<{ found: ReadonlySet<string>; task?: string | undefined }> {
  const { client, names } = target
  const all = await plansToClean(client, names.meta)
  const found = new Set(all.map(({ fence }) => receiptId(fence)))
  const plans = all.filter(({ fence }) => due.has(receiptId(fence)))
  if (plans.length === 0) return { found }
  await refreshAll(target)
  for (const plan of plans) await erase(target, plan.fence, plan)
  const task = await expungeDeleted(target)
  for (const plan of plans) await markCleaned(client, names.meta, plan)
  return { found, task }
}

/** False also for a task that the server knows no more, or that this user may not see. */
async function isRunning({ client }: Target, task: string | undefined): Promise<boolean> {
  if (task === undefined) return false
  const { completed } = await client.tasks.get({ task_id: task }, { ignore: [403, 404] })
  return completed === false
}

/**
 * Rewrites files with removed documents, which the server does in its own time; a flush drops its journal. Returns the
 * server's task.
 */
async function expungeDeleted({
  client,
  names: { meta, ...tables },
}: Target): Promise<string | undefined> {
  const index = Object.values(tables)
  await client.indices.flush({ index, wait_if_ongoing: true })
  const { task } = await client.indices.forcemerge({
    index,
    only_expunge_deletes: true,
    wait_for_completion: false,
  })
  return task === undefined ? undefined : String(task)
}
