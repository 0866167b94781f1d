// What a step of the embedded memory writes beside its documents: revisions for connections that only read, vectors of
// what is no longer current, numbers of items; and nothing of what is not asked for.
import { expect, onTestFinished, test } from 'vitest'
import type { MemoryStep } from '../../../../../infra/ports/memory-store.ts'
import {
  type Database,
  openDatabase,
  statementOf,
} from '../../../../../infra/sqlite/database/database.ts'
import { OTHER_TERMS } from '../../../../../infra/sqlite/memory/held/revisions.ts'
import { memorySchema, memoryStoreOver } from '../../../../../infra/sqlite/memory-store.ts'
import { createPlaces, fenceOf, newScope } from '../../../../contracts/given.ts'
import {
  itemDocument,
  resourceDocument,
  summaryDocument,
} from '../../../../contracts/memory-documents.ts'

const VECTOR = Int8Array.of(3, 4)
const CLOSED = { supersededBy: 'other' }

function given({ keepsPast = true } = {}) {
  const db = openDatabase({ path: ':memory:', durable: false, schema: memorySchema })
  onTestFinished(() => db.close())
  const statements: string[] = []
  const listening: Database = {
    ...db,
    run: (sql, ...values) => {
      statements.push(statementOf(sql))
      return db.run(sql, ...values)
    },
    truncateLog: () => {
      statements.push('truncate')
      db.truncateLog()
    },
  }
  const [store, place] = [memoryStoreOver(listening, { keepsPast }), createPlaces()]
  const apply = (more: Partial<MemoryStep>) =>
    store.apply({
      ...{ checkpoint: place(), documents: [], fences: [], erasedResources: [], erasures: [] },
      ...more,
    })
  const scope = newScope()
  const item = (more: Partial<Parameters<typeof itemDocument>[1]> = {}) =>
    itemDocument(scope, { id: 'i', terms: ['tea'], vector: VECTOR, ...more })
  const revisions = () => db.all<{ revision: number }>('SELECT revision FROM memory_revisions')
  const changed = () =>
    db.all<{ n: number }>('SELECT n FROM changed_items ORDER BY revision, n').map(({ n }) => n)
  return { db, store, scope, apply, item, revisions, changed, statements }
}

test('given new items, when written, then they are listed as changed, and none as one with other words', async () => {
  const { apply, item, changed } = given()
  await apply({ documents: [item(), item({ id: 'j' })] })
  expect(changed()).toEqual([0, 1])
})

test('given an item whose words change, when written again, then that is listed too; the same words are not', async () => {
  const { apply, item, changed } = given()
  await apply({ documents: [item()] })
  await apply({ documents: [item({ version: 2 })] })
  expect(changed()).toEqual([0, 0])
  await apply({ documents: [item({ version: 3, terms: ['rain'] })] })
  expect(changed()).toEqual([0, 0, OTHER_TERMS, 0])
})

test('given changes without end, when written, then the last 64 are listed, and what was read before them is void', async () => {
  const { db, apply, item, changed } = given()
  for (let version = 1; version <= 64; version++) await apply({ documents: [item({ version })] })
  const floor = () => db.one<{ floor: number }>('SELECT floor FROM memory_revisions').floor
  expect([changed().length, floor()]).toEqual([64, 0])
  const [first, second] = db.all<{ revision: number }>('SELECT revision FROM changed_items')
  await apply({ documents: [item({ version: 65 })] })
  expect(changed()).toHaveLength(64)
  expect(floor()).toBe(first!.revision)
  expect(db.one('SELECT min(revision) AS revision FROM changed_items')).toEqual(second)
})

test.each([
  ['as many items as are listed', 64, 64],
  ['more items than are listed', 65, 0],
])('given %s in one step, when written, then so many are', async (_, count, listed) => {
  const { db, apply, item, changed } = given()
  const documents = Array.from({ length: count }, (_, n) => item({ id: `i${n}` }))
  await apply({ documents })
  expect(changed()).toHaveLength(listed)
  const { revision, floor } = db.one<{ revision: number; floor: number }>(
    'SELECT revision, floor FROM memory_revisions',
  )
  expect(floor).toBe(listed === 0 ? revision : 0)
})

