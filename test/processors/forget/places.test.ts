// The list of what a user has in the log: with it a forget reads no record of others, and finds all the same. Each case
// in which a list would miss something has a test in which that is found.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AuditStore } from '../../../infra/ports/audit-store.ts'
import type { EventLog, LogPosition, NewRecord } from '../../../infra/ports/event-log.ts'
import type { ObjectStore } from '../../../infra/ports/object-store.ts'
import { derivedUuid } from '../../../infra/runtime/envelope/ids.ts'
import type { Delivered } from '../../../infra/runtime/run/processor.ts'
import { createSqliteAuditStore } from '../../../infra/sqlite/audit-store.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import { flow } from '../../../processors/flow.ts'
import type { Forgetting } from '../../../processors/forget/decide.ts'
import {
  type Erasing,
  eraseObjects,
  eraseRecords,
  placesFor,
  sweepErased,
} from '../../../processors/forget/erase-log.ts'
import { listPlaces, noteStands } from '../../../processors/forget/places.ts'
import { reachOf } from '../../../processors/forget/reach.ts'
import { createKeepAudit } from '../../../processors/keep-audit/processor.ts'
import { catalogue } from '../../../schemas/events/catalogue.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { type AnyTopicName, type TopicName, topics, WRITES } from '../../../schemas/topics.ts'
import { AT, storedEvent } from '../../contracts/given.ts'
import { recordsOf } from '../../infra/runtime/given.ts'
import { LATER, USER } from '../given.ts'

const FACTS = 'memory.facts.v1'
const reach = reachOf(flow, topics)
const NEIGHBOUR = { ...USER, userId: 'neighbour' }
const path = ':memory:'

let log: EventLog
let audit: AuditStore
let objects: ObjectStore
/** Topics that were read from their beginning. */
let readWhole: AnyTopicName[]

beforeEach(() => {
  readWhole = []
  const own = createSqliteEventLog({ directory: null })
  const noting = ({ topic, at, after }: { topic: AnyTopicName; at?: unknown; after?: unknown }) => {
    if (at === undefined && after === undefined) readWhole.push(topic)
  }
  log = {
    ...own,
    findsUsers: false,
    read: (options) => {
      noting(options)
      return own.read(options)
    },
    erase: (options) => {
      noting(options)
      return own.erase(options)
    },
  }
  audit = createSqliteAuditStore({ path })
  objects = createSqliteObjectStore({ path })
})
afterEach(() => log.close())

type Told = { type: string; scope?: Scope; open?: Record<string, unknown>; id?: string }

async function append(topic: AnyTopicName, ...told: Told[]): Promise<LogPosition[]> {
  const records = told.map(({ type, scope = USER, open = {}, id = randomUUID() }): NewRecord => {
    return { topic, event: storedEvent(scope, { type, open, id, recordedAt: AT }) }
  })
  return log.append(records)
}

const written = (objectKey: string, more: Partial<Told> = {}): Told => ({
  type: 'ContentStored',
  open: { objectKey, keyGeneration: 1 },
  ...more,
})
const fact = (source: number, category = 'work'): Told => ({
  type: 'FactAsserted',
  open: { source, category, resourceId: randomUUID() },
})

/** keep-audit reads all that it has not read. */
async function audited(): Promise<void> {
  const list = (forget: Parameters<typeof listPlaces>[2]) =>
    listPlaces({ log, audit, objects }, reach.listed.topics, forget)
  const keepAudit = createKeepAudit({ audit, listPlaces: list })
  for (const topic of reach.listed.topics) {
    const stands = (await audit.checkpoints(topic)).get(0) ?? -1
    const records = (await recordsOf(log, topic)).filter(({ position }) => position > stands)
    const batch = records.map((record) => ({ ...record, keyGeneration: 1 }) as unknown as Delivered)
    if (records.length > 0) await keepAudit.apply(batch, records.at(-1)!)
  }
  readWhole = []
}

/** The event of the forget is in the log; nothing was done yet. */
async function asked(category: string | null = null): Promise<Forgetting> {
  const id = randomUUID()
  const keyGeneration = category === null ? 1 : 0
  const told = { id, type: 'MemoryForgotten', open: { category, keyGeneration } }
  const [{ position: before }] = (await append(WRITES, told)) as [LogPosition]
  const at = { occurredAt: LATER, recordedAt: LATER }
  return { ...USER, id, before, partition: 0, category, keyGeneration, ...at }
}

const noted = (forgetting: Forgetting) =>
  noteStands({ log, audit, objects }, reach.listed.topics, forgetting)

async function askedAndNoted(category?: string): Promise<Forgetting> {
  const forgetting = await asked(category)
  await noted(forgetting)
  return forgetting
}

async function erased(forgetting: Forgetting, resourceIds: string[] = []) {
  const ports = { log, objects }
  const places = await placesFor(ports, reach, forgetting)
  const erasing: Erasing = {
    ports,
    reach,
    forgetting,
    resourceIds: new Set(resourceIds),
    places,
  }
  const deleted = await eraseObjects(erasing)
  return { hadList: places !== null, deleted, records: await eraseRecords(erasing) }
}

