// The status of a write is known from the moment at which it is in the log, with the reason for a delay.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createWhereItStands } from '../../../../../apps/api/routes/writing/where-it-stands.ts'
import type { EventLog, LogRecord, ReadOptions } from '../../../../../infra/ports/event-log.ts'
import type {
  DecidingMemory,
  MemoryDocument,
  Resource,
} from '../../../../../infra/ports/memory-store.ts'
import type { Ports } from '../../../../../infra/ports/ports.ts'
import { seal, sealedUnder } from '../../../../../infra/runtime/envelope/seal.ts'
import { deadLetterOf } from '../../../../../infra/runtime/fail/dead-letter.ts'
import type { RetryState } from '../../../../../infra/runtime/fail/failure-log.ts'
import { Outage } from '../../../../../infra/runtime/fail/retry.ts'
import { createSqliteEventLog } from '../../../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../../../infra/sqlite/key-store.ts'
import { createSqliteMemoryStore } from '../../../../../infra/sqlite/memory-store.ts'
import type { StoredEvent } from '../../../../../schemas/events/envelope.ts'
import type { Scope } from '../../../../../schemas/identifiers.ts'
import { newScope, storedEvent } from '../../../../contracts/given.ts'
import { resourceDocument } from '../../../../contracts/memory-documents.ts'
import { appendAll, contentStored, recordsOf } from '../../../../infra/runtime/given.ts'

const WRITES = 'memory.writes.v1'
const open = () => {
  const log = createSqliteEventLog({ directory: null })
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey: randomBytes(32) })
  return { log, keys, memory: createSqliteMemoryStore({ path: ':memory:' }) }
}
let ports: ReturnType<typeof open>
let scope: Scope
beforeEach(() => {
  ports = open()
  scope = newScope()
})
afterEach(() => Promise.all(Object.values(ports).map((port) => port.close())))

const ask = (
  id: string,
  { of = scope, retry = null as RetryState | null, memory = ports.memory } = {},
) =>
  createWhereItStands({
    ports: { ...ports, memory } as unknown as Ports,
    retryOf: async () => retry,
    intake: ANOTHERS,
  })(of, id)

/** Another process accepted the writes. */
const ANOTHERS = { placeOf: () => undefined }

async function written(): Promise<LogRecord> {
  const [id] = await appendAll(ports, [contentStored(scope)])
  return (await recordsOf(ports.log, WRITES)).find(({ event }) => event!.id === id)!
}

/** As index-memory does it. */
async function indexed(record: LogRecord, resource: Partial<Resource> = {}): Promise<LogRecord> {
  const { event, position: version } = record
  await passed(record, [resourceDocument(scope, { id: event!.id, version, resource })])
  return record
}

/** Without documents: as index-memory does it where the write was forgotten. */
async function passed({ position }: LogRecord, documents: readonly MemoryDocument[] = []) {
  const checkpoint = { topic: WRITES, partition: 0, position } as const
  await ports.memory.apply({ checkpoint, documents, fences: [], erasedResources: [], erasures: [] })
}

async function deadLettered(record: LogRecord, processor: string): Promise<void> {
  const why = { processor, errorClass: 'ObjectMissing', reason: 'it is gone', attempts: 4 }
  await ports.log.append([deadLetterOf(record, { ...why, recordedAt: new Date().toISOString() })])
}

test('given a write that no processor has read, when asked for, then it is queued and waits for extraction', async () => {
  const { event } = await written()
  const { resource, indexed, processing } = (await ask(event!.id))!
  expect({ resource, indexed, processing }).toEqual({
    indexed: false,
    resource: {
      id: event!.id,
      status: 'queued',
      contentType: 'document',
      threadId: null,
      receivedAt: event!.recordedAt,
      processedAt: null,
      contentBytes: 1,
      facts: 0,
      reason: null,
    },
    processing: {
      processor: 'extract-facts',
      state: 'waiting',
      attempts: null,
      errorClass: null,
      nextAttemptAt: null,
    },
  })
})

/** Appends an event of another type than `written` does; returns its id. */
async function appended(more: Pick<StoredEvent, 'type' | 'open'>): Promise<string> {
  const event = storedEvent(scope, more)
  const [key] = await ports.keys.current([scope])
  const sealed = seal(key!, event, Buffer.from('{}'))
  await ports.log.append([{ topic: WRITES, event: { ...event, sealed } }])
  return event.id
}