test('given resources alone, when written, then what readers hold stays; a summary and an item change it', async () => {
  const { apply, item, scope, revisions } = given()
  await apply({ documents: [resourceDocument(scope, { id: 'r' })] })
  expect(revisions()).toEqual([])
  await apply({ documents: [summaryDocument(scope, { category: 'work', text: 'x' })] })
  const [first] = revisions()
  await apply({ documents: [item()] })
  const [second] = revisions()
  expect(second!.revision).toBeGreaterThan(first!.revision)
  await apply({ documents: [resourceDocument(scope, { id: 'r', version: 2 })] })
  expect(revisions()).toEqual([second])
})

test('given a state, which only its writer asks about the present, when written, then no revision and no past vector is kept', async () => {
  const { db, apply, item, scope, revisions } = given({ keepsPast: false })
  await apply({ documents: [item(), summaryDocument(scope, { category: 'work', text: 'x' })] })
  await apply({ documents: [item({ version: 2, item: CLOSED })] })
  await apply({ fences: [fenceOf(scope, 1, { category: 'health' })] })
  expect(revisions()).toEqual([])
  expect(db.all('SELECT n FROM past_vectors')).toEqual([])
})

test('given an item that is closed, when its document is read, then its vector is there; one without a vector has none', async () => {
  const { store, scope, apply, item } = given()
  await apply({ documents: [item(), item({ id: 'none', vector: new Int8Array(0) })] })
  const vectors = async () => {
    const refs = ['i', 'none', 'unknown'].map((id) => ({ ...scope, id }))
    return (await store.itemDocuments(refs)).map(({ vector }) => [...vector])
  }
  expect(await vectors()).toEqual([[3, 4], []])
  await apply({ documents: [item({ version: 2, item: CLOSED })] })
  expect(await vectors()).toEqual([[3, 4], []])
})

test('given a new item that is current, when written, then nothing is asked of the vectors of others', async () => {
  const { apply, item, statements } = given()
  await apply({ documents: [item()] })
  expect(statements.filter((sql) => sql.includes('past_vectors'))).toEqual([])
  await apply({ documents: [item({ version: 2 })] })
  expect(statements.filter((sql) => sql.includes('past_vectors'))).toHaveLength(1)
})

test('given a step that removes nothing, when applied, then the log is not truncated; one that erases truncates it', async () => {
  const { apply, item, scope, statements } = given()
  const truncations = () => statements.filter((each) => each === 'truncate').length
  await apply({ documents: [item()] })
  expect(truncations()).toBe(0)
  await apply({ erasedResources: [{ ...scope, id: 'r' }] })
  expect(truncations()).toBe(1)
})

test('given a category that was forgotten, when a summary of before comes later, then it is not stored', async () => {
  const { store, scope, apply } = given()
  await apply({ fences: [fenceOf(scope, 9, { category: 'health' })] })
  const of = (category: string, source: number) =>
    summaryDocument(scope, { category, text: `${category} ${source}`, source })
  await apply({ documents: [of('health', 8), of('work', 8)] })
  expect((await store.summaries(scope)).map(({ text }) => text)).toEqual(['work 8'])
  await apply({ documents: [of('health', 9)] })
  expect(await store.summaries(scope)).toHaveLength(2)
})

test('given resources of several key generations, when a forget of everything comes late, then those of later keys stay', async () => {
  const { store, scope, apply } = given()
  const of = (id: string, keyGeneration: number) =>
    resourceDocument(scope, { id, keyGeneration, source: 10 })
  await apply({ documents: [of('old', 2), of('new', 3)] })
  await apply({ fences: [fenceOf(scope, 9, { keyGeneration: 2 })] })
  expect(await store.resource(scope, 'old')).toBeNull()
  expect(await store.resource(scope, 'new')).not.toBeNull()
})
