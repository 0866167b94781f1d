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

/**
 * Resolves when everything that was written is processed, and so can be retrieved. Asks little meanwhile, because what
 * asks takes its time from what is measured: a user's newest write first, and all of them once that one is processed.
 */
export async function untilProcessed(
  { client, appId, signal }: Subject,
  messages: readonly Pick<Message, 'userId'>[],
): Promise<void> {
  const writes = new Map<string, number>()
  for (const { userId } of messages) writes.set(userId, (writes.get(userId) ?? 0) + 1)
  for (const [userId, expected] of writes) {
    const scope = { appId, userId }
    const isProcessed = async () => {
      const newest = await client.resources(scope, { limit: 1, cursor: null })
      if (newest.data.some(({ status }) => status === 'queued')) return false
      return (await countProcessed(client, scope)) >= expected
    }
    while (!(await isProcessed())) await sleep(POLL_MS, undefined, { signal })
  }
}
