// Items in memory answer as the embedded store does, whatever is put there, and in whatever order.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { MemoryStore } from '../../../infra/ports/memory-store.ts'
import { createHeldItems, type HeldItems } from '../../../infra/search/held-items.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { createPlaces, newScope } from '../../contracts/given.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { createDirectories } from '../sqlite/directory.ts'
import { byId, randomOf, words } from './random-items.ts'

const newDirectory = createDirectories()
const step = { fences: [], erasedResources: [], erasures: [] }
const importances = ['low', 'medium', 'high', 'critical'] as const
const ids = Array.from({ length: 90 }, (_, n) => `i${n}`)
const places = Array.from({ length: 12 }, (_, n) => ({ threadId: `t${n % 2}`, place: n * 5 }))
const vector = Int8Array.from([90, 20, -60])

function heldReads(held: HeldItems) {
  return {
    text: held.searchText({ terms: words, limit: 8 }),
    rare: held.searchText({ terms: ['ferry', 'nowhere'], limit: 3 }),
    nothing: held.searchText({ terms: [], limit: 3 }),
    vector: held.searchVectors({ vector, limit: 8 }),
    short: held.searchVectors({ vector: vector.slice(1), limit: 8 }),
    items: held.items(ids),
    near: byId(held.neighbours(places.slice(3, 6), 4)),
    all: byId(held.neighbours(places, 30)),
    pinned: held.pinnedItems(5),
  }
}

async function storedReads(store: MemoryStore, scope: ReturnType<typeof newScope>) {
  return {
    text: await store.searchText(scope, { terms: words, limit: 8 }),
    rare: await store.searchText(scope, { terms: ['ferry', 'nowhere'], limit: 3 }),
    nothing: await store.searchText(scope, { terms: [], limit: 3 }),
    vector: await store.searchVectors(scope, { vector, limit: 8 }),
    short: await store.searchVectors(scope, { vector: vector.slice(1), limit: 8 }),
    items: await store.items(scope, ids),
    near: byId(await store.neighbours(scope, places.slice(3, 6), 4)),
    all: byId(await store.neighbours(scope, places, 30)),
    pinned: await store.pinnedItems(scope, 5),
  }
}

function randomDocument(
  scope: ReturnType<typeof newScope>,
  random: (below: number) => number,
  version: number,
) {
  const id = `i${random(90)}`
  return itemDocument(scope, {
    id,
    version,
    source: version,
    terms: words.slice(random(3), 3 + random(3)),
    vector:
      random(9) === 0
        ? new Int8Array(0)
        : Int8Array.from([random(200) - 100, random(200) - 100, random(200) - 100]),
    item: {
      text: `${id} as of ${version}`,
      importance: importances[random(4)] ?? 'low',
      createdAt: new Date(Date.UTC(2026, 4, 1 + random(4))).toISOString(),
      threadId: `t${random(2)}`,
      place: random(60),
      supersededBy: random(4) === 0 ? 'another' : null,
      ...(random(5) === 0 && { pinned: true as const }),
    },
  })
}

test.each([1, 2, 3])(
  'given any items and changes of them (%i), then every read gives what the embedded store gives',
  async (seed) => {
    const store = createSqliteMemoryStore({ path: join(newDirectory(), 'memory.db') })
    const [scope, place, random, held] = [
      newScope(),
      createPlaces(),
      randomOf(seed),
      createHeldItems(),
    ]
    for (let version = 1; version <= 60; version++) {
      const documents = Array.from({ length: version % 20 === 0 ? 90 : 1 + random(4) }, () =>
        randomDocument(scope, random, version),
      )
      // Of an id that comes twice at one version the first stays.
      const first = documents.filter(
        ({ item }, n) => documents.findIndex((each) => each.item.id === item.id) === n,
      )
      await store.apply({ ...step, checkpoint: place(), documents: first })
      for (const { item, terms, vector: of } of first) held.put({ item, terms, vector: of })
      expect(heldReads(held)).toEqual(await storedReads(store, scope))
    }
    await store.close()
  },
)
