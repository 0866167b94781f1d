// What an import leaves in the log and in the object store of the service that takes it in.
import { expect, test } from 'vitest'
import type { EventLog, LogRecord } from '../../../infra/ports/event-log.ts'
import { firstOf, nth, present } from '../../../infra/runtime/certain.ts'
import { createDecoder } from '../../../infra/runtime/envelope/codec.ts'
import { unseal } from '../../../infra/runtime/envelope/seal.ts'
import { refuseKnown, takeIn } from '../../../processors/carry/take-in.ts'
import { WRITES } from '../../../schemas/topics.ts'
import { ANN, BOB, eachService, exported, recordsOfUser, type Service, written } from './given.ts'

const FACTS = 'memory.facts.v1' as const
const SUMMARIES = 'memory.summaries.v1' as const

const service = eachService()

const idsOf = (records: readonly LogRecord[]) => records.map(({ event }) => event?.id)
const opensOf = (records: readonly LogRecord[]) => records.map(({ event }) => event?.open)
const marksOf = (records: readonly LogRecord[]) => records.map(({ event }) => event?.traceparent)

/** A write that was read to its end, with what it led to. */
function readWrite() {
  const write = exported('ContentStored', { position: 10, raw: 'I live in Oslo.' })
  const open = { resourceId: write.id, source: 10 }
  return { write, read: exported('ResourceProcessed', { open }), open }
}

async function contentAt({ keys, objects }: Service, id: string, key: string): Promise<string> {
  const { key: dataKey } = firstOf(await keys.current([ANN]))
  const sealed = present(await objects.get(key), 'object')
  return Buffer.from(unseal(dataKey, { ...ANN, id }, sealed)).toString()
}

const storedKeys = ({ objects }: Service) => objects.list({ prefix: '', limit: 10 })

test('an event keeps its id, times and cause, and is sealed under the key of the user here', async () => {
  await service().keys.current([ANN])
  await service().keys.destroy(ANN, 1)
  const { write, read } = readWrite()
  const fact = exported('FactAsserted', { position: 2, open: { source: 10 } })
  const events = [write, read, fact]
  expect(await takeIn(service(), ANN, events)).toEqual({ events: 3, waiting: 0 })
  const records = [
    ...(await recordsOfUser(service(), WRITES)),
    ...(await recordsOfUser(service(), FACTS)),
  ]
  const decode = createDecoder(service().keys)
  for (const [n, { id, type, occurredAt, recordedAt, causationId, sealed }] of events.entries()) {
    const kept = { ...ANN, id, type, occurredAt, recordedAt, causationId, sealed }
    const event = { ...kept, traceparent: 'carried', erased: false }
    expect(await decode(nth(records, n))).toMatchObject({ ok: true, event })
  }
  const objectKey = `app/ann/2/${write.id}`
  expect(opensOf(records)).toEqual([
    { ...write.open, objectKey, keyGeneration: 2 },
    { ...read.open, source: 1, keyGeneration: 2 },
    { ...fact.open, source: 1 },
  ])
})

test('content is stored for the writes that bring it, and sealed for them alone', async () => {
  const { write, read } = readWrite()
  const withheld = exported('ContentStored', { position: 11 })
  await takeIn(service(), ANN, [write, withheld, read])
  const objectKeys = [`app/ann/1/${write.id}`, `app/ann/1/${withheld.id}`]
  expect(opensOf(await recordsOfUser(service(), WRITES))).toMatchObject(
    objectKeys.map((objectKey) => ({ objectKey })),
  )
  const objectKey = firstOf(objectKeys)
  expect(await storedKeys(service())).toEqual([objectKey])
  expect(await contentAt(service(), write.id, objectKey)).toBe('I live in Oslo.')
})

test('given a store that keeps many objects in one, then a write names its content as the store does', async () => {
  const { write, read } = readWrite()
  const { objects } = service()
  const addMany: typeof objects.addMany = (all) =>
    objects.addMany(all.map(({ key, body }) => ({ key: `${key}@7`, body })))
  await takeIn({ ...service(), objects: { ...objects, addMany } }, ANN, [write, read])
  const objectKey = `app/ann/1/${write.id}@7`
  expect(opensOf(await recordsOfUser(service(), WRITES))).toMatchObject([{ objectKey }])
  expect(await contentAt(service(), write.id, objectKey)).toBe('I live in Oslo.')
})