async function left(topic: AnyTopicName, { userId }: Scope = USER): Promise<string[]> {
  const records = await recordsOf(log, topic)
  return records.flatMap(({ event }) => (event?.userId === userId ? event.type : []))
}

async function put(...keys: string[]): Promise<void> {
  await objects.putMany(keys.map((key) => ({ key, body: new Uint8Array(1) })))
}

describe('a whole user', () => {
  test('goes by the list, with what came behind where the audit stood; no record of others is read', async () => {
    await put('one', 'two', 'other')
    const [first] = await append(WRITES, written('one'), written('other', { scope: NEIGHBOUR }))
    await append(FACTS, fact(first!.position), { ...fact(1), scope: NEIGHBOUR })
    await append('memory.summaries.v1', { type: 'SummaryEvolved', open: { source: 1 } })
    await audited()
    const [second] = await append(WRITES, written('two'))
    await append(FACTS, fact(second!.position))
    const forgetting = await askedAndNoted()
    await audited()
    expect(await erased(forgetting)).toEqual({ hadList: true, deleted: 2, records: 5 })
    expect(readWhole.filter((topic) => !topic.endsWith('.dlq'))).toEqual([])
    expect(await left(WRITES)).toEqual(['MemoryForgotten'])
    expect([await left(FACTS), await left('memory.summaries.v1')]).toEqual([[], []])
    expect([await left(WRITES, NEIGHBOUR), await left(FACTS, NEIGHBOUR)]).toEqual([
      ['ContentStored'],
      ['FactAsserted'],
    ])
    expect(await objects.get('other')).not.toBeNull()
  })

  test('goes although the audit could not open what came while the keys were destroyed', async () => {
    const [first] = await append(WRITES, written('one'))
    await audited()
    const forgetting = await askedAndNoted()
    // The event is skipped, and the audit stands behind it.
    const [lost] = await append(FACTS, fact(first!.position))
    await audit.apply({ checkpoint: lost!, fences: [], entries: [], removed: [] })
    await audited()
    expect(await erased(forgetting)).toMatchObject({ hadList: true, records: 2 })
    expect(await left(FACTS)).toEqual([])
  })

  test('goes by reading the partition where keep-audit has completed no list', async () => {
    await append(WRITES, written('one'))
    await audited()
    const forgetting = await askedAndNoted()
    expect(await erased(forgetting)).toMatchObject({ hadList: false, records: 1 })
    expect(readWhole).toEqual(expect.arrayContaining([...reach.cleaned]))
  })

  test('goes by reading the partition where the keys went before anything was noted', async () => {
    await append(WRITES, written('one'))
    const forgetting = await asked()
    await audited()
    expect(await erased(forgetting)).toMatchObject({ hadList: false, records: 1 })
  })

  test('goes by reading the partition where keep-audit could not handle one of its events', async () => {
    await append(WRITES, written('one'))
    await append('memory.writes.v1.dlq', {
      type: 'RecordParked',
      open: { processor: 'keep-audit' },
    })
    const forgetting = await askedAndNoted()
    await audited()
    expect(await erased(forgetting)).toMatchObject({ hadList: false, records: 2 })
  })

  test.each(['another processor’s letter', 'a neighbour’s letter'])(
    'goes by the list despite %s',
    async (which) => {
      const isOwn = which.startsWith('another')
      const open = { processor: isOwn ? 'update-graph' : 'keep-audit' }
      const scope = isOwn ? USER : NEIGHBOUR
      await append('memory.facts.v1.dlq', { type: 'RecordParked', scope, open })
      const forgetting = await askedAndNoted()
      await audited()
      expect((await erased(forgetting)).hadList).toBe(true)
    },
  )

  test('of whom a category was forgotten before is read: what closed its facts is in the log and in no list', async () => {
    const closed = { type: 'FactSuperseded', open: { source: 0, category: 'work' } }
    await append(FACTS, fact(0), closed)
    await audited()
    const category = await askedAndNoted('work')
    await audited()
    await erased(category)
    expect(await left(FACTS)).toEqual(['FactSuperseded'])
    const forgetting = await askedAndNoted()
    await audited()
    expect((await erased(forgetting)).hadList).toBe(false)
    expect(await left(FACTS)).toEqual([])
  })

  test('who was forgotten before: a write that was in flight then, whose key was gone, goes now', async () => {
    await append(FACTS, fact(0))
    await append('memory.summaries.v1', { type: 'SummaryEvolved', open: { source: 0 } })
    const earlier = await askedAndNoted()
    await audited()
    const [late] = await append(WRITES, written('late'))
    await audit.apply({ checkpoint: late!, fences: [], entries: [], removed: [] })
    await erased(earlier)
    expect(await left(WRITES)).toEqual(['MemoryForgotten', 'ContentStored'])
    const forgetting = await askedAndNoted()
    await audited()
    expect((await erased(forgetting)).hadList).toBe(true)
    expect(await left(WRITES)).toEqual(['MemoryForgotten', 'MemoryForgotten'])
  })

  test('has no list where the audit began to obey the forget without one', async () => {
    await append(WRITES, written('one'), written('two'))
    await audited()
    const forgetting = await askedAndNoted()
    const { before, keyGeneration } = forgetting
    const fence = { ...USER, category: null, before, keyGeneration }
    const checkpoint = { topic: FACTS, partition: 0, position: 0 } as const
    await audit.apply({ checkpoint, fences: [fence], entries: [], removed: [] })
    await audited()
    expect(await erased(forgetting)).toMatchObject({ hadList: false, records: 2 })
  })

  test('keeps its list where the audit obeys the forget again', async () => {
    await append(WRITES, written('one'), written('two'))
    await audited()
    const forgetting = await askedAndNoted()
    await audited()
    const { before: position } = forgetting
    await listPlaces({ log, audit, objects }, reach.listed.topics, { ...forgetting, position })
    expect(await erased(forgetting)).toMatchObject({ hadList: true, records: 2 })
  })

  test('with more places than a page holds goes whole', async () => {
    const many = Array.from({ length: 5_200 }, (_, n) => written(`${n}`))
    await put('0', '5199')
    await append(WRITES, ...many)
    await audited()
    const forgetting = await askedAndNoted()
    await audited()
    expect(await erased(forgetting)).toMatchObject({ hadList: true, records: 5_200 })
    expect([await objects.get('0'), await objects.get('5199')]).toEqual([null, null])
    expect(await left(WRITES)).toEqual(['MemoryForgotten'])
  })
})

