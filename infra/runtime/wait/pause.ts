// Waits for a while, for work that leaves time to others.
import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves after so many milliseconds, or as soon as `signal` aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
}
