// Runs tasks side by side, yet one after another where they have the same key (a user), and hands the results on in
// the order in which the tasks came. So slow work for one user delays the hand-over, but never the work of others.

/** How long finished results wait for the next ones: each hand-over costs a durable commit. */
const LINGER_MS = 25

export type OrderedTask<T> = { key: string; run: () => Promise<T> }

/**
 * Runs `tasks` with at most `concurrency` at a time. `handOver` gets runs of finished results, in order, soon after
 * everything before them has finished. The first failure of a task or of `handOver` rejects; tasks that
 * have started end first, and no more are started.
 */
export async function runOrdered<T>(
  tasks: readonly OrderedTask<T>[],
  concurrency: number,
  handOver: (results: readonly T[]) => Promise<void>,
): Promise<void> {
  let failed = false
  const stoppable = tasks.map(({ key, run }) => ({
    key,
    run: () => (failed ? Promise.reject(new Error('an earlier task failed')) : run()),
  }))
  const results = startAll(stoppable, concurrency)
  const finished = new Array<boolean>(tasks.length).fill(false)
  results.forEach((result, index) => {
    result.then(
      () => {
        finished[index] = true
      },
      () => undefined,
    )
  })
  try {
    for (let next = 0; next < tasks.length; ) {
      const ready = [await results[next]!]
      const until = performance.now() + LINGER_MS
      while (next + ready.length < tasks.length) {
        const place = next + ready.length
        if (!finished[place]) await settlesBefore(until, results[place]!)
        // One that has failed is met once what stands before it has been handed over.
        if (!finished[place]) break
        ready.push(await results[place]!)
      }
      await handOver(ready)
      next += ready.length
    }
  } catch (error) {
    failed = true
    throw error
  } finally {
    await Promise.allSettled(results)
  }
}

/** Resolves at the latest when the time comes. */
async function settlesBefore(until: number, result: Promise<unknown>): Promise<void> {
  const leftMs = until - performance.now()
  if (leftMs <= 0) return
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, leftMs)
  })
  await Promise.race([result.then(done, done), late]).finally(() => clearTimeout(timer))
}

const done = () => undefined

function startAll<T>(tasks: readonly OrderedTask<T>[], concurrency: number): Promise<T>[] {
  const slots = createSlots(concurrency)
  const last = new Map<string, Promise<unknown>>()
  return tasks.map(({ key, run }) => {
    const before = last.get(key)
    const result = (before ?? Promise.resolve()).then(() => slots(run))
    last.set(key, result)
    return result
  })
}

/** A counting semaphore: at most `size` runs at a time, first come first served. */
function createSlots(size: number): <T>(run: () => Promise<T>) => Promise<T> {
  let free = size
  const waiting: (() => void)[] = []
  return async (run) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
