// Puts load on a service: parallel writers, and the wait until all that was written has been
// processed.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from './api-client.ts'
import { inParallel } from './measures.ts'
import { countProcessed } from './processed.ts'

/** A service under measurement, with the app that the measurement writes to. */
export type Subject = { client: ApiClient; appId: string; signal: AbortSignal }

export type Message = { userId: string; content: string }

/** Requests under way at once while there is load. */
export const CLIENTS = 32
const POLL_MS = 20

/** Writes until the time is over; gives the milliseconds of each acknowledgement. */
export async function writeFor(
  { client, appId }: Subject,
  durationMs: number,
  next: () => Message,
): Promise<{ latenciesMs: number[]; elapsedMs: number }> {
  const latenciesMs: number[] = []
  const startedAt = performance.now()
  const lane = async () => {
    while (performance.now() - startedAt < durationMs) {
      const body = { appId, ...next(), contentType: 'conversation' as const }
      latenciesMs.push((await client.memorize(body)).elapsedMs)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, lane))
  return { latenciesMs, elapsedMs: performance.now() - startedAt }
}

/** Writes all of them as fast as the service takes them. */
export async function writeAll(
  { client, appId }: Subject,
  messages: readonly Message[],
): Promise<void> {
  await inParallel(messages, CLIENTS, (message) =>
    client.memorize({ appId, ...message, contentType: 'conversation' }),
  )
}

/** Resolves when nothing waits and the users have so many processed resources in all. */
export async function untilProcessed(
  subject: Subject,
  users: readonly string[],
  expected: number,
): Promise<void> {
  const { client, appId } = subject
  for (;;) {
    const { components } = await client.health()
    if (components.queue.queueDepth === 0) {
      const counts = await inParallel(users, CLIENTS, (userId) =>
        countProcessed(client, { appId, userId }),
      )
      if (counts.reduce((sum, count) => sum + count, 0) >= expected) return
    }
    await sleep(POLL_MS, undefined, { signal: subject.signal })
  }
}
