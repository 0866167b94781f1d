// What a fence leaves in the embedded memory's file: of the rest everything, of what it covers nothing, and the rows of a
// user go table by table and not one by one.
import { expect, onTestFinished, test } from 'vitest'
import type { MemoryStep } from '../../../../../infra/ports/memory-store.ts'
import { type Database, openDatabase } from '../../../../../infra/sqlite/database/database.ts'
import { memorySchema, memoryStoreOver } from '../../../../../infra/sqlite/memory-store.ts'
import { createPlaces, fenceOf, newScope } from '../../../../contracts/given.ts'
import { itemDocument, resourceDocument } from '../../../../contracts/memory-documents.ts'

const VECTOR = Int8Array.of(3, 4)

function given() {
  const db = openDatabase({ path: ':memory:', durable: false, schema: memorySchema })
  onTestFinished(() => db.close())
  let statements = 0
  const run: Database['run'] = (...of) => {
    statements++
    return db.run(...of)
  }
  const [store, place, scope] = [memoryStoreOver({ ...db, run }), createPlaces(), newScope()]
  const apply = (more: Partial<MemoryStep>) =>
    store.apply({
      ...{ checkpoint: place(), documents: [], fences: [], erasedResources: [], erasures: [] },
      ...more,
    })
  const items = (category: string, count: number, source = 1) =>
    Array.from({ length: count }, (_, n) =>
      itemDocument(scope, {
        id: `${category} ${n} of ${source}`,
        source,
        terms: ['tea', category],
        vector: VECTOR,
        item: { category, resourceId: `r${n}` },
      }),
    )
  const near = async () => {
    const hits = await store.searchVectors(scope, { vector: VECTOR, limit: 99 })
    return hits.map(({ id }) => id)
  }
  const rows = (table: string) =>
    db.one<{ found: number }>(`SELECT count(*) AS found FROM ${table}`).found
  const written = () => {
    const before = statements
    statements = 0
    return before
  }
  return { store, scope, apply, items, near, rows, written }
}

const TABLES = ['items', 'postings', 'vector_blocks', 'past_vectors', 'resources', 'summaries']

test('given items of two categories, when one is forgotten, then vectors and words of the other are found as before', async () => {
  const { store, scope, apply, items, near } = given()
  await apply({ documents: [...items('health', 3), ...items('work', 3)] })
  await apply({ fences: [fenceOf(scope, 9, { category: 'health' })] })
  const left = ['work 0 of 1', 'work 1 of 1', 'work 2 of 1']
  expect(await near()).toEqual(left)
  const { hits } = await store.searchText(scope, { terms: ['tea'], limit: 9 })
  expect(hits.map(({ id }) => id)).toEqual(left)
})

test('given items of one category alone, when it is forgotten, then nothing of them is stored, and vectors of another length can be', async () => {
  const { scope, apply, items, rows, store } = given()
  await apply({ documents: items('health', 3) })
  await apply({ fences: [fenceOf(scope, 9, { category: 'health' })] })
  expect(TABLES.map(rows)).toEqual(TABLES.map(() => 0))
  const vector = Int8Array.of(1, 2, 3)
  await apply({ documents: [itemDocument(scope, { id: 'new', source: 10, vector })] })
  expect(await store.searchVectors(scope, { vector, limit: 1 })).toHaveLength(1)
})

test('given a user with much, when all of it is forgotten, then no more statements write than for little', async () => {
  const costs: number[] = []
  for (const count of [2, 200]) {
    const { scope, apply, items, rows, written } = given()
    await apply({ documents: items('health', count) })
    await apply({
      documents: items('health', 1).map((each) => ({
        ...each,
        version: 2,
        item: { ...each.item, supersededBy: 'other' },
      })),
    })
    expect(rows('past_vectors')).toBe(1)
    written()
    await apply({ fences: [fenceOf(scope, 9)] })
    costs.push(written())
    expect(TABLES.map(rows)).toEqual(TABLES.map(() => 0))
  }
  expect(costs[1]).toBe(costs[0])
})

test('given facts from after a forget of everything, when its fence comes late, then they stay and the others go', async () => {
  const { scope, apply, items, near, rows } = given()
  await apply({ documents: [...items('health', 2, 1), ...items('health', 2, 9)] })
  await apply({ fences: [fenceOf(scope, 9)] })
  expect(await near()).toEqual(['health 0 of 9', 'health 1 of 9'])
  expect(rows('items')).toBe(2)
})

test('given a forget of everything, then its receipt names no resource, and says how many went', async () => {
  const { store, scope, apply, items } = given()
  const resources = ['r0', 'r1'].map((id) => resourceDocument(scope, { id }))
  await apply({ documents: [...items('health', 2), ...resources] })
  await apply({ fences: [fenceOf(scope, 9)] })
  expect(await store.receipt(scope, 9)).toEqual({
    before: 9,
    removed: { items: 2, resources: 2, summaries: 0 },
    resourceIds: [],
  })
})
