// Asks again and again until there is an answer: for what another processor, process or server has to do first.
import { sleep } from './pause.ts'

/** The clock and how to wait; tests have their own. */
export type Pacing = {
  /** Milliseconds since some moment. */
  now(): number
  /** Resolves after `ms`, or when the signal is aborted. */
  pause(ms: number, signal?: AbortSignal): Promise<void>
}

export const realPacing: Pacing = {
  now: () => performance.now(),
  pause: (ms, signal) => sleep(ms, signal).catch(() => undefined),
}

const FIRST_MS = 1
const LONGEST_MS = 50

/** The pauses between two questions: they grow by half from the first to the longest. */
type Polling = Partial<Pick<Pacing, 'pause'>> & { firstMs?: number; longestMs?: number }

/** Asks until the answer is neither null nor false. Throws the signal's reason if it aborts first. */
export async function waitFor<T>(
  ask: () => Promise<T | null | false>,
  signal: AbortSignal,
  { pause = realPacing.pause, firstMs = FIRST_MS, longestMs = LONGEST_MS }: Polling = {},
): Promise<T> {
  for (let delayMs = firstMs; ; delayMs = Math.min(longestMs, delayMs * 1.5)) {
    const answer = await ask()
    if (answer !== null && answer !== false) return answer
    await pause(delayMs, signal)
    signal.throwIfAborted()
  }
}

/** The same for at most `patienceMs`. Null if there is no answer by then. */
export async function waitAtMost<T>(
  ask: () => Promise<T | null | false>,
  patienceMs: number,
  polling: Polling = {},
): Promise<T | null> {
  const patience = AbortSignal.timeout(patienceMs)
  try {
    return await waitFor(ask, patience, polling)
  } catch (error) {
    if (error === patience.reason) return null
    throw error
  }
}
