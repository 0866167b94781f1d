// How a partition rests between its calls, where each call takes all that has come meanwhile: the longer the calls since
// the last rest took, the longer is the next. So their part of the time is bounded, and under load each takes more.
import { pause } from '../wait/pause.ts'

/** So many calls of a partition that was idle come before the first rest. */
const CALLS_WITHOUT_REST = 4
/** A rest is so many times as long as the calls before it took. */
const RESTS_PER_WORK = 3
/** What waits is late by no more than this because of a rest. */
const LONGEST_MS = 5_000

type Rests = {
  /**
   * Resolves when the rest is over, or the signal aborts. Null where there is none, so that a call begins at once: a
   * partition that is taken away commits only what has ended by then.
   */
  over(signal: AbortSignal): Promise<void> | null
  /** Called before and after each call. */
  begin(): void
  ended(): void
  /** The rest ends: nothing more can come. */
  end(): void
}

/** `leastMs`: 0 where calls rest for nothing. */
export function createRests(
  leastMs: number,
  { now = () => performance.now(), wait = pause } = {},
): Rests {
  let until = Number.NEGATIVE_INFINITY
  let workedSince = 0
  let resting: Promise<void> | null = null
  let woken = new AbortController()
  const rest = async (ms: number, signal: AbortSignal) => {
    woken = new AbortController()
    await wait(ms, AbortSignal.any([signal, woken.signal]))
    resting = null
  }
  return {
    over: (signal) => {
      const leftMs = until - now()
      if (leftMs <= 0) return null
      // One timer for all that wait.
      resting ??= rest(leftMs, signal)
      return resting
    },
    begin: () => {
      if (now() >= until) workedSince = now()
    },
    ended: () => {
      if (leastMs === 0) return
      const workedMs = now() - workedSince
      const restMs = Math.max(leastMs, Math.min(LONGEST_MS, workedMs * RESTS_PER_WORK))
      // A few calls now and then rest for nothing.
      until = Math.min(now(), Math.max(until, now() - CALLS_WITHOUT_REST * restMs)) + restMs
    },
    end: () => {
      until = Number.NEGATIVE_INFINITY
      woken.abort()
    },
  }
}