test('given what a client said in a thread, or an activity, when asked for, then that is told', async () => {
  const said = { contentType: 'conversation', threadId: 'a thread' }
  expect(await ask(await appended({ type: 'ContentStored', open: said }))).toMatchObject({
    resource: said,
  })
  const activity = await appended({ type: 'ActivityRecorded', open: { contentBytes: 7 } })
  expect(await ask(activity)).toMatchObject({
    resource: { status: 'queued', contentType: 'event', threadId: null, contentBytes: 7 },
  })
})

test('given an event that is no write, when asked for, then there is none', async () => {
  expect(await ask(await appended({ type: 'MemoryForgotten', open: {} }))).toBeNull()
})

test('given another user’s write, or none, when asked for, then there is none', async () => {
  const { event } = await written()
  expect(await ask(event!.id, { of: newScope() })).toBeNull()
  expect(await ask(randomUUID())).toBeNull()
})

test('given a write that was forgotten, when asked for, then it is not found behind the index', async () => {
  const record = await written()
  const next = await written()
  await indexed(next)
  expect(await ask(record.event!.id)).toBeNull()
  expect(await ask(next.event!.id)).toMatchObject({ indexed: true })
})

test('given a write that was read and is not indexed, when asked for, then it waits for the index', async () => {
  const { event, ...place } = await written()
  await ports.log.commit({ group: 'extract-facts', records: [], checkpoints: [place] })
  expect(await ask(event!.id)).toMatchObject({ processing: { processor: 'index-memory' } })
})

test('given a write that was read and is not indexed, when asked for again, then it is known still', async () => {
  const { event, ...place } = await written()
  await ports.log.commit({ group: 'extract-facts', records: [], checkpoints: [place] })
  const { where } = given()
  for (let times = 0; times < 2; times++) {
    expect(await where(event!.id)).toMatchObject({
      indexed: false,
      processing: { processor: 'index-memory' },
    })
  }
})

test('given a record that cannot be understood, when it is met, then what stands behind it is found', async () => {
  const { event } = await written()
  const odd: LogRecord = { topic: WRITES, partition: 0, position: 0, event: null, defect: 'odd' }
  async function* read(stretch: ReadOptions) {
    yield [odd]
    yield* ports.log.read(stretch)
  }
  const services = { ports: { ...ports, log: { ...ports.log, read } } as unknown as Ports }
  const where = createWhereItStands({ ...services, retryOf: async () => null, intake: ANOTHERS })
  expect(await where(scope, event!.id)).toMatchObject({ resource: { id: event!.id } })
})

test('given a write that is tried again, when asked for, then attempts, cause and next attempt are told', async () => {
  const record = await indexed(await written())
  const retry: RetryState = {
    processor: 'extract-facts',
    write: 'its key',
    attempts: 3,
    errorClass: 'LanguageModelUnavailable',
    nextAttemptAt: '2026-11-21T10:00:00.000Z',
  }
  const { write: _, ...shown } = retry
  const { processing } = (await ask(record.event!.id, { retry }))!
  expect(processing).toEqual({ ...shown, state: 'retrying' })
})

test.each([true, false])(
  'given a write that extraction dead-lettered (indexed: %s), when asked for, then it failed, with the cause',
  async (isIndexed) => {
    const record = await written()
    if (isIndexed) await indexed(record)
    await deadLettered(record, 'index-memory')
    await deadLettered(record, 'extract-facts')
    expect(await ask(record.event!.id)).toMatchObject({
      resource: { status: 'failed', reason: 'it is gone' },
      processing: {
        processor: 'extract-facts',
        state: 'dead-lettered',
        attempts: 4,
        errorClass: 'ObjectMissing',
        nextAttemptAt: null,
      },
    })
  },
)

test('given a write that the index dead-lettered, when asked for, then it is told so', async () => {
  const record = await written()
  await deadLettered(record, 'index-memory')
  await indexed(await written())
  expect(await ask(record.event!.id)).toMatchObject({
    indexed: false,
    resource: { status: 'queued' },
    processing: { processor: 'index-memory', state: 'dead-lettered' },
  })
})