test('a category goes by the list: its facts, what erased resources led to, and nothing else', async () => {
  const [gone, kept] = [randomUUID(), randomUUID()]
  await put('gone', 'kept')
  await append(WRITES, written('gone', { id: gone }), written('kept', { id: kept }))
  const processed = (id: string): Told => ({
    type: 'ResourceProcessed',
    id: derivedUuid(id, 'processed'),
    open: { source: 1, resourceId: id },
  })
  await append(FACTS, fact(1), fact(1, 'health'), processed(gone), processed(kept))
  await audited()
  const forgetting = await askedAndNoted('work')
  await audited()
  expect(await erased(forgetting, [gone])).toEqual({ hadList: true, deleted: 1, records: 3 })
  expect(await left(FACTS)).toEqual(['FactAsserted', 'ResourceProcessed'])
  expect([await objects.get('gone'), (await objects.get('kept')) !== null]).toEqual([null, true])
})

/** The topics that are read from their beginning meanwhile. */
async function wholeIn(work: () => Promise<unknown>): Promise<AnyTopicName[]> {
  readWhole = []
  await work()
  return readWhole
}

describe('after the answer', () => {
  const completed = (forgetting: Forgetting) =>
    sweepErased({ log, objects }, reach, {
      ...USER,
      recordedAt: LATER,
      open: { source: forgetting.before, category: null, forgottenId: forgetting.id },
    } as unknown as Parameters<typeof sweepErased>[2])

  test('what no list tells of is swept, with what was in flight, and all that was kept for the forget goes', async () => {
    await append(WRITES, written('one'))
    await append('memory.notices.v1', { type: 'NoticeRaised', open: { source: 0 } })
    await append(FACTS, { ...fact(0), scope: NEIGHBOUR })
    await append('memory.summaries.v1', { type: 'SummaryEvolved', open: { source: 0 } })
    await audited()
    const forgetting = await askedAndNoted()
    await audited()
    await erased(forgetting)
    expect(await left('memory.notices.v1')).toEqual(['NoticeRaised'])
    await append(FACTS, fact(0))
    expect(await wholeIn(() => completed(forgetting))).toEqual(['memory.notices.v1'])
    expect([await left('memory.notices.v1'), await left(FACTS)]).toEqual([[], []])
    expect(await objects.list({ prefix: '~erasing/', limit: 9 })).toEqual([])
    expect(await left(FACTS, NEIGHBOUR)).toHaveLength(1)
  })

  test('of a forget that noted nothing, everything is read', async () => {
    await append(FACTS, fact(0))
    const forgetting = await asked()
    expect(await wholeIn(() => completed(forgetting))).toEqual(reach.swept)
    expect(await left(FACTS)).toEqual([])
  })
})

test('keep-audit handles every event of a topic that it lists, so that no list misses one', async () => {
  const lister = flow.find(({ name }) => name === reach.listed.by)!
  expect(reach.listed.topics).toEqual([WRITES, FACTS, 'memory.summaries.v1'] satisfies TopicName[])
  // This one is of no user.
  const types = reach.listed.topics
    .flatMap((topic) => [...catalogue.get(topic)!.keys()])
    .filter((type) => type !== 'ExtractionResumed')
  expect(lister.handles).toEqual(expect.arrayContaining(types))
})
