// Waits for what an adapter brings about in its own time: asks again until it holds or the deadline has passed, and
// then tells the last reason why it did not.
import { setTimeout as sleep } from 'node:timers/promises'

/** Shorter where mutants are judged: most of them make somebody wait in vain. */
const DEADLINE_MS = Number(process.env.EVENTUALLY_MS ?? 15_000)
const PAUSE_MS = 10

export async function eventually<T>(
  check: () => T | Promise<T>,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  const deadline = Date.now() + deadlineMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(PAUSE_MS)
    }
  }
}
