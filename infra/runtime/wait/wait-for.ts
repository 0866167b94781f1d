// Waits for another processor's progress, by asking its store. For processors that must see what another has done.
import { setTimeout as sleep } from 'node:timers/promises'

/** The clock and how to wait; tests have their own. */
export type Pacing = {
  /** Milliseconds since some moment. */
  now(): number
  /** Resolves after `ms`, or when the signal is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

export const realPacing: Pacing = {
  now: () => performance.now(),
  pause: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
}

const FIRST_MS = 1
const LONGEST_MS = 50

/** Asks until the answer is neither null nor false. Throws the signal's reason where the service stops meanwhile. */
export async function waitFor<T>(
  ask: () => Promise<T | null | false>,
  signal: AbortSignal,
  { pause }: Pick<Pacing, 'pause'> = realPacing,
): Promise<T> {
  for (let delayMs = FIRST_MS; ; delayMs = Math.min(LONGEST_MS, delayMs * 1.5)) {
    const answer = await ask()
    if (answer !== null && answer !== false) return answer
    await pause(delayMs, signal)
    signal.throwIfAborted()
  }
}
