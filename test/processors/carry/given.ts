// The start of the tests of carrying: events as an export tells them, and what a service holds while nothing runs.
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach } from 'vitest'
import type { EventLog, LogRecord } from '../../../infra/ports/event-log.ts'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import type { ObjectStore } from '../../../infra/ports/object-store.ts'
import { firstOf, getFrom } from '../../../infra/runtime/certain.ts'
import { seal } from '../../../infra/runtime/envelope/seal.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import { type ExportedEvent, exportLine } from '../../../schemas/api/reading/export.ts'
import { type DomainEvent, definitions } from '../../../schemas/events/catalogue.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { TopicName } from '../../../schemas/topics.ts'
import { storedEvent } from '../../contracts/given.ts'

export const ANN = { appId: 'app', userId: 'ann' }
export const BOB = { appId: 'app', userId: 'bob' }

/** What only the service that carried it out can state. */
export const statements = [
  'MemoryForgotten',
  'ExtractionFenced',
  'ExtractionResumed',
  'ResourceErased',
  'MemoryErased',
  'ReceiptIssued',
] as const satisfies DomainEvent['type'][]

export type Service = { log: EventLog; keys: KeyStore; objects: ObjectStore }

/** A service without any event, for each test. */
export function eachService(): () => Service {
  let service: Service
  const path = ':memory:'
  beforeEach(() => {
    service = {
      log: createSqliteEventLog({ directory: null }),
      keys: createSqliteKeyStore({ path, masterKey: new Uint8Array(32) }),
      objects: createSqliteObjectStore({ path }),
    }
  })
  afterEach(() => Promise.all(Object.values(service).map((port) => port.close())))
  return () => service
}

type Parts = Partial<Omit<ExportedEvent, 'kind' | 'topic' | 'type'>>

/** The event of the golden fixture, in its newest version, with an id of its own and these parts; content with its hash. */
export function exported(type: DomainEvent['type'], { open, ...parts }: Parts = {}): ExportedEvent {
  const { version } = getFrom(definitions, type)
  const golden = new URL(`../../schemas/events/golden/${type}.v${version}.json`, import.meta.url)
  const { topic, stored, sealed } = JSON.parse(readFileSync(golden, 'utf8'))
  const line = exportLine.parse({
    kind: 'event',
    topic,
    position: 1,
    ...stored,
    id: randomUUID(),
    sealed: parts.raw == null ? sealed : { ...sealed, contentHash: hashOf(parts.raw) },
    raw: null,
    ...parts,
    open: { ...stored.open, ...open },
  })
  if (line.kind !== 'event') throw new TypeError('the line holds no event')
  return line
}

function hashOf(raw: string): string {
  return createHash('sha256').update(raw).digest('hex')
}

/** Appends the events as this service writes them, under the user's current key. */
export async function written(
  { log, keys }: Service,
  scope: Scope,
  events: readonly ExportedEvent[],
): Promise<void> {
  const key = firstOf(await keys.current([scope]))
  for (const { topic, id, type, open, sealed: plain } of events) {
    const { version } = getFrom(definitions, type)
    const bytes = Buffer.from(JSON.stringify(plain))
    const sealed = plain === null ? null : seal(key, { ...scope, id }, bytes)
    await log.append([{ topic, event: storedEvent(scope, { id, type, version, open, sealed }) }])
  }
}

export async function recordsOfUser(
  { log }: Service,
  topic: TopicName,
  scope: Scope = ANN,
): Promise<LogRecord[]> {
  const found: LogRecord[] = []
  const partition = log.partitionOf(topic, scope)
  for await (const records of log.read({ topic, partition, scope })) found.push(...records)
  return found
}
