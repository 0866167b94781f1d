// Where a thread ends, which conversation goes on, and what stands near: also of items from before threads were kept.
import { expect, onTestFinished, test } from 'vitest'
import type { Item } from '../../../../infra/ports/memory-store.ts'
import {
  type Database,
  openDatabase,
  statementOf,
} from '../../../../infra/sqlite/database/database.ts'
import { neighbours } from '../../../../infra/sqlite/memory/threads.ts'
import { memorySchema, memoryStoreOver } from '../../../../infra/sqlite/memory-store.ts'
import { findOwner } from '../../../../infra/sqlite/projection/projection-tables.ts'
import { createPlaces, newScope } from '../../../contracts/given.ts'
import { itemDocument } from '../../../contracts/memory-documents.ts'

const at = (minute: number) => `2026-05-08T10:${String(minute).padStart(2, '0')}:00.000Z`
const between = (from: number, to: number) => ({ from: at(from), to: at(to) })

/** Items of one user, each named for its place among them. */
async function given(...items: Partial<Item>[]) {
  const db = openDatabase({ path: ':memory:', durable: false, schema: memorySchema })
  onTestFinished(() => db.close())
  /** What the reads of one row asked. */
  const asked: string[] = []
  const get: Database['get'] = (sql, ...of) => {
    asked.push(statementOf(sql))
    return db.get(sql, ...of)
  }
  const [store, scope, checkpoint] = [memoryStoreOver({ ...db, get }), newScope(), createPlaces()()]
  const documents = items.map((item, n) => itemDocument(scope, { id: `i${n}`, item }))
  const nothing = { fences: [], erasedResources: [], erasures: [] }
  await store.apply({ ...nothing, checkpoint, documents })
  return { db, asked, store, scope, owner: findOwner(db, scope)! }
}

test('given a thread, when asked for its end, then it is the last place, current or not, of this user and thread', async () => {
  const { store, scope } = await given(
    { threadId: 'walks', place: 9, createdAt: at(1), supersededBy: 'i1' },
    { threadId: 'walks', place: 8, createdAt: at(5) },
    { threadId: 'other', place: 20, createdAt: at(9) },
  )
  expect(await store.threadEnd(scope, 'walks')).toEqual({ threadId: 'walks', place: 9, at: at(1) })
  expect(await store.threadEnd(scope, 'none')).toBeNull()
  expect(await store.threadEnd(newScope(), 'walks')).toBeNull()
})

test('given items of before threads, when asked for the end, then their resource is their thread, and their order their place', async () => {
  const { store, scope } = await given(
    { resourceId: 'old', ordinal: 3, createdAt: at(2) },
    { resourceId: 'old', ordinal: 7, createdAt: at(1) },
  )
  expect(await store.threadEnd(scope, '~old')).toEqual({ threadId: '~old', place: 7, at: at(1) })
})

test('given conversations, when asked for the one between two instants, then it is the one of which anything was said last, with its own end', async () => {
  const { store, scope } = await given(
    { threadId: '~a', place: 3, createdAt: at(10) },
    // Told late, of an earlier time: it stands last in its thread.
    { threadId: '~a', place: 4, createdAt: at(1) },
    { threadId: '~b', place: 0, createdAt: at(12) },
    { threadId: '=alone', place: 0, createdAt: at(13) },
    { threadId: 'a client’s', place: 0, createdAt: at(13) },
  )
  const a = { threadId: '~a', place: 4, at: at(10) }
  expect(await store.conversationEnd(scope, between(5, 11))).toEqual(a)
  expect(await store.conversationEnd(scope, between(10, 10))).toEqual(a)
  const b = { threadId: '~b', place: 0, at: at(12) }
  expect(await store.conversationEnd(scope, between(5, 30))).toEqual(b)
  expect(await store.conversationEnd(scope, between(13, 30))).toBeNull()
  expect(await store.conversationEnd(newScope(), between(5, 30))).toBeNull()
})

test('given windows that overlap, when items of another time are asked for, then each is looked at once, and stands as it was then', async () => {
  const { db, owner } = await given(...[0, 1, 2, 3, 4].map((place) => ({ threadId: 't', place })), {
    threadId: 't',
    place: 5,
    supersededBy: 'i0',
  })
  const looked: string[] = []
  const among = (item: Item) => {
    looked.push(item.id)
    return item.id === 'i2' ? null : { ...item, text: `then ${item.id}` }
  }
  const of = [2, 3, 4].map((place) => ({ threadId: 't', place }))
  const found = neighbours(db, owner, { of: of.slice(1), window: 1, among })
  expect(found.map(({ text }) => text)).toEqual(['then i3', 'then i4', 'then i5'])
  expect(looked.filter((id) => id !== 'i2').sort()).toEqual(['i3', 'i4', 'i5'])
  const now = neighbours(db, owner, { of, window: 1 })
  expect(now.map(({ id }) => id).sort()).toEqual(['i1', 'i2', 'i3', 'i4'])
})

test('given threads of clients and others, when listed, then the clients’ alone come, page by page, with all that was said in each', async () => {
  const { store, scope } = await given(
    { threadId: 'b', resourceId: 'r1', createdAt: at(3) },
    { threadId: 'b', resourceId: 'r1', createdAt: at(1) },
    { threadId: 'b', resourceId: 'r2', createdAt: at(2), supersededBy: 'i0' },
    { threadId: 'a', resourceId: 'r3', createdAt: at(4) },
    { threadId: '~conversation', resourceId: 'r4' },
    { threadId: '=alone', resourceId: 'r5' },
    { resourceId: 'before threads' },
  )
  const a = { threadId: 'a', firstAt: at(4), lastAt: at(4), itemCount: 1, resourceCount: 1 }
  const b = { threadId: 'b', firstAt: at(1), lastAt: at(3), itemCount: 3, resourceCount: 2 }
  const all = { data: [a, b], total: 2, nextCursor: null }
  expect(await store.listThreads(scope, { limit: 2 })).toEqual(all)
  const first = await store.listThreads(scope, { limit: 1 })
  expect(first).toEqual({ data: [a], total: 2, nextCursor: expect.any(String) })
  const cursor = first.nextCursor!
  expect(await store.listThreads(scope, { limit: 1, cursor })).toEqual({ ...all, data: [b] })
})

test('given the end of a thread or of a conversation, when looked up, then an index of threads is searched', async () => {
  const { db, asked, store, scope } = await given({ threadId: '~a', place: 1, createdAt: at(1) })
  asked.length = 0
  await store.conversationEnd(scope, between(0, 2))
  const plans = asked
    .filter((sql) => sql.includes('FROM items'))
    .flatMap((sql) => db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`))
  const indexes = plans.map(({ detail }) => /USING INDEX (\w+)/.exec(detail)?.[1])
  expect(indexes).toEqual(['items_by_conversation', 'items_by_place'])
})
