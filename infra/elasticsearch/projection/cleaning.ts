// What is left to do some time after a forget. A worker that died between writing and looking at the fences may have
// left a document that no read shows: it is removed now. Removed documents stay in the index's files until these are
// merged, so the files that hold any are rewritten. Receipts record what is still to be done, so that a process that
// ends meanwhile leaves it to the next.
import type { Step } from '../../ports/projection.ts'
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
 * `delayMs`: the time after a forget; while others follow it, at most about twice as long. The server drops removed
 * documents only after its copies have had time to agree (it checks every 30 s). Null: never; then both tasks are the
 * operator's.
 */
export function createCleaning<Table extends string>(delayMs: number | null): Cleaning<Table> {
  /** Forgets that will be old enough when the timer ends; whatever else it finds then, the next one cleans. */
  let due: ReadonlySet<string> = new Set()
  let isWaiting = false
  let isMissed = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let seen: string | undefined
  const wait = (target: Target<Table>, erase: StepWork<Table>['erase']) => {
    isWaiting = true
    isMissed = false
    const run = async () => {
      // After a failure it is tried again: what is left cannot be read meanwhile.
      const left = await clean(target, { erase, due }).catch(() => due)
      due = left
      isWaiting = false
      if (!isStopped && (left.size > 0 || isMissed)) wait(target, erase)
    }
    timer = setTimeout(() => void run(), delayMs ?? 0).unref()
  }
  return {
    after: (target, { fences }, erase) => {
      const isNew = seen !== target.names.meta
      seen = target.names.meta
      if (delayMs === null || (fences.length === 0 && !isNew)) return
      if (isWaiting) {
        isMissed = true
        return
      }
      due = new Set(fences.map(receiptId))
      wait(target, erase)
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Cleans up after the forgets that are due; returns those that are left. */
async function clean<Table extends string>(
  target: Target<Table>,
  { erase, due }: { erase: StepWork<Table>['erase']; due: ReadonlySet<string> },
): Promise<ReadonlySet<string>> {
  const { client, names } = target
  const all = await plansToClean(client, names.meta)
  const plans = all.filter(({ fence }) => due.has(receiptId(fence)))
  if (plans.length > 0) {
    await refreshAll(target)
    for (const plan of plans) await erase(target, plan.fence, plan)
    await expungeDeleted(target)
    for (const plan of plans) await markCleaned(client, names.meta, plan)
  }
  return new Set(all.map(({ fence }) => receiptId(fence)).filter((id) => !due.has(id)))
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
