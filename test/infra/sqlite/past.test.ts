// Files from before recorded time was kept: their content counts as learnt when it was said, and as it is now.
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { AT, createPlaces, newScope } from '../../contracts/given.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { createDirectories } from './directory.ts'

const directory = createDirectories()
const EARLIER = '2026-05-08T13:55:59.999Z'

function withoutPastVectors(path: string): void {
  const db = new DatabaseSync(path)
  db.exec('DROP TABLE past_vectors')
  db.close()
}

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
  withoutPastVectors(path)
  const store = createSqliteMemoryStore({ path })
  const held = store.at({ asOf: AT })
  const { hits } = await held.searchText(scope, { terms: ['ana'], limit: 9 })
  expect(hits.map(({ id }) => id)).toEqual(['closed', 'open'])
  const near = await held.searchVectors(scope, { vector, limit: 9 })
  expect(near.map(({ id }) => id)).toEqual(['open'])
  expect((await store.at({ knownAt: EARLIER }).listItems(scope, { limit: 9 })).total).toBe(0)
  await store.close()
})
