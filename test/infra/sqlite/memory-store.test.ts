// The embedded memory store: the contract, and what forgetting leaves on disk.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { decidingMemoryContract } from '../../contracts/deciding-memory.contract.ts'
import { createPlaces, fenceOf, newScope } from '../../contracts/given.ts'
import {
  emptyStep,
  itemDocument,
  resourceDocument,
  summaryDocument,
} from '../../contracts/memory-documents.ts'
import { memoryStoreContract } from '../../contracts/memory-store.contract.ts'
import { createDirectories, filesWith, reopenable } from './directory.ts'

const CANARY = 'xylophonecanaryinmemory'
const newDirectory = createDirectories()

const open = reopenable(createSqliteMemoryStore)
memoryStoreContract('SQLite', open)
decidingMemoryContract('SQLite', open)

const canaries = (scope: ReturnType<typeof newScope>, count: number) => [
  ...Array.from({ length: count }, (_, n) =>
    itemDocument(scope, {
      id: `i${n}`,
      terms: [CANARY, `${CANARY}${n}`],
      slot: CANARY,
      vector: Int8Array.from(Buffer.from(CANARY)),
      item: { text: `${CANARY} ${'x'.repeat(500)}`, category: 'health', value: CANARY },
    }),
  ),
  resourceDocument(scope, { id: 'r', resource: { reason: CANARY } }),
  summaryDocument(scope, { category: 'health', text: CANARY }),
]

test.each([
  ['a user', null],
  ['a category', 'health'],
])(
  'given %s with a canary in every document, when forgotten, then its bytes are in no file',
  async (_, category) => {
    const directory = newDirectory()
    const store = createSqliteMemoryStore({ path: join(directory, 'memory.db') })
    const [scope, other, place] = [newScope(), newScope(), createPlaces()]
    const step = { fences: [], erasedResources: [], erasures: [] }
    const documents = canaries(scope, 40).filter(({ kind }) => !category || kind !== 'resource')
    const others = Array.from({ length: 40 }, (_, n) =>
      itemDocument(other, { id: `o${n}`, item: { text: 'y'.repeat(500) } }),
    )
    for (const [n, document] of documents.entries()) {
      const both = [document, ...others.slice(n, n + 1)]
      await store.apply({ ...step, checkpoint: place(), documents: both })
    }
    expect(filesWith(directory, CANARY)).not.toEqual([])
    const fence = fenceOf(scope, 9, { category, keyGeneration: category ? 0 : 1 })
    await store.apply({ ...step, checkpoint: place(), documents: [], fences: [fence] })
    expect(filesWith(directory, CANARY)).toEqual([])
    expect((await store.listItems(other, { limit: 100 })).total).toBe(40)
    await store.close()
    expect(filesWith(directory, CANARY)).toEqual([])
  },
)

test('given a resource with a canary, when its content is erased, then its bytes are in no file', async () => {
  const directory = newDirectory()
  const store = createSqliteMemoryStore({ path: join(directory, 'memory.db') })
  const [scope, place] = [newScope(), createPlaces()]
  const step = { fences: [], documents: [], erasedResources: [], erasures: [] }
  const document = resourceDocument(scope, { id: 'r', resource: { reason: CANARY } })
  await store.apply({ ...step, checkpoint: place(), documents: [document] })
  await store.apply({
    ...step,
    checkpoint: place(),
    erasedResources: [{ ...scope, id: 'r' }],
  })
  expect(filesWith(directory, CANARY)).toEqual([])
  await store.close()
})

test('given a handle that was never closed, when the file is opened again, then what was applied is there', async () => {
  const path = join(newDirectory(), 'memory.db')
  const crashed = createSqliteMemoryStore({ path })
  const scope = newScope()
  await crashed.apply({
    ...emptyStep,
    checkpoint: createPlaces()(),
    documents: [itemDocument(scope, { id: 'i', terms: ['tea'] })],
  })
  const store = createSqliteMemoryStore({ path })
  expect(await store.digest()).toBe(await crashed.digest())
  expect((await store.searchText(scope, { terms: ['tea'], limit: 1 })).hits).toHaveLength(1)
  await store.close()
  await crashed.close()
})

// Digests are compared with those that an earlier version gave.
test('given any items, then the digest is that of rows with their vectors in hex, in the order of users and ids', async () => {
  const path = join(newDirectory(), 'memory.db')
  const [store, place] = [createSqliteMemoryStore({ path }), createPlaces()]
  const vectors = [Int8Array.from([1, -2, 127]), new Int8Array(3), new Int8Array(0)]
  const documents = [newScope(), newScope()].flatMap((scope) =>
    Array.from({ length: 150 }, (_, n) =>
      itemDocument(scope, {
        id: `i${n * 7}`,
        terms: ['tea', `t${n}`],
        vector: vectors[n % 3] ?? new Int8Array(0),
        slot: n % 2 === 0 ? 's' : null,
        item: { text: 'long'.repeat(200), supersededBy: n % 5 === 0 ? 'i7' : null },
      }),
    ),
  )
  const step = { fences: [], erasedResources: [], erasures: [] }
  await store.apply({ ...step, checkpoint: place(), documents })
  const db = new DatabaseSync(path)
  const rows = db
    .prepare(
      `SELECT app_id, user_id, id, fingerprint, slot, terms, current,
         (SELECT nullif(hex(substr(vectors, n % 64 * dimensions + 1, dimensions)), hex(zeroblob(dimensions)))
          FROM vector_blocks WHERE vector_blocks.owner = items.owner AND block = n / 64) AS vector,
         (SELECT hex(vector) FROM past_vectors
          WHERE past_vectors.owner = items.owner AND past_vectors.n = items.n) AS past_vector, doc
       FROM items JOIN owners USING (owner) ORDER BY app_id, user_id, id`,
    )
    .all()
  db.close()
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  expect(rows.filter(({ vector }) => vector === '01FE7F')).toHaveLength(80)
  expect(text.length).toBeGreaterThan(200_000)
  expect(await store.digest()).toBe(createHash('sha256').update(text).digest('hex'))
  await store.close()
})

test('given an item that was closed and is current again, then the digest is that of one that always was', async () => {
  const scope = newScope()
  const stored = (supersededBy: string | null, version: number) =>
    itemDocument(scope, {
      id: 'i',
      version,
      vector: Int8Array.from([1, 2]),
      item: { supersededBy },
    })
  const digestAfter = async (versions: ReturnType<typeof stored>[]) => {
    const store = createSqliteMemoryStore({ path: ':memory:' })
    const place = createPlaces()
    const step = { fences: [], erasedResources: [], erasures: [] }
    for (const each of versions) {
      await store.apply({ ...step, checkpoint: place(), documents: [each] })
    }
    const digest = await store.digest()
    await store.close()
    return digest
  }
  const closed = stored('other', 2)
  const again = stored(null, 3)
  expect(await digestAfter([stored(null, 1), closed, again])).toBe(await digestAfter([again]))
  expect(await digestAfter([stored(null, 1), closed])).toBe(await digestAfter([closed]))
})
