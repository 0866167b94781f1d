// A file that a rebuild has filled holds what one does that took the same steps: postings and vectors of all current
// items, in chunks and blocks, and the vectors of the others.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ItemDocument } from '../../../../../infra/ports/memory-store.ts'
import { openDatabase } from '../../../../../infra/sqlite/database/database.ts'
import { createSqliteMemoryStore, memoryFilling } from '../../../../../infra/sqlite/memory-store.ts'
import { beginFilling, completeFilling } from '../../../../../infra/sqlite/projection/filling.ts'
import { createPlaces, newScope } from '../../../../contracts/given.ts'
import { itemDocument } from '../../../../contracts/memory-documents.ts'
import { createDirectories } from '../../directory.ts'

const newDirectory = createDirectories()
const { signal } = new AbortController()
const [ANN, BEN] = [newScope(), newScope()]
const none = { fences: [], erasedResources: [], erasures: [] }

/** Of two users, more than a chunk; every third is closed later, and every fifth has no vector. */
const made = [ANN, BEN].flatMap((scope) =>
  Array.from({ length: 300 }, (_, n) =>
    itemDocument(scope, {
      id: `i${n}`,
      terms: n % 7 === 0 ? [] : ['tea', `w${n % 4}`],
      vector: n % 5 === 0 ? new Int8Array(0) : Int8Array.of(1 + (n % 90), 3),
    }),
  ),
)
const closed = made
  .filter((_, n) => n % 3 === 0)
  .map((each) => ({ ...each, version: 2, item: { ...each.item, supersededBy: 'other' } }))

const PLACES = createPlaces()
const steps: [checkpoint: ReturnType<typeof PLACES>, documents: ItemDocument[]][] = [
  [PLACES(), made],
  [PLACES(), closed],
]

async function taken(path: string, isFilled: boolean) {
  const store = createSqliteMemoryStore({ path, isFilled })
  for (const [checkpoint, documents] of steps) {
    await store.apply({ ...none, checkpoint, documents })
  }
  return store
}

/** The rows of what only readers need. */
function rowsOf(path: string) {
  const db = openDatabase({ path, durable: false, readOnly: true, schema: '' })
  const rows = {
    postings: db.all('SELECT owner, term, chunk, length(entries) AS bytes FROM postings'),
    blocks: db.all('SELECT owner, block, dimensions, vectors FROM vector_blocks'),
    past: db.all('SELECT owner, n, vector FROM past_vectors'),
  }
  db.close()
  return rows
}

test('given the same steps, when a file was filled with them and completed, then its rows are those of one that took them one by one', async () => {
  const [plainPath, path] = [newDirectory(), newDirectory()].map((each) => join(each, 'memory.db'))
  const plain = await taken(plainPath!, false)
  beginFilling(path!)
  const store = await taken(path!, true)
  const before = rowsOf(path!)
  expect(before.postings).toEqual([])
  await completeFilling(path!, memoryFilling, { others: [], signal })
  const rows = rowsOf(path!)
  expect(rows).toEqual(rowsOf(plainPath!))
  expect(new Set(rows.postings.map(({ chunk }) => chunk))).toEqual(new Set([0, 1]))
  expect(rows.past).toHaveLength(160)
  expect(await store.digest()).toBe(await plain.digest())
  for (const scope of [ANN, BEN]) {
    const query = { terms: ['tea', 'w1'], limit: 20 }
    expect(await store.searchText(scope, query)).toEqual(await plain.searchText(scope, query))
    const near = { vector: Int8Array.of(5, 3), limit: 20 }
    const hits = await store.searchVectors(scope, near)
    expect(hits).toHaveLength(20)
    expect(hits).toEqual(await plain.searchVectors(scope, near))
  }
  await plain.close()
  await store.close()
})