test('given a processed write, when asked for, then nothing holds it up', async () => {
  const record = await indexed(await written(), { status: 'processed' })
  expect(await ask(record.event!.id)).toMatchObject({ indexed: true, processing: null })
})

test('given a write that failed for good, when asked for, then nothing holds it up', async () => {
  const record = await indexed(await written(), { status: 'failed' })
  expect(await ask(record.event!.id)).toMatchObject({
    resource: { status: 'failed' },
    processing: null,
  })
})

test('given a write that failed and was dead-lettered, when asked for, then it keeps its own reason', async () => {
  const record = await indexed(await written(), {
    status: 'failed',
    reason: 'it went over its budget',
  })
  await deadLettered(record, 'extract-facts')
  expect(await ask(record.event!.id)).toMatchObject({
    resource: { status: 'failed', reason: 'it went over its budget' },
    processing: { state: 'dead-lettered' },
  })
})

test('given a dead letter at whose place another write lies, when asked for, then that one is not told', async () => {
  const record = await written()
  const other = await written()
  await deadLettered({ ...record, position: other.position }, 'index-memory')
  await indexed(other)
  expect(await ask(record.event!.id)).toBeNull()
})

test('given an index that is down, when asked for, then what was not read yet is told, and the rest is an outage', async () => {
  const done = await written()
  const { event: _, ...place } = done
  await ports.log.commit({ group: 'extract-facts', records: [], checkpoints: [place] })
  const { event } = await written()
  const down = () => Promise.reject(new Outage('down'))
  const memory: DecidingMemory = { ...ports.memory, checkpoints: down, resource: down }
  expect(await ask(event!.id, { memory })).toMatchObject({ resource: { status: 'queued' } })
  await expect(ask(done.event!.id, { memory })).rejects.toThrow(Outage)
})

test('given an index that fails otherwise, when asked for what was not read yet, then the failure is not hidden', async () => {
  const { event } = await written()
  const memory = { ...ports.memory, resource: () => Promise.reject(new Error('a bug')) }
  await expect(ask(event!.id, { memory })).rejects.toThrow('a bug')
})

/** Asks over a log that answers only where records lie. */
function askOver(error: Error, id: string) {
  const refuse = () => Promise.reject(error)
  const read = () => ({ [Symbol.asyncIterator]: () => ({ next: refuse }) })
  const log = { ...ports.log, checkpoints: refuse, ends: refuse, read }
  const services = {
    ports: { ...ports, log } as unknown as Ports,
    retryOf: async () => null,
    intake: ANOTHERS,
  }
  return createWhereItStands(services)(scope, id)
}

test('given a log that is down, when asked for what the index knows, then that is told', async () => {
  const record = await indexed(await written())
  const down = new Outage('down')
  const known = await askOver(down, record.event!.id)
  expect(known).toMatchObject({ processing: { processor: 'extract-facts', state: 'waiting' } })
  await expect(askOver(down, randomUUID())).rejects.toThrow(Outage)
})

test('given a log that fails otherwise, when asked for what the index knows, then the failure is not hidden', async () => {
  const record = await indexed(await written())
  const failed = askOver(new Error('a bug'), record.event!.id)
  await expect(failed).rejects.toThrow('a bug')
})

/** One process with many callers: counts its requests to the log and to the index. The test controls time. */
function given({ accepted = [] as readonly LogRecord[] } = {}) {
  const asked = { ends: 0, letters: 0, tails: 0, extraction: 0, index: 0, resources: 0 }
  const reads: ReadOptions[] = []
  const clock = { ms: 0 }
  /** What asking where extraction stands fails with. */
  const fails = { with: null as Error | null }
  const log: EventLog = {
    ...ports.log,
    read: (stretch) => {
      asked[stretch.topic === WRITES ? 'tails' : 'letters']++
      reads.push(stretch)
      return ports.log.read(stretch)
    },
    ends: (topic) => {
      asked.ends++
      return ports.log.ends(topic)
    },
    checkpoints: (...of) => {
      asked.extraction++
      if (fails.with) throw fails.with
      return ports.log.checkpoints(...of)
    },
  }
  const memory: DecidingMemory = {
    ...ports.memory,
    checkpoints: (topic) => {
      asked.index++
      return ports.memory.checkpoints(topic)
    },
    resource: (...of) => {
      asked.resources++
      return ports.memory.resource(...of)
    },
  }
  const services = {
    ports: { ...ports, log, memory } as unknown as Ports,
    intake: {
      placeOf: (of: Scope, id: string) =>
        accepted.find(({ event }) => event?.id === id && event.userId === of.userId),
    },
    retryOf: async () => null,
  }
  const where = createWhereItStands(services, () => clock.ms)
  return { asked, reads, clock, fails, services, where: (id: string, of = scope) => where(of, id) }
}

