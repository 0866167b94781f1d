// Where a write stands is told from the moment at which it is in the log, with what holds it up.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { whereItStands } from '../../../../apps/api/routes/where-it-stands.ts'
import type { LogRecord } from '../../../../infra/ports/event-log.ts'
import type { MemoryStore, Resource } from '../../../../infra/ports/memory-store.ts'
import type { RetryState } from '../../../../infra/runtime/failure-log.ts'
import { parkedRecord } from '../../../../infra/runtime/park.ts'
import { Outage } from '../../../../infra/runtime/retry.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { createSqliteMemoryStore } from '../../../../infra/sqlite/memory-store.ts'
import type { Ports } from '../../../../processors/flow.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { newScope } from '../../../contracts/given.ts'
import { resourceDocument } from '../../../contracts/memory-documents.ts'
import { appendAll, contentStored, recordsOf } from '../../../infra/runtime/given.ts'

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
  whereItStands(
    { ports: { ...ports, memory } as unknown as Ports, retryOf: async () => retry },
    of,
    id,
  )

async function written(): Promise<LogRecord> {
  const [id] = await appendAll(ports, [contentStored(scope)])
  return (await recordsOf(ports.log, WRITES)).find(({ event }) => event!.id === id)!
}

/** As index-memory does it. */
async function indexed({ event, position }: LogRecord, resource: Partial<Resource> = {}) {
  const documents = [resourceDocument(scope, { id: event!.id, version: position, resource })]
  const checkpoint = { topic: WRITES, partition: 0, position } as const
  await ports.memory.apply({ checkpoint, documents, fences: [], erasedResources: [], erasures: [] })
}

async function deadLettered(record: LogRecord, processor: string): Promise<void> {
  const why = { processor, errorClass: 'ObjectMissing', reason: 'it is gone', attempts: 4 }
  await ports.log.append([parkedRecord(record, { ...why, recordedAt: new Date().toISOString() })])
}

test('given a write that no processor has read, when asked for, then it is queued and waits for extraction', async () => {
  const { event } = await written()
  expect(await ask(event!.id)).toMatchObject({
    indexed: false,
    resource: { id: event!.id, status: 'queued', contentType: 'document', contentBytes: 1 },
    processing: { processor: 'extract-facts', state: 'waiting', attempts: null },
  })
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

test('given a write that is tried again, when asked for, then attempts, cause and next attempt are told', async () => {
  const record = await written()
  await indexed(record)
  const retry: RetryState = {
    processor: 'extract-facts',
    resourceId: record.event!.id,
    attempts: 3,
    errorClass: 'LanguageModelUnavailable',
    nextAttemptAt: '2026-11-21T10:00:00.000Z',
  }
  const { resourceId, ...shown } = retry
  const { processing } = (await ask(resourceId, { retry }))!
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
  const record = await written()
  await indexed(record, { status: 'processed' })
  expect(await ask(record.event!.id)).toMatchObject({ indexed: true, processing: null })
})

test('given an index that is down, when asked for, then what was not read yet is told, and the rest is an outage', async () => {
  const done = await written()
  const { event: _, ...place } = done
  await ports.log.commit({ group: 'extract-facts', records: [], checkpoints: [place] })
  const { event } = await written()
  const down = () => Promise.reject(new Outage('down'))
  const memory: MemoryStore = { ...ports.memory, checkpoints: down, resource: down }
  expect(await ask(event!.id, { memory })).toMatchObject({ resource: { status: 'queued' } })
  await expect(ask(done.event!.id, { memory })).rejects.toThrow(Outage)
})

test('given a log that is down, when asked for what the index knows, then that is told', async () => {
  const record = await written()
  await indexed(record)
  const down = () => Promise.reject(new Outage('down'))
  const read = () => ({ [Symbol.asyncIterator]: () => ({ next: down }) })
  const log = { ...ports.log, checkpoints: down, read }
  const asked = (id: string) => {
    const services = { ports: { ...ports, log } as unknown as Ports, retryOf: async () => null }
    return whereItStands(services, scope, id)
  }
  expect(await asked(record.event!.id)).toMatchObject({ processing: { state: 'waiting' } })
  await expect(asked(randomUUID())).rejects.toThrow(Outage)
})
