// Events of ours in their real shape, and foreign clients.
import { Kafka, logLevel } from 'kafkajs'
import type { EventLog } from '../../../infra/ports/event-log.ts'
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { AnyTopicName } from '../../../schemas/topics.ts'
import { newScope, storedEvent } from '../../contracts/given.ts'
import { recordsOf } from '../runtime/given.ts'
import { cluster } from './cluster.ts'

export const TOPIC = 'memory.writes.v1'

export function contentStored(scope: Scope, overrides: Partial<StoredEvent> = {}): StoredEvent {
  return storedEvent(scope, {
    open: {
      objectKey: 'raw/1',
      contentBytes: 12,
      keyGeneration: 1,
      contentType: 'document',
      threadId: null,
      language: null,
    },
    sealed: Uint8Array.from([1, 2, 3]),
    ...overrides,
  })
}

export function newRecord(scope: Scope, overrides: Partial<StoredEvent> = {}) {
  return { topic: TOPIC as AnyTopicName, event: contentStored(scope, overrides) }
}

/** A foreign client, without our settings. */
export function foreignClient(): Kafka {
  return new Kafka({
    brokers: cluster.brokers,
    clientId: 'foreign',
    logLevel: logLevel.NOTHING,
  })
}

export async function idsIn(log: EventLog, topic: AnyTopicName = TOPIC): Promise<string[]> {
  return (await recordsOf(log, topic)).map(({ event }) => event?.id ?? 'no event')
}

/** Callers that append until the time is over, and retry failures; returns what was acknowledged. */
export async function appendFor(ms: number, log: EventLog): Promise<string[]> {
  const acknowledged: string[] = []
  const end = Date.now() + ms
  const caller = async () => {
    const scope = newScope()
    while (Date.now() < end) {
      const record = newRecord(scope)
      const done = await log.append([record]).catch(() => null)
      if (done) acknowledged.push(record.event.id)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  await Promise.all(Array.from({ length: 8 }, caller))
  return acknowledged
}
