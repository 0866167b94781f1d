// The threads of a pool: none at first, and more as work waits, up to a number. A thread that ends is replaced: at once if it has
// worked, otherwise after a growing delay, so that a module that cannot start does not keep the machine busy.
import { OverBudget } from './failures.ts'
import { type PoolThread, startPoolThread, type ThreadSource } from './pool-thread.ts'

type CrewEvents = {
  /** Some thread can take a request. */
  free: () => void
  lost: (reason: Error) => void
  /** The last thread that could take requests has ended, and its replacement did not start. */
  unmanned: () => void
}

export type Crew<Request, Answer> = {
  /** Resolves when a thread serves; rejects if the first cannot start. */
  started: Promise<void>
  /** For work that waits, or will come: starts another thread, unless one starts already or all are there. */
  grow(): void
  threads: ReadonlySet<PoolThread<Request, Answer>>
  /** Threads that ended for a request over its budget, and those that ended otherwise, since the crew began. */
  lost: { killed: number; died: number }
  close(graceMs: number): Promise<void>
}

const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 5_000

/** `size` is the most threads that it has at a time. */
export function startCrew<Request, Answer>(
  source: ThreadSource,
  size: number,
  events: CrewEvents,
): Crew<Request, Answer> {
  const threads = new Set<PoolThread<Request, Answer>>()
  const lost = { killed: 0, died: 0 }
  const started = Promise.withResolvers<void>()
  started.promise.catch(() => undefined)
  const delayed = new Set<NodeJS.Timeout>()
  let [closing, delayMs] = [false, FIRST_DELAY_MS]
  const isReady = (thread: PoolThread<Request, Answer>) => thread.isReady()
  const replace = (reason: Error, { hasServed }: { hasServed: boolean }) => {
    if (hasServed) {
      delayMs = FIRST_DELAY_MS
      start()
      return
    }
    started.reject(reason)
    if (![...threads].some(isReady)) events.unmanned()
    const timer = setTimeout(() => {
      delayed.delete(timer)
      start()
    }, delayMs)
    delayed.add(timer)
    delayMs = Math.min(LONGEST_DELAY_MS, delayMs * 2)
  }
  const start = () => {
    const thread = startPoolThread<Request, Answer>(source, {
      free: () => {
        started.resolve()
        events.free()
      },
      ended: (reason, { hasServed }) => {
        threads.delete(thread)
        if (closing) return
        if (reason instanceof OverBudget) lost.killed++
        else lost.died++
        replace(reason, { hasServed })
        // Then, because work that waits is handed out now, and would start one thread more than there may be.
        events.lost(reason)
      },
    })
    threads.add(thread)
  }
  return {
    started: started.promise,
    grow: () => {
      if (!closing && delayed.size === 0 && threads.size < size && [...threads].every(isReady))
        start()
    },
    threads,
    lost,
    close: async (graceMs) => {
      closing = true
      for (const timer of delayed) clearTimeout(timer)
      await Promise.all([...threads].map((thread) => thread.close(graceMs)))
    },
  }
}