test('given a processed write, when asked for, then the index is asked once and the log never', async () => {
  const record = await indexed(await written(), { status: 'processed' })
  const { asked, where } = given()
  await where(record.event!.id)
  expect(asked).toEqual({ ends: 0, letters: 0, tails: 0, extraction: 0, index: 0, resources: 1 })
})

test('given a write that waits in the index, when asked for often, then its letters are read once a second', async () => {
  const record = await indexed(await written())
  await deadLettered(await written(), 'extract-facts')
  const { asked, clock, where } = given()
  await Promise.all(Array.from({ length: 20 }, () => where(record.event!.id)))
  clock.ms = 999
  await where(record.event!.id)
  expect(asked).toEqual({ ends: 1, letters: 1, tails: 0, extraction: 0, index: 0, resources: 21 })
  clock.ms = 1_000
  await where(record.event!.id)
  expect(asked).toMatchObject({ ends: 2, letters: 1 })
  await deadLettered(await written(), 'extract-facts')
  clock.ms = 2_000
  await where(record.event!.id)
  expect(asked).toMatchObject({ ends: 3, letters: 2 })
})

test('given a write behind the index, when asked for often, then where processors stand is asked once a second', async () => {
  const { event } = await written()
  const { asked, clock, where } = given()
  clock.ms = 60_000
  for (let n = 0; n < 10; n++) await where(event!.id)
  // The first question had to ask the index again, because the index had been at an earlier place.
  expect(asked).toEqual({ ends: 1, letters: 0, tails: 1, extraction: 1, index: 1, resources: 11 })
  clock.ms = 60_999
  await where(event!.id)
  expect(asked).toMatchObject({ tails: 1 })
  clock.ms = 61_000
  await where(event!.id)
  expect(asked).toEqual({ ends: 2, letters: 0, tails: 2, extraction: 2, index: 2, resources: 14 })
})

test('given no other clock, when asked for often, then that of the process counts the second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { event } = await written()
  const { asked, services } = given()
  const where = createWhereItStands(services)
  for (let n = 0; n < 3; n++) await where(scope, event!.id)
  expect(asked).toMatchObject({ ends: 1, tails: 1, extraction: 1 })
  vi.advanceTimersByTime(1_000)
  await where(scope, event!.id)
  expect(asked).toMatchObject({ ends: 2, tails: 2, extraction: 2 })
})

test('given an index that has passed a write without it, when that is known from a moment ago, then there is none', async () => {
  const record = await written()
  await passed(record)
  const { where } = given()
  expect(await where(randomUUID())).toBeNull()
  expect(await where(record.event!.id)).toBeNull()
})

test('given a write behind the index, when asked for again a second later, then it alone is read', async () => {
  const record = await written()
  await written()
  const { reads, clock, where } = given()
  await where(record.event!.id)
  reads.length = 0
  clock.ms = 1_000
  expect(await where(record.event!.id)).toMatchObject({ resource: { id: record.event!.id } })
  expect(reads).toEqual([expect.objectContaining({ at: [record.position] })])
  await ports.log.erase({ topic: WRITES, scope, matches: () => true })
  clock.ms = 2_000
  expect(await where(record.event!.id)).toBeNull()
})

test('given a write that was read in the log, when a stranger asks for it, then there is none', async () => {
  const record = await written()
  const { where } = given()
  await where(record.event!.id)
  expect(await where(record.event!.id, newScope())).toBeNull()
})

test('given a write that this process accepted, when asked for the first time, then it alone is read', async () => {
  const record = await written()
  const { reads, where } = given({ accepted: [record] })
  expect(await where(record.event!.id)).toMatchObject({ resource: { id: record.event!.id } })
  expect(reads).toEqual([expect.objectContaining({ at: [record.position] })])
})

