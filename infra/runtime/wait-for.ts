// Waits for another processor's progress, by asking its store. For processors that must see what another has done.
import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_MS = 1
const LONGEST_MS = 50

/** Asks until the answer is neither null nor false. Throws the signal's reason where the service stops meanwhile. */
export async function waitFor<T>(
  ask: () => Promise<T | null | false>,
  signal: AbortSignal,
): Promise<T> {
  for (let delayMs = FIRST_MS; ; delayMs = Math.min(LONGEST_MS, delayMs * 1.5)) {
    const answer = await ask()
    if (answer !== null && answer !== false) return answer
    await sleep(delayMs, undefined, { signal }).catch(() => undefined)
    signal.throwIfAborted()
  }
}
