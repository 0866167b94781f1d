// What is left to do some time after a forget. A worker that died between writing and looking at the fences may have
// left a document that nobody can read: it is removed now. And what was removed lies in the files of the index until
// they are merged: those that hold any of it are written anew.
import type { Fence } from '../ports/projection.ts'
import { readPlan } from './receipts.ts'
import { refreshAll, type StepWork, type Target } from './step.ts'

export type Cleaning = {
  /** To be done `delayMs` after the last fence. */
  after(target: Target, fences: readonly Fence[], erase: StepWork['erase']): void
  /** Does at once what is still to be done. */
  finish(): Promise<void>
}

type Job = { target: Target; fence: Fence; erase: StepWork['erase'] }

/** `delayMs` null: never; merging is then the operator's. */
export function createCleaning(delayMs: number | null): Cleaning {
  let jobs: Job[] = []
  let timer: NodeJS.Timeout | undefined
  // Nothing depends on it: what it does not get done cannot be read, and the next forget tries again.
  const run = async () => {
    const due = jobs
    jobs = []
    await clean(due).catch(() => undefined)
  }
  return {
    after: (target, fences, erase) => {
      if (delayMs === null || fences.length === 0) return
      jobs.push(...fences.map((fence) => ({ target, fence, erase })))
      clearTimeout(timer)
      timer = setTimeout(run, delayMs).unref()
    },
    finish: async () => {
      clearTimeout(timer)
      if (jobs.length > 0) await run()
    },
  }
}

async function clean(jobs: readonly Job[]): Promise<void> {
  for (const { target, fence, erase } of jobs) {
    await refreshAll(target)
    const plan = await readPlan(target.client, target.names.meta, fence)
    if (plan) await erase(target, fence, plan)
  }
  const [first] = jobs
  if (first) await expungeDeleted(first.target)
}

/** Writes files with removed documents anew. The server does it in its own time; a flush drops its journal. */
export async function expungeDeleted({
  client,
  names: { meta, ...tables },
}: Target): Promise<void> {
  const index = Object.values(tables)
  await client.indices.flush({ index, wait_if_ongoing: true })
  await client.indices.forcemerge({
    index,
    only_expunge_deletes: true,
    wait_for_completion: false,
  })
}
