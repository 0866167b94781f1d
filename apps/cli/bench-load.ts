// Puts load on a service: calls side by side for a while or at a pace, and the wait until all that was written has been
// processed.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from './api-client.ts'
import type { Meter } from './bench-meter.ts'
import { inParallel } from './measures.ts'
import { countProcessed } from './processed.ts'

/** A service under measurement, with the app that the measurement writes to. */
export type Subject = { client: ApiClient; appId: string; signal: AbortSignal; meter: Meter }

export type Message = { userId: string; content: string }

/** Requests under way at once while there is load. */
export const CLIENTS = 32
const POLL_MS = 20

/** Calls in so many lanes until the time is over; `call` gives its milliseconds, and so does this, of all. */
export async function during(
  durationMs: number,
  lanes: number,
  call: () => Promise<number>,
): Promise<number[]> {
  const latenciesMs: number[] = []
  const startedAt = performance.now()
  const lane = async () => {
    while (performance.now() - startedAt < durationMs) latenciesMs.push(await call())
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return latenciesMs
}

/** Calls so many times a second, however long each takes. */
export function paced<T>(
  { signal }: Subject,
  { calls, perSecond }: { calls: number; perSecond: number },
  call: (index: number) => Promise<T>,
): Promise<T[]> {
  const due = async (_: unknown, index: number) => {
    await sleep((index * 1000) / perSecond, undefined, { signal })
    return call(index)
  }
  return Promise.all(Array.from({ length: calls }, due))
}

/** Gives the milliseconds of its acknowledgement. */
export async function write({ client, appId }: Subject, message: Message): Promise<number> {
  const body = { appId, ...message, contentType: 'conversation' as const }
  return (await client.memorize(body)).elapsedMs
}

/** Writes all of them as fast as the service takes them, and waits until they are processed. */
export async function writeAll(subject: Subject, messages: readonly Message[]): Promise<void> {
  await inParallel(messages, CLIENTS, (message) => write(subject, message))
  await untilProcessed(subject, messages)
}

/**
 * Resolves when everything that was written is processed, and so can be retrieved. Asks little meanwhile, because what
 * asks takes its time from what is measured: a user's newest write first, and all of them once that one is processed.
 */
async function untilProcessed(
  { client, appId, signal }: Subject,
  messages: readonly Message[],
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