test('given a write that this process accepted, when a stranger asks for it, then its place is not read and there is none', async () => {
  const record = await written()
  const { reads, where } = given({ accepted: [record] })
  expect(await where(record.event!.id, newScope())).toBeNull()
  expect(reads).toEqual([expect.not.objectContaining({ at: expect.anything() })])
})

test('given an imported write with the id of one that this process accepted, when asked for, then it is found', async () => {
  const imported = await written()
  const accepted = { ...imported.event!, userId: randomUUID() }
  await ports.log.append([{ topic: WRITES, event: accepted }])
  const records = await recordsOf(ports.log, WRITES)
  const { where } = given({ accepted: records.slice(1) })
  expect(records.map(({ event }) => event!.id)).toEqual([imported.event!.id, imported.event!.id])
  expect(await where(imported.event!.id)).toMatchObject({ resource: { status: 'queued' } })
})

test('given one that extraction has read and the index knows, when asked for the first time, then it waits for the index', async () => {
  const record = await indexed(await written())
  await ports.log.commit({ group: 'extract-facts', records: [], checkpoints: [record] })
  const { where } = given({ accepted: [record] })
  expect(await where(record.event!.id)).toMatchObject({ processing: { processor: 'index-memory' } })
})

test.each([true, false])(
  'given a write that waits (told before: %s), when its user is forgotten, then there is none before the log erases it',
  async (isTold) => {
    const { event } = await written()
    const { where } = given()
    if (isTold) expect(await where(event!.id)).not.toBeNull()
    await ports.keys.destroy(scope, sealedUnder(event!.sealed!))
    expect(await where(event!.id)).toBeNull()
  },
)

test('given keys that cannot be reached, when asked for a write that waits, then it is known until its tombstone is met', async () => {
  const record = await written()
  const { read } = ports.log
  // Like Kafka, which shows an erased record until its tombstone arrives with it.
  async function* alone() {
    yield [record]
  }
  ports.log.read = (options) => (options.at ? alone() : read(options))
  const { reads, where } = given()
  expect(await where(record.event!.id)).not.toBeNull()
  ports.keys.get = () => Promise.reject(new Outage('the key store cannot be reached'))
  expect(await where(record.event!.id)).toMatchObject({ resource: { status: 'queued' } })
  const { partition, position } = record
  expect(reads.at(-1)).toMatchObject({ partition, after: position - 1, upTo: position })
  await ports.log.erase({ topic: WRITES, scope, matches: () => true })
  expect(await where(record.event!.id)).toBeNull()
})

test('given keys that fail otherwise, when asked for a write that waits, then the failure is not hidden', async () => {
  const { event } = await written()
  ports.keys.get = () => Promise.reject(new Error('a bug'))
  await expect(ask(event!.id)).rejects.toThrow('a bug')
})

test('given a write that does not say what it is, when asked for, then the error names what is missing', async () => {
  const id = await appended({ type: 'ContentStored', open: {} })
  await expect(ask(id)).rejects.toThrow('contentType')
})

test('given a write whose sealed part is damaged, when asked for, then its dead letter tells that it failed', async () => {
  const event = storedEvent(scope, { open: { contentType: 'document' }, sealed: Buffer.from('?') })
  await ports.log.append([{ topic: WRITES, event }])
  const record = (await recordsOf(ports.log, WRITES)).find((each) => each.event!.id === event.id)!
  expect(await ask(event.id)).toMatchObject({ resource: { status: 'queued' } })
  await deadLettered(record, 'extract-facts')
  expect(await ask(event.id)).toMatchObject({
    resource: { status: 'failed' },
    processing: { state: 'dead-lettered' },
  })
})

test('given a dead-lettered write, when its user is forgotten, then there is none before the log erases it', async () => {
  const record = await written()
  await deadLettered(record, 'extract-facts')
  const { where } = given()
  await passed(record)
  expect(await where(record.event!.id)).not.toBeNull()
  await ports.keys.destroy(scope, sealedUnder(record.event!.sealed!))
  expect(await where(record.event!.id)).toBeNull()
})

