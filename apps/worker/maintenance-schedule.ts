// Requests daily maintenance for every user for whom there is something to do. Runs beside extract-facts. Any number of
// workers may ask: the request of a user and day has one id, and maintenance that is done already is recognised.
import type { Logger } from 'pino'
import type { EventLog } from '../../infra/ports/event-log.ts'
import type { KeyStore } from '../../infra/ports/key-store.ts'
import type { MemoryStore } from '../../infra/ports/memory-store.ts'
import { asError } from '../../infra/runtime/certain.ts'
import { defaultRetry, GaveUp, withRetry } from '../../infra/runtime/fail/retry.ts'
import { pagesOf } from '../../infra/runtime/pages.ts'
import { sleep } from '../../infra/runtime/wait/pause.ts'
import { isNothing, plan } from '../../processors/maintenance/decide.ts'
import { maintenanceRecord, scheduledId } from '../../processors/maintenance/request.ts'
import { survey } from '../../processors/maintenance/survey.ts'
import type { Scope } from '../../schemas/identifiers.ts'

export type Clock = {
  now(): Date
  /** Rejects if the signal is aborted meanwhile. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

type ScheduleOptions = {
  ports: { log: EventLog; keys: KeyStore; memory: MemoryStore }
  /** In UTC. */
  hour: number
  logger: Logger
  clock?: Clock
}

/**
 * A process that just started first catches up with what it reads. This run also makes up for an hour that the process
 * missed.
 */
export const START_DELAY_MS = 10 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const USERS_A_PAGE = 200

export const systemClock: Clock = { now: () => new Date(), sleep }

/** Returns a function that stops it, and waits until it has stopped. */
export function startMaintenanceSchedule(options: ScheduleOptions): () => Promise<void> {
  const { ports, logger, clock = systemClock } = options
  return daily({ ...options, failed: 'asking for maintenance failed' }, async (signal) => {
    const told = await askForMaintenance(ports, clock, signal)
    logger.info(told, 'asked for the maintenance of memories')
  })
}

type Daily = Omit<ScheduleOptions, 'ports'> & {
  /** What the log tells of a day on which the work failed. */
  failed: string
  /** By how many milliseconds this process begins later than others. */
  apart?: () => number
}

/** Does the work once a day. Returns a function that stops it, and waits until it has stopped. */
export function daily(
  { hour, logger, clock = systemClock, failed, apart = () => 0 }: Daily,
  work: (signal: AbortSignal) => Promise<void>,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = (async () => {
    await clock.sleep(START_DELAY_MS + apart(), signal)
    for (;;) {
      try {
        await work(signal)
      } catch (error) {
        signal.throwIfAborted()
        // No error may end the processing: the next day does what this one left.
        logger.error({ errorClass: asError(error).name }, failed)
      }
      await clock.sleep(untilHour(hour, clock.now()) + apart(), signal)
    }
  })().catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return async () => {
    stopping.abort(new Error('stopping'))
    await running
  }
}

/** Milliseconds until the next occurrence of the hour; a whole day if it is exactly that hour. */
export function untilHour(hour: number, now: Date): number {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const today = midnight + hour * HOUR_MS - now.getTime()
  return today > 0 ? today : today + DAY_MS
}

/** Goes through all users once; returns how many there were, for how many it asked, and for how many it failed. */
export async function askForMaintenance(
  ports: ScheduleOptions['ports'],
  { now }: Pick<Clock, 'now'>,
  signal: AbortSignal,
): Promise<{ users: number; asked: number; failed: number }> {
  const counts = { users: 0, asked: 0, failed: 0 }
  const pages = pagesOf((cursor) =>
    withRetry(() => ports.memory.users({ limit: USERS_A_PAGE, cursor }), {
      ...defaultRetry,
      signal,
    }),
  )
  for await (const page of pages) {
    for (const scope of page) {
      signal.throwIfAborted()
      counts.users++
      const outcome = await askFor(ports, scope, { now: now(), signal })
      if (outcome !== 'nothing') counts[outcome]++
    }
  }
  return counts
}

/** A user whose memory cannot be read does not delay the others. */
async function askFor(
  ports: ScheduleOptions['ports'],
  scope: Scope,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<'asked' | 'nothing' | 'failed'> {
  const ask = async () => {
    // No request if there is nothing to do: two events per user and day would stay in the log for ever.
    if (isNothing(plan(await survey(ports.memory, scope, now.toISOString())))) return 'nothing'
    const id = scheduledId(scope, now.toISOString().slice(0, 10))
    await ports.log.append([
      await maintenanceRecord(ports, { ...scope, id, now, requestedBy: 'schedule' }),
    ])
    return 'asked'
  }
  try {
    return await withRetry(ask, { ...defaultRetry, signal })
  } catch (error) {
    if (error instanceof GaveUp) return 'failed'
    throw error
  }
}