test.each([
  ['of a write', 20, 3],
  ['of a write that was forgotten, between two others', 15, 2],
  ['after the last write', 99, 3],
  ['before the first write', 5, 0],
])(
  'a position %s becomes that of the write here, or of the one before it',
  async (_, source, here) => {
    await written(service(), BOB, [exported('ContentStored')])
    const events = [
      exported('ContentStored', { position: 10 }),
      exported('MaintenanceRequested', { position: 20 }),
      exported('FactAsserted', { open: { source } }),
      exported('SummaryEvolved', { open: { source } }),
    ]
    for (const appended of [4, 0]) {
      expect(await takeIn(service(), ANN, events)).toEqual({ events: appended, waiting: 0 })
      for (const topic of [FACTS, SUMMARIES]) {
        expect(opensOf(await recordsOfUser(service(), topic))).toMatchObject([{ source: here }])
      }
    }
  },
)

test('given an import that was interrupted, when repeated, then only what is missing is appended', async () => {
  await written(service(), BOB, [exported('ContentStored')])
  const writes = [10, 20, 30].map((position) => exported('ContentStored', { position }))
  const facts = [10, 20, 30].map((source) => exported('FactAsserted', { open: { source } }))
  const events = [...writes, ...facts]
  await takeIn(service(), ANN, [nth(writes, 0), nth(writes, 2), nth(facts, 2)])
  const { log } = service()
  const append: EventLog['append'] = async (records) => {
    if (records[0]?.topic === FACTS) throw new Error('the log cannot be reached')
    return log.append(records)
  }
  const broken = { ...service(), log: { ...log, append } }
  await expect(takeIn(broken, ANN, events)).rejects.toThrow('the log cannot be reached')
  expect(await takeIn(service(), ANN, events)).toEqual({ events: 2, waiting: 0 })
  const [first, second, third] = writes
  expect(idsOf(await recordsOfUser(service(), WRITES))).toEqual([first?.id, third?.id, second?.id])
  const sources = (await recordsOfUser(service(), FACTS)).map(({ event }) => event?.open.source)
  expect(sources).toEqual([3, 2, 4])
  expect(await takeIn(service(), ANN, events)).toEqual({ events: 0, waiting: 0 })
})

test('given an export of which the log holds events under another user, when taken in, then it is whole, and that user keeps theirs', async () => {
  const { write, read } = readWrite()
  const more = exported('ContentStored', { position: 11 })
  await takeIn(service(), BOB, [write, read])
  const before = await recordsOfUser(service(), WRITES, BOB)
  expect(await takeIn(service(), ANN, [write, more, read])).toEqual({ events: 3, waiting: 0 })
  expect(await recordsOfUser(service(), WRITES, BOB)).toEqual(before)
  expect(idsOf(await recordsOfUser(service(), WRITES))).toEqual([write.id, more.id])
  expect(idsOf(await recordsOfUser(service(), FACTS))).toEqual([read.id])
  expect(await takeIn(service(), ANN, [write, more, read])).toEqual({ events: 0, waiting: 0 })
})

test('many events are appended 200 at a time, and what follows from them names their places', async () => {
  const sizes: number[] = []
  const { log } = service()
  const append: EventLog['append'] = (records) => {
    sizes.push(records.length)
    return log.append(records)
  }
  await written(service(), BOB, [exported('MaintenanceRequested')])
  const writes = Array.from({ length: 400 }, (_, n) =>
    exported('MaintenanceRequested', { position: 10 * n }),
  )
  const sources = [0, 1990, 2000, 3990]
  const facts = sources.map((source) => exported('FactReinforced', { open: { source } }))
  const counting = { ...service(), log: { ...log, append } }
  const events = [...writes, ...facts]
  expect(await takeIn(counting, ANN, events)).toEqual({ events: 404, waiting: 0 })
  expect(sizes).toEqual([200, 200, 4])
  const here = (await recordsOfUser(service(), FACTS)).map(({ event }) => event?.open.source)
  expect(here).toEqual(sources.map((source) => source / 10 + 2))
})

