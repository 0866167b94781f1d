// Lets clients that wait for an acknowledgement go first: while many write at a time, the thread that processes takes
// only a part of its time. Both threads share the machine, and what waits to be processed is safe already.
import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { sleep } from '../wait/pause.ts'

/** So many writes in one group come only from clients that write side by side. */
const CROWDED = 8
/** For so long after a crowded group more clients are expected. */
const CROWD_MS = 25
/** The part of its time that processing takes meanwhile. */
const SHARE = 0.5
/** Over how long the part is measured. */
const WINDOW_MS = 100
const STEP_MS = 5
/** No work waits longer, because what else keeps the thread busy may have no end. */
const MOST_MS = 250

/** Memory that both threads see: when the last crowded group was, in milliseconds since 1970. */
export type Crowd = SharedArrayBuffer

/** Resolves when work may begin: at once unless clients wait, and as soon as `isUrgent`. */
export type Throttle = (isUrgent: () => boolean) => Promise<void>

export function createCrowd(): Crowd {
  return new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)
}

/** For the thread that acknowledges: told of the number of writes in each group. */
export function tellCrowd(crowd: Crowd, now = Date.now): (writes: number) => void {
  const last = new BigInt64Array(crowd)
  return (writes) => {
    if (writes >= CROWDED) Atomics.store(last, 0, BigInt(now()))
  }
}

/**
 * For the thread that processes.
 * @param use - the part of its time that the thread has been busy lately, from 0 to 1.
 */
export function createThrottle(
  crowd: Crowd,
  { now = Date.now, use = createUse(), wait = sleep } = {},
): Throttle {
  const last = new BigInt64Array(crowd)
  const isCrowded = () => now() - Number(Atomics.load(last, 0)) < CROWD_MS
  return async (isUrgent) => {
    const until = now() + MOST_MS
    while (isCrowded() && use() > SHARE && now() < until && !isUrgent()) await wait(STEP_MS)
  }
}

/** How busy this thread's event loop has been, over little more than a window: from 0 to 1. */
export function createUse({
  now = () => performance.now(),
  utilization = performance.eventLoopUtilization,
}: {
  now?: () => number
  utilization?: (since?: EventLoopUtilization) => EventLoopUtilization
} = {}): () => number {
  let since = now()
  let mark = utilization()
  return () => {
    const told = utilization(mark).utilization
    if (now() - since > WINDOW_MS) {
      since = now()
      mark = utilization()
    }
    return told
  }
}
