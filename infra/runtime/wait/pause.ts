// Waits for a while.
import { setTimeout as after } from 'node:timers/promises'

/** Resolves after so many milliseconds, or as soon as `signal` aborts. Keeps no process that has nothing else to do. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return after(ms, undefined, { signal, ref: false }).catch(() => undefined)
}

/** Resolves after so many milliseconds. Rejects as soon as `signal` aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return after(ms, undefined, { signal })
}
