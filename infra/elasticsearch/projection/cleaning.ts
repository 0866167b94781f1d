// What is left to do some time after a forget. A worker that died between writing and looking at the fences may have
// left a document that no read shows: it is removed now. Removed documents stay in the index's files until these are
// merged, so the files that hold any are rewritten. Receipts record what is still to be done, so that a process that
// ends meanwhile leaves it to the next.
import type { Step } from '../../ports/projection.ts'
import { markCleaned, plansToClean } from './receipts.ts'
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
 * `delayMs`: the time after the last forget. The server drops removed documents only after its copies have had time to
 * agree (it checks every 30 s). Null: never; then both tasks are the operator's.
 */
export function createCleaning<Table extends string>(delayMs: number | null): Cleaning<Table> {
  let timer: NodeJS.Timeout | undefined
  let seen: string | undefined
  return {
    after: (target, { fences }, erase) => {
      const isNew = seen !== target.names.meta
      seen = target.names.meta
      if (delayMs === null || (fences.length === 0 && !isNew)) return
      clearTimeout(timer)
      // A failure does no harm: what is left cannot be read, and the next forget or process tries again.
      timer = setTimeout(() => void clean(target, erase).catch(() => undefined), delayMs).unref()
    },
    stop: () => clearTimeout(timer),
  }
}

async function clean<Table extends string>(
  target: Target<Table>,
  erase: StepWork<Table>['erase'],
): Promise<void> {
  const plans = await plansToClean(target.client, target.names.meta)
  if (plans.length === 0) return
  await refreshAll(target)
  for (const plan of plans) await erase(target, plan.fence, plan)
  await expungeDeleted(target)
  for (const plan of plans) await markCleaned(target.client, target.names.meta, plan)
}

/** Rewrites files with removed documents, which the server does in its own time; a flush drops its journal. */
async function expungeDeleted({ client, names: { meta, ...tables } }: Target): Promise<void> {
  const index = Object.values(tables)
  await client.indices.flush({ index, wait_if_ongoing: true })
  await client.indices.forcemerge({
    index,
    only_expunge_deletes: true,
    wait_for_completion: false,
  })
}
