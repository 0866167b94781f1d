// The settings as every process holds them: read once at start, then followed. Small, so they are held in memory.
import { randomUUID } from 'node:crypto'
import type { EventLog, LogPosition, LogRecord } from '../../infra/ports/event-log.ts'
import type { KeyStore } from '../../infra/ports/key-store.ts'
import { createDecoder } from '../../infra/runtime/envelope/codec.ts'
import { defaultRetry, Outage, withRetry } from '../../infra/runtime/fail/retry.ts'
import { createSharedAnswer } from '../../infra/runtime/wait/shared-answer.ts'
import type { Category } from '../../schemas/categories.ts'
import type { Trustable } from '../../schemas/channels.ts'
import type { SettingsEvent } from '../../schemas/events/catalogue.ts'
import { categoriesOf, evolve, noSettings, type Settings, templateOf, trustOf } from './evolve.ts'

const TOPIC = 'memory.settings.v1'
const MAX_RECORDS = 500

export type SettingsView = {
  current(): Settings
  categoriesOf(appId: string): readonly Category[]
  templateOf(appId: string, eventType: string): string | undefined
  trustOf(appId: string): readonly Trustable[]
  /**
   * Resolves once the record at that position is part of the view; rejects with an Outage if the view is closed before.
   */
  reached(at: LogPosition): Promise<void>
  /**
   * Resolves once everything that is in the topic now is part of the view: for callers that must not miss a change.
   * Those that come while it is read share the next reading, because this one may have begun too early for them.
   */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

type Waiter = { at: LogPosition; resolve: () => void; reject: (error: unknown) => void }

/** Resolves when everything that is in the topic now has been read. */
export async function followSettings(parts: {
  log: EventLog
  keys: KeyStore
  failed: (error: Error) => void
}): Promise<SettingsView> {
  let settings = noSettings
  const stands = new Map<number, number>()
  const reached = (at: LogPosition) => (stands.get(at.partition) ?? -1) >= at.position
  const closing = new AbortController()
  const waiting = new Set<Waiter>()
  const settle = () => {
    for (const waiter of waiting) {
      if (!reached(waiter.at)) continue
      waiting.delete(waiter)
      waiter.resolve()
    }
  }
  // Read by the subscription and by callers of `caughtUp`: one at a time, and each record counts once.
  let taking: Promise<unknown> = Promise.resolve()
  const take = (records: readonly LogRecord[]) => {
    const taken = taking.then(() => fold(records))
    taking = taken.catch(() => undefined)
    return taken
  }
  const fold = async (records: readonly LogRecord[]) => {
    const decode = createDecoder(parts.keys)
    for (const record of records) {
      if (reached(record)) continue
      // A sealed record needs a key: while the keys cannot be reached, the view waits.
      const decoded = await withRetry(() => decode(record), {
        ...defaultRetry,
        signal: closing.signal,
      })
      if (decoded.ok) settings = evolve(settings, decoded.event as SettingsEvent)
      stands.set(record.partition, record.position)
      // At once, because the next record may not be readable.
      settle()
    }
  }
  const catchUp = async () => {
    for (const partition of parts.log.partitions(TOPIC)) {
      const from = { topic: TOPIC, partition, after: stands.get(partition) } as const
      for await (const records of parts.log.read(from)) await take(records)
    }
  }
  await catchUp()
  const subscription = await parts.log.subscribe({
    group: `settings-${randomUUID()}`,
    topics: [TOPIC],
    maxRecords: MAX_RECORDS,
    resumeAfter: async (_, partition) => stands.get(partition),
    deliver: async (delivery) => {
      // Records that are not taken in before the close are read again at the next start.
      await take(delivery.records).catch((error) => {
        if (!closing.signal.aborted) throw error
      })
    },
    failed: parts.failed,
  })
  return {
    current: () => settings,
    categoriesOf: (appId) => categoriesOf(settings, appId),
    templateOf: (appId, eventType) => templateOf(settings, appId, eventType),
    trustOf: (appId) => trustOf(settings, appId),
    reached: (at) =>
      new Promise((resolve, reject) => {
        if (reached(at)) resolve()
        else if (closing.signal.aborted) reject(closing.signal.reason)
        else waiting.add({ at, resolve, reject })
      }),
    caughtUp: createSharedAnswer(catchUp, { holdsMs: 0 }).fresh,
    close: () => {
      closing.abort(new Outage('the settings are no longer followed'))
      for (const { reject } of waiting) reject(closing.signal.reason)
      return subscription.close()
    },
  }
}
