// How a forget applies to records that wait in the inbox.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { uuidV7 } from '../../../infra/runtime/envelope/ids.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import { isForgotten, isTakenIn, noteInbox } from '../../../processors/accept-inbox/forgotten.ts'
import { newScope } from '../../contracts/given.ts'

const topic = 'memory.inbox.v1'
const now = Date.now()
let log: ReturnType<typeof createSqliteEventLog>
let objects: ReturnType<typeof createSqliteObjectStore>
beforeEach(() => {
  log = createSqliteEventLog({ directory: null })
  objects = createSqliteObjectStore({ path: ':memory:' })
})
afterEach(async () => {
  await log.close()
  await objects.close()
})

async function received(signedAtMs = now + 1_000) {
  const at = new Date(now).toISOString()
  const scope = { appId: 'partner', userId: 'inbox' }
  const none = { causationId: null, traceparent: null, open: {}, sealed: null }
  const event = { id: randomUUID(), type: 'InboxReceived', version: 1, ...scope, ...none }
  const [place] = await log.append([{ topic, event: { ...event, occurredAt: at, recordedAt: at } }])
  return { ...place!, signedAtMs }
}

test('given a forget, when records of before and after it come, then those of before are forgotten', async () => {
  const [anna, bert] = [newScope(), newScope()]
  const before = await received()
  expect(await isForgotten(objects, anna, before)).toBe(false)
  await noteInbox({ log, objects }, anna, uuidV7(now))
  const after = await received()
  expect(await isForgotten(objects, anna, before)).toBe(true)
  expect(await isForgotten(objects, anna, after)).toBe(false)
  expect(await isForgotten(objects, bert, before)).toBe(false)
})

test('given a forget, when what was signed before it is written after it, then it is forgotten', async () => {
  const anna = newScope()
  await noteInbox({ log, objects }, anna, uuidV7(now))
  expect(await isForgotten(objects, anna, await received(now))).toBe(true)
  expect(await isForgotten(objects, anna, await received(now + 1))).toBe(false)
})

test('given several forgets, when a record comes, then the latest counts, and one note is left', async () => {
  const anna = newScope()
  await noteInbox({ log, objects }, anna, uuidV7(now))
  const between = await received()
  await noteInbox({ log, objects }, anna, uuidV7(now + 1))
  expect(await isForgotten(objects, anna, between)).toBe(true)
  expect(await objects.list({ prefix: '~forgotten/', limit: 10 })).toHaveLength(1)
})

test('given records in the inbox, when accept-inbox has passed them, then they are taken in', async () => {
  expect(await isTakenIn(log, await log.ends(topic))).toBe(true)
  const [first, second] = [await received(), await received()]
  const ends = await log.ends(topic)
  const pass = (place: typeof first) =>
    log.commit({ group: 'accept-inbox', records: [], checkpoints: [place] })
  expect(await isTakenIn(log, ends)).toBe(false)
  await pass(first)
  expect(await isTakenIn(log, ends)).toBe(false)
  await pass(second)
  expect(await isTakenIn(log, ends)).toBe(true)
  // An end behind the last record, as after a transaction marker.
  expect(await isTakenIn(log, new Map([[0, second.position + 1]]))).toBe(true)
})

test('given a forget that is noted twice, or after a later one, when a record comes, then the latest still counts', async () => {
  const anna = newScope()
  const [earlier, latest] = [uuidV7(now), uuidV7(now + 1)]
  await noteInbox({ log, objects }, anna, latest)
  const between = await received()
  await noteInbox({ log, objects }, anna, latest)
  await noteInbox({ log, objects }, anna, earlier)
  expect(await isForgotten(objects, anna, await received(now + 1))).toBe(true)
  expect(await isForgotten(objects, anna, between)).toBe(false)
  const notes = await objects.list({ prefix: '~forgotten/', limit: 10 })
  expect(notes.map((key) => key.split('/').at(-1))).toEqual([earlier, latest])
})

test('given a partition that was empty at the forget, when its first record comes, then it is not forgotten', async () => {
  const anna = newScope()
  await noteInbox({ log, objects }, anna, uuidV7(now))
  for (const position of [0, 1]) {
    const first = { partition: 7, position, signedAtMs: now + 1_000 }
    expect(await isForgotten(objects, anna, first)).toBe(false)
  }
})

test('given an inbox that has been passed, when asked whether it is taken in, then the log is not read', async () => {
  const place = await received()
  await log.commit({ group: 'accept-inbox', records: [], checkpoints: [place] })
  const unread: typeof log = {
    ...log,
    read: () => {
      throw new Error('it is read')
    },
  }
  expect(await isTakenIn(unread, new Map([[0, place.position]]))).toBe(true)
})

test('given a log that ends with the mark of a transaction, when an empty batch is read, then it is taken in', async () => {
  async function* empty() {
    yield []
  }
  expect(await isTakenIn({ ...log, read: empty }, new Map([[0, 5]]))).toBe(true)
})