test('given a write that was told, when the index has passed it without it, then there is none', async () => {
  const record = await written()
  const { clock, where } = given()
  expect(await where(record.event!.id)).not.toBeNull()
  await passed(record)
  clock.ms = 1_000
  expect(await where(record.event!.id)).toBeNull()
})

test.each(['FactGiven', 'FactRevised'])(
  'given a client’s %s, when asked for, then it is a fact',
  async (type) => {
    const id = await appended({ type, open: { contentBytes: 7 } })
    expect(await ask(id)).toMatchObject({ resource: { contentType: 'fact', contentBytes: 7 } })
  },
)

test('given a write that the index takes in while it is asked where it stands, when asked for, then it is known', async () => {
  const record = await written()
  const memory: DecidingMemory = {
    ...ports.memory,
    checkpoints: async (topic) => {
      await indexed(record)
      return ports.memory.checkpoints(topic)
    },
  }
  expect(await ask(record.event!.id, { memory })).toMatchObject({ indexed: true })
})

test('given extraction that has just read a write, when asked for, then that is told within a second and never before', async () => {
  const { event, ...place } = await written()
  const { clock, where } = given()
  const told = async () => (await where(event!.id))!.processing!.processor
  expect(await told()).toBe('extract-facts')
  await ports.log.commit({ group: 'extract-facts', records: [], checkpoints: [place] })
  clock.ms = 1_000
  expect(await told()).toBe('index-memory')
})

test('given a write that was met in the log, when the index holds it queued, then it waits for whom it waits', async () => {
  const record = await written()
  const { clock, where } = given()
  const processor = async () => (await where(record.event!.id))!.processing!.processor
  await where(record.event!.id)
  await indexed(record)
  expect(await processor()).toBe('extract-facts')
  const place = { topic: WRITES, partition: 0, position: record.position } as const
  await ports.log.commit({ group: 'extract-facts', records: [], checkpoints: [place] })
  clock.ms = 1_000
  expect(await processor()).toBe('index-memory')
})

test('given a write that was met in the log, when the log is down, then what the index knows is told', async () => {
  const record = await written()
  const { clock, fails, where } = given()
  await where(record.event!.id)
  await indexed(record)
  clock.ms = 1_000
  fails.with = new Outage('the log is down')
  expect(await where(record.event!.id)).toMatchObject({
    processing: { processor: 'extract-facts' },
  })
  fails.with = new Error('a bug')
  await expect(where(record.event!.id)).rejects.toThrow('a bug')
})

test('given a letter that was just written, when asked for, then it is told within a second', async () => {
  const record = await indexed(await written())
  const { clock, where } = given()
  const state = async () => (await where(record.event!.id))!.processing!.state
  expect(await state()).toBe('waiting')
  await deadLettered(record, 'extract-facts')
  clock.ms = 1_000
  expect(await state()).toBe('dead-lettered')
})

test('given a write that only a letter knows, when that was just written, then the write is never unknown', async () => {
  const { where } = given()
  const first = await written()
  await indexed(first)
  await where(first.event!.id)
  const record = await written()
  await deadLettered(record, 'index-memory')
  await indexed(await written())
  expect(await where(record.event!.id)).toMatchObject({ processing: { state: 'dead-lettered' } })
})

test('given a letter that was told, when a forget has erased it, then it is told no more', async () => {
  const record = await indexed(await written())
  await deadLettered(record, 'extract-facts')
  const { where } = given()
  expect(await where(record.event!.id)).toMatchObject({ processing: { state: 'dead-lettered' } })
  await ports.log.erase({ topic: `${WRITES}.dlq`, scope, matches: () => true })
  expect(await where(record.event!.id)).toMatchObject({
    resource: { status: 'queued' },
    processing: { state: 'waiting' },
  })
})

test('given a user who was forgotten, when asked for a write that only a letter knew, then there is none', async () => {
  const record = await written()
  await deadLettered(record, 'index-memory')
  await indexed(await written())
  const { where } = given()
  expect(await where(record.event!.id)).not.toBeNull()
  for (const topic of [WRITES, `${WRITES}.dlq`] as const) {
    await ports.log.erase({ topic, scope, matches: () => true })
  }
  expect(await where(record.event!.id)).toBeNull()
})
