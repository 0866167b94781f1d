// Whether threads that share their time between requests compute for most of it. Those whose requests wait for servers
// take many at a time, so the number of requests says nothing, and another thread costs a second of CPU time to load.

/** One look spans at least so long, and what was used longer ago says nothing of now. */
const WINDOW_MS = 500
const OLD_MS = 5_000
/** Of a thread's time. */
const BUSY_SHARE = 0.6

/**
 * Call it as work comes, with the threads that serve. True where, since a call at least half a second ago, they together
 * computed for more than `BUSY_SHARE` of the time that each of them could. `usedMs`: CPU time of a thread in all.
 */
export function createBusyCores(now: () => number = performance.now.bind(performance)) {
  let window: { began: number; usedMs: ReadonlyMap<object, number> } | null = null
  return (threads: readonly { readonly usedMs: number }[]): boolean => {
    const at = now()
    const elapsedMs = window ? at - window.began : OLD_MS
    if (window && elapsedMs < WINDOW_MS) return false
    const before = window?.usedMs
    window = { began: at, usedMs: new Map(threads.map((thread) => [thread, thread.usedMs])) }
    // What a thread had used when it was first seen, it used for loading.
    const sinceSeen = threads.map(
      (thread) => thread.usedMs - (before?.get(thread) ?? thread.usedMs),
    )
    const usedMs = sinceSeen.reduce((sum, used) => sum + used, 0)
    return elapsedMs < OLD_MS && usedMs > elapsedMs * threads.length * BUSY_SHARE
  }
}
