// After a write a query reads what the write changed, and not what the user has besides; and it answers as the file says.
import { join } from 'node:path'
import { setImmediate as nextEvent } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../../../infra/sqlite/database/database.ts'
import { heldReads } from '../../../../../infra/sqlite/memory/held/held-reads.ts'
import {
  beginSearch,
  bytesOfSearch,
  dropAllPostings,
  idOf,
  itemChanged,
  postingsOf,
  vectorsOf,
} from '../../../../../infra/sqlite/memory/held/held-search.ts'
import { createHeldUsers } from '../../../../../infra/sqlite/memory/held/held-users.ts'
import { createSqliteMemoryStore, memorySchema } from '../../../../../infra/sqlite/memory-store.ts'
import { createPlaces, newScope } from '../../../../contracts/given.ts'
import { itemDocument } from '../../../../contracts/memory-documents.ts'
import { createDirectories } from '../../directory.ts'
import { listening } from './listening.ts'

const newDirectory = createDirectories()
const none = { fences: [], erasedResources: [], erasures: [] }

async function given() {
  const path = join(newDirectory(), 'memory.db')
  const [writer, place, scope] = [createSqliteMemoryStore({ path }), createPlaces(), newScope()]
  const put = (ids: readonly string[], more: { version?: number; vector?: Int8Array } = {}) =>
    writer.apply({
      ...none,
      checkpoint: place(),
      documents: ids.map((id, n) => {
        const vector = Int8Array.from([n % 100, id.length, 3])
        return itemDocument(scope, { id, terms: ['tea', `w${n % 9}`], vector, ...more })
      }),
    })
  await put(Array.from({ length: 300 }, (_, n) => `i${n}`))
  const { db, asked } = listening(openDatabase({ path, durable: false, schema: memorySchema }))
  const reader = heldReads(db)
  const search = async (store: Pick<typeof reader, 'searchText' | 'searchVectors'>) => ({
    text: await store.searchText(scope, { terms: ['tea', 'w3'], limit: 5 }),
    vector: await store.searchVectors(scope, { vector: Int8Array.from([90, 20, 6]), limit: 5 }),
  })
  onTestFinished(async () => {
    db.close()
    await writer.close()
  })
  return { writer, reader, db, scope, put, search, asked }
}

/** Of all items, or of all vectors. */
const READS_ALL = /count\(\*\)|AND dimensions = \?/
const READS_A_BLOCK = /AND block = \?/
const READS_A_TERM = /FROM postings/

test('given a user who was asked about, when a fact is written, then the next query counts nothing again and reads one block of vectors', async () => {
  const { writer, reader, put, search, asked } = await given()
  expect(await search(reader)).toEqual(await search(writer))
  expect(asked.filter((sql) => READS_ALL.test(sql))).toHaveLength(2)
  asked.length = 0
  await put(['later'])
  expect(await search(reader)).toEqual(await search(writer))
  expect(asked.filter((sql) => READS_ALL.test(sql))).toEqual([])
  expect(asked.filter((sql) => READS_A_BLOCK.test(sql))).toHaveLength(1)
  // It has one of the two terms.
  expect(asked.filter((sql) => READS_A_TERM.test(sql))).toHaveLength(1)
  await nextEvent()
  asked.length = 0
  await search(reader)
  expect(asked.filter((sql) => READS_A_BLOCK.test(sql))).toEqual([])
})

test('given a block in which no item has a vector, when one of them is written, then it is no hit, and the search goes on', async () => {
  const { writer, reader, put, search } = await given()
  await put(Array.from({ length: 20 }, (_, n) => `full${n}`))
  await search(reader)
  await put(['without'], { vector: new Int8Array(0) })
  expect(await search(reader)).toEqual(await search(writer))
})

test('given what is held to search a user, then it counts by its size, once, until it is dropped', async () => {
  const { db, scope } = await given()
  const owner = createHeldUsers(db).read(scope, 0, (user) => user.owner)
  const held = beginSearch(owner)
  const counts = (bytes: number) => expect(bytesOfSearch(held)).toBe(bytes)
  counts(0)
  // Of 300 items all have one term, and 33 the other; an entry of an item takes 8 bytes.
  for (const _ of ['asked', 'again']) for (const term of ['tea', 'w4']) postingsOf(db, held, term)
  counts(2 * 200 + (300 + 33) * 8)
  // The last chunk of 64 ids has an unused number.
  for (const n of [0, 63, 299, 300]) idOf(db, held, n)
  const ids = 2 * 64 * 64
  counts(2 * 200 + (300 + 33) * 8 + ids)
  vectorsOf(db, held, 3)
  const vectors = 5 * 64 * 3
  counts(2 * 200 + (300 + 33) * 8 + ids + vectors)
  itemChanged(held, { n: 4, terms: ['w4', 'unknown'], isCurrent: true })
  counts(200 + 300 * 8 + ids + vectors)
  dropAllPostings(held)
  counts(ids + vectors)
})

test('given a user who was searched, then what is held to search counts as held', async () => {
  const { db, scope } = await given()
  const held = createHeldUsers(db)
  held.read(scope, null, (user) => user.vectors(3))
  expect(held.bytes).toBe(5 * 64 * 3)
})

test('given reads that one event makes, then the first alone looks for changes', async () => {
  const { writer, reader, search, asked } = await given()
  await search(reader)
  asked.length = 0
  expect(await search(reader)).toEqual(await search(writer))
  expect(asked).toEqual([])
  await nextEvent()
  await search(reader)
  expect(asked).toHaveLength(2)
})

test('given an item that was there before, when it is written again, then the items are counted again', async () => {
  const { writer, reader, put, search, asked } = await given()
  await search(reader)
  asked.length = 0
  await put(['i3'], { version: 2 })
  expect(await search(reader)).toEqual(await search(writer))
  expect(asked.filter((sql) => /count\(\*\)/.test(sql))).toHaveLength(1)
})

test('given vectors of another length, when they are written, then they are no hits of a query of the length before', async () => {
  const { writer, reader, put, search } = await given()
  await put(Array.from({ length: 20 }, (_, n) => `full${n}`))
  await search(reader)
  await put(['other'], { vector: new Int8Array(100).fill(100) })
  expect(await search(reader)).toEqual(await search(writer))
})

test('given many hits of the same score, then those with the first ids are returned, and each id is read once', async () => {
  const { reader, search, asked } = await given()
  const { text, vector } = await search(reader)
  const tied = Array.from({ length: 300 }, (_, n) => n).filter((n) => n % 9 === 3)
  expect(text.hits.map(({ id }) => id)).toEqual(
    tied
      .map((n) => `i${n}`)
      .sort()
      .slice(0, 5),
  )
  expect(new Set(vector.map(({ score }) => score)).size).toBeGreaterThan(1)
  expect(asked.filter((sql) => /SELECT n, id/.test(sql)).length).toBeLessThan(6)
})
