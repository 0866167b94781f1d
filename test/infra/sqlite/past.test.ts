// Files from before recorded time was kept: their content counts as learnt when it was said, and as it is now.
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createSqliteGraphStore } from '../../../infra/sqlite/graph-store.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { AT, createPlaces, newScope } from '../../contracts/given.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { createDirectories } from './directory.ts'

const directory = createDirectories()
const EARLIER = '2026-05-08T13:55:59.999Z'

function withoutTable(path: string, table: string): void {
  const db = new DatabaseSync(path)
  db.exec(`DROP TABLE ${table}`)
  db.close()
}

test('given facts of before, when a graph is asked of another time, then they were learnt when they were said', async () => {
  const [scope, place] = [newScope(), createPlaces()]
  const path = `${directory()}/graph.db`
  const first = createSqliteGraphStore({ path })
  const entities = [{ name: 'Ana', type: 'person' }]
  const step = { fences: [], closed: [] }
  const fact = (factId: string) => ({
    ...scope,
    factId,
    source: 1,
    category: 'work',
    at: AT,
    validTo: null,
    held: { from: AT, until: null },
    recordedAt: AT,
    context: factId,
    entities,
    relationships: [],
    properties: [],
  })
  await first.apply({ ...step, checkpoint: place(), facts: [fact('open'), fact('closed')] })
  const closed = [{ ...scope, factId: 'closed', validTo: AT, recordedAt: AT }]
  await first.apply({ ...step, checkpoint: place(), facts: [], closed })
  await first.close()
  withoutTable(path, 'fact_times')
  const store = createSqliteGraphStore({ path })
  const query = { words: ['ana'], entityLimit: 9, factLimit: 9 }
  for (const time of [{ knownAt: AT }, { asOf: AT }]) {
    expect((await store.at(time).named(scope, query)).factIds).toEqual(['open'])
  }
  for (const time of [{ knownAt: EARLIER }, { asOf: EARLIER }]) {
    expect(await store.at(time).entity(scope, 'Ana')).toBeNull()
  }
  await store.close()
})

test('given items of before, when a memory is asked of another time, then closed ones are found by their words', async () => {
  const scope = newScope()
  const path = `${directory()}/memory.db`
  const first = createSqliteMemoryStore({ path })
  const vector = Int8Array.of(1, 2, 3)
  const documents = [
    itemDocument(scope, { id: 'open', terms: ['ana'], vector }),
    itemDocument(scope, {
      id: 'closed',
      terms: ['ana'],
      vector,
      item: { validTo: '2026-05-09T00:00:00.000Z', supersededBy: 'open' },
    }),
  ]
  const step = { fences: [], erasedResources: [], erasures: [] }
  await first.apply({ ...step, checkpoint: createPlaces()(), documents })
  await first.close()
  withoutTable(path, 'past_vectors')
  const store = createSqliteMemoryStore({ path })
  const held = store.at({ asOf: AT })
  const { hits } = await held.searchText(scope, { terms: ['ana'], limit: 9 })
  expect(hits.map(({ id }) => id)).toEqual(['closed', 'open'])
  const near = await held.searchVectors(scope, { vector, limit: 9 })
  expect(near.map(({ id }) => id)).toEqual(['open'])
  expect((await store.at({ knownAt: EARLIER }).listItems(scope, { limit: 9 })).total).toBe(0)
  await store.close()
})
