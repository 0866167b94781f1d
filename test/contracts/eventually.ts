// Waits for an asynchronous effect of an adapter: asks again until it holds or the deadline has passed, and then
// reports the last reason for failure.
import { setTimeout as sleep } from 'node:timers/promises'

/** Shorter where mutants are judged: most of them make a test wait in vain. */
const DEADLINE_MS = Number(process.env.EVENTUALLY_MS ?? 45_000)
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
