// Puts load on a service: concurrent calls for a while or at a fixed pace, then a wait until every write has been
// processed.
import { inParallel } from '../../../../infra/runtime/in-parallel.ts'
import { sleep } from '../../../../infra/runtime/wait/pause.ts'
import type { ApiClient } from '../../command/api-client.ts'
import { countProcessed } from '../../operate/processed.ts'
import type { Meter } from '../measure/meter.ts'

/** A service under measurement, with the app that the measurement writes to. */
export type Subject = { client: ApiClient; appId: string; signal: AbortSignal; meter: Meter }

export type Message = { userId: string; content: string; metadata?: { timestamp: string } }

/** Concurrent requests while there is load. */
export const CLIENTS = 32
/** Requests under way at once while nothing is measured but the wait. */
const AT_ONCE = 8
const POLL_MS = 10

/** Runs `call` in so many lanes until the time is over; returns the milliseconds of every call. */
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

export const called = (latenciesMs: readonly number[]) => ({
  calls: latenciesMs.length,
  latenciesMs,
})

/** Starts so many calls a second, however long each takes. */
export function paced<T>(
  { signal }: Subject,
  { calls, perSecond }: { calls: number; perSecond: number },
  call: (index: number) => Promise<T>,
): Promise<T[]> {
  const due = async (_: unknown, index: number) => {
    await sleep((index * 1000) / perSecond, signal)
    return call(index)
  }
  return Promise.all(Array.from({ length: calls }, due))
}

/** Returns the milliseconds until its acknowledgement. */
export async function write(subject: Subject, message: Message): Promise<number> {
  return (await acknowledged(subject, message)).elapsedMs
}

/** Returns the answer, which names the write. */
export async function acknowledged({ client, appId }: Subject, message: Message) {
  const body = { appId, ...message, contentType: 'conversation' as const }
  return client.memorize(body)
}

/** Writes all of them as fast as the service takes them, and waits until they are processed. */
export function writeAll(subject: Subject, messages: readonly Message[]): Promise<void> {
  return writeInTurn(
    subject,
    messages.map((message) => [message]),
  )
}

/** The same; those of a list are written one after another. */
export async function writeInTurn(
  subject: Subject,
  lists: readonly (readonly Message[])[],
): Promise<void> {
  const newest = new Map<string, { resourceId: string; writes: number }>()
  await inParallel(lists, CLIENTS, async (messages) => {
    for (const message of messages) {
      const { body } = await acknowledged(subject, message)
      const writes = (newest.get(message.userId)?.writes ?? 0) + 1
      newest.set(message.userId, { resourceId: body.resourceId, writes })
    }
  })
  await untilProcessed(subject, newest)
}

/**
 * Resolves when every write is processed, and so can be retrieved. Polls sparingly, because polling takes time from
 * what is measured: it asks about one write of each user, and at the end for each user's count.
 */
async function untilProcessed(
  subject: Subject,
  newest: ReadonlyMap<string, { resourceId: string; writes: number }>,
): Promise<void> {
  const { client, appId } = subject
  for (const [userId, { resourceId }] of newest) await untilHandled(subject, userId, resourceId)
  await inParallel([...newest], AT_ONCE, ([userId, { writes }]) =>
    untilTrue(subject, async () => (await countProcessed(client, { appId, userId })) >= writes),
  )
}

/** Resolves when a write is processed or has failed. One that is processed can be retrieved. */
export async function untilHandled(
  subject: Subject,
  userId: string,
  resourceId: string,
): Promise<void> {
  const { client, appId } = subject
  await untilTrue(subject, async () => {
    const { resource } = await client.resource({ appId, userId }, resourceId)
    return resource.status !== 'queued'
  })
}

/**
 * Resolves when every processor stands at the end of the log. Processors that no write waits for, such as those of the
 * graph and of the audit, work longer, and what is measured beside them would be their backlog.
 */
export function untilSettled({
  client,
  signal,
}: Pick<Subject, 'signal'> & { client: Pick<ApiClient, 'lag'> }): Promise<void> {
  return untilTrue({ signal }, async () => {
    const { processors } = await client.lag()
    return processors.every(({ records }) => records === 0)
  })
}

/** Polls again after a tenth of the time waited so far, so that polling does not become the load. */
async function untilTrue(
  { signal }: Pick<Subject, 'signal'>,
  isTrue: () => Promise<boolean>,
): Promise<void> {
  const startedAt = performance.now()
  while (!(await isTrue())) {
    const waitedMs = performance.now() - startedAt
    await sleep(Math.max(POLL_MS, waitedMs / 10), signal)
  }
}