test('a write that was not read to its end is not marked, and nothing that followed from it comes along', async () => {
  const { write, read, open } = readWrite()
  const waits = exported('ContentStored', { position: 20, raw: 'I like tea.' })
  const half = { ...open, resourceId: waits.id }
  const events = [
    write,
    waits,
    exported('FactAsserted', { open }),
    read,
    exported('FactAsserted', { open: half }),
    exported('SummaryEvolved', { open: { source: 20 } }),
  ]
  expect(await takeIn(service(), ANN, events)).toEqual({ events: 5, waiting: 1 })
  expect(marksOf(await recordsOfUser(service(), WRITES))).toEqual(['carried', null])
  expect(marksOf(await recordsOfUser(service(), FACTS))).toEqual(['carried', 'carried'])
  expect(marksOf(await recordsOfUser(service(), SUMMARIES))).toEqual(['carried'])
})

const { write, read } = readWrite()
const fact = exported('FactAsserted', { open: { source: 10 } })

test.each([
  {
    has: 'has written here',
    begin: () => written(service(), ANN, [exported('MaintenanceRequested')]),
    events: [fact],
  },
  {
    has: 'has written the same here, under an earlier key',
    begin: async () => {
      await written(service(), ANN, [write])
      await service().keys.destroy(ANN, 1)
    },
    events: [write, read],
  },
  {
    has: 'has the same fact here, under an earlier key',
    begin: async () => {
      await written(service(), ANN, [fact])
      await service().keys.rotate(ANN)
    },
    events: [write, fact, read],
  },
])('refuses a user who $has, and leaves what is there as it was', async ({ begin, events }) => {
  await begin()
  const stored = () => Promise.all([WRITES, FACTS].map((topic) => recordsOfUser(service(), topic)))
  const before = await stored()
  for (const refusing of [refuseKnown, takeIn]) {
    await expect(refusing(service(), ANN, events)).rejects.toMatchObject({
      name: 'UserKnown',
      message: 'the user is known here: forget the user first, and wait until that is done',
    })
  }
  expect(await stored()).toEqual(before)
  expect(await storedKeys(service())).toEqual([])
})

test('given a user who was forgotten here, when imported, then what the forget left does not refuse it', async () => {
  await written(service(), ANN, [
    exported('MemoryForgotten'),
    exported('ExtractionFenced'),
    exported('MemoryErased'),
    exported('ReceiptIssued'),
  ])
  expect(await takeIn(service(), ANN, [write, read, fact])).toEqual({ events: 3, waiting: 0 })
})

test('given a user who was imported, when the same is to be imported, then the user is not refused', async () => {
  await takeIn(service(), ANN, [write, read, fact])
  await refuseKnown(service(), ANN, [write, read, fact])
})

test('given a user of whom nothing is known, when checked, then no key is made', async () => {
  await refuseKnown(service(), ANN, [write, read, fact])
  expect(await service().keys.generations([ANN])).toEqual([[]])
})

test('given writes of other users, when a user is imported, then they do not refuse it', async () => {
  for (const other of [BOB, { ...ANN, appId: 'other' }]) {
    await written(service(), other, [exported('ContentStored'), exported('FactAsserted')])
  }
  expect(await takeIn(service(), ANN, [write, read, fact])).toEqual({ events: 3, waiting: 0 })
})

test('given a maintenance whose summaries were not written yet, then they are written here, after those that were carried', async () => {
  const { write, read } = readWrite()
  const [done, begun] = [10, 11].map((source) => exported('FactsMaintained', { open: { source } }))
  const completed = exported('MaintenanceCompleted', { open: { source: 10 } })
  const events = [write, begun!, done!, read, completed]
  const taken = { events: 5, waiting: 0 }
  const appended: string[] = []
  const { log } = service()
  const append: typeof log.append = (records) => {
    appended.push(...records.map(({ event }) => event.id))
    return log.append(records)
  }
  expect(await takeIn({ ...service(), log: { ...log, append } }, ANN, events)).toEqual(taken)
  expect(appended).toEqual([write, done, read, completed, begun].map((event) => event!.id))
  expect(marksOf(await recordsOfUser(service(), FACTS))).toEqual(['carried', 'carried', null])
  expect(await takeIn(service(), ANN, events)).toEqual({ events: 0, waiting: 0 })
})
