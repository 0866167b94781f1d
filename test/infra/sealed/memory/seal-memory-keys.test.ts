// What a sealed memory store does with the generations of a user's keys, and what it passes to the store below.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type {
  ItemDocument,
  MemoryDocument,
  MemoryStep,
  MemoryStore,
} from '../../../../infra/ports/memory-store.ts'
import { sealDecidingMemory } from '../../../../infra/sealed/memory/seal-memory.ts'
import { createSqliteMemoryStore } from '../../../../infra/sqlite/memory-store.ts'
import { createPlaces, fenceOf, newScope } from '../../../contracts/given.ts'
import {
  itemDocument,
  resourceDocument,
  summaryDocument,
} from '../../../contracts/memory-documents.ts'
import { createDirectories, filesWith } from '../../sqlite/directory.ts'
import { givenSealing } from '../given-sealing.ts'

const newDirectory = createDirectories()
const vector = Int8Array.of(120, 40, 5, 5)

function given() {
  const directory = newDirectory()
  const { keys, sealing } = givenSealing({ eager: false })
  const below = createSqliteMemoryStore({ path: join(directory, 'memory.db') })
  const store = sealDecidingMemory(below, sealing)
  const place = createPlaces()
  const apply = (step: Partial<MemoryStep>) => {
    const empty = { fences: [], documents: [], erasedResources: [], erasures: [] }
    return store.apply({ ...empty, checkpoint: place(), ...step })
  }
  const write = (...documents: MemoryDocument[]) => apply({ documents })
  return { directory, keys, sealing, below, store, apply, write, scope: newScope() }
}

const said = (scope: ReturnType<typeof newScope>, id: string, keyGeneration: number) =>
  itemDocument(scope, {
    id,
    keyGeneration,
    terms: ['tea'],
    vector,
    fingerprint: 'f',
    slot: 's',
    item: { threadId: 'walks', place: keyGeneration, scopes: ['garden'], resourceId: 'r' },
  })

test('given what was sealed under two generations that both live, then all of it is found', async () => {
  const { keys, store, write, scope } = given()
  await keys.current([scope])
  await write(said(scope, 'old', 1))
  await keys.rotate(scope)
  await write(said(scope, 'new', 2))
  const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id).sort()
  const text = await store.searchText(scope, { terms: ['tea'], limit: 9 })
  expect(ids(text.hits)).toEqual(['new', 'old'])
  const near = await store.searchVectors(scope, { vector, limit: 9 })
  expect(ids(near)).toEqual(['new', 'old'])
  for (const { score } of near) expect(score).toBeGreaterThan(0.99)
  const matching = await store.matching(scope, { fingerprints: ['f'], slots: [] })
  expect(ids(matching.map(({ item }) => item))).toEqual(['new', 'old'])
  expect(await store.matching(scope, { fingerprints: [], slots: ['s'] })).toHaveLength(2)
  const places = [{ threadId: 'walks', place: 1 }]
  expect(ids(await store.neighbours(scope, places, 1))).toEqual(['new', 'old'])
  expect(ids((await store.listItems(scope, { limit: 9, scopes: ['garden'] })).data)).toEqual([
    'new',
    'old',
  ])
  expect((await store.listItems(scope, { limit: 9, scopes: ['cellar'] })).data).toEqual([])
  expect((await store.threadEnd(scope, 'walks'))?.place).toBe(2)
})

test.each(['soon', undefined] as const)(
  'given a step whose summaries are shown %s, when sealed, then the store is told so',
  async (summaries) => {
    const { below, sealing } = given()
    const told: unknown[] = []
    const apply: MemoryStore['apply'] = async (step) => void told.push(step.summaries)
    const nothing = { fences: [], documents: [], erasedResources: [], erasures: [] }
    const step = { checkpoint: createPlaces()(), ...nothing, summaries }
    await sealDecidingMemory({ ...below, apply }, sealing).apply(step)
    const made = { reads: [], scopes: [], make: () => [] }
    await sealDecidingMemory({ ...below, apply }, sealing).apply({ ...step, documents: made })
    expect(told).toEqual([summaries, summaries])
  },
)

test('given a key that is destroyed, then what it sealed is not there, in any way, and is no error', async () => {
  const { keys, store, below, sealing, apply, write, scope } = given()
  await keys.current([scope])
  await write(
    said(scope, 'i', 1),
    resourceDocument(scope, { id: 'r', resource: { reason: 'why', threadId: 'walks' } }),
    summaryDocument(scope, { category: 'work', text: 'all', keyGeneration: 1 }),
  )
  expect(await store.items(scope, ['i'])).toHaveLength(1)
  await keys.destroy(scope, 1)
  const page = { limit: 9 }
  expect((await store.searchText(scope, { terms: ['tea'], limit: 9 })).hits).toEqual([])
  expect(await store.searchVectors(scope, { vector, limit: 9 })).toEqual([])
  expect(await store.items(scope, ['i'])).toEqual([])
  expect(await store.itemDocuments([{ ...scope, id: 'i' }])).toEqual([])
  expect(await store.matching(scope, { fingerprints: ['f'], slots: ['s'] })).toEqual([])
  expect((await store.listItems(scope, page)).data).toEqual([])
  expect((await store.listThreads(scope, page)).data).toEqual([])
  expect((await store.listResources(scope, page)).data).toEqual([])
  expect(await store.resource(scope, 'r')).toBeNull()
  expect(await store.resources([{ ...scope, id: 'r' }])).toEqual([null])
  expect(await store.summaries(scope)).toEqual([])
  expect(await store.topItems(scope, { category: 'work', limit: 9 })).toEqual([])
  expect(await store.itemsOfResource(scope, 'r', 9)).toEqual([])
  // A late write goes nowhere, and the projector gets no document that cannot be opened.
  await write(said(scope, 'late', 1))
  const below1 = await below.listItems(sealing.owners.seal(scope), page)
  expect(below1.data.map(({ id }) => id)).toEqual(['i'])
  const seen: unknown[] = []
  const make = (stored: readonly ItemDocument[]) => {
    seen.push(...stored)
    return []
  }
  await apply({ documents: { reads: [{ ...scope, id: 'i' }], scopes: [scope], make } })
  expect(seen).toEqual([])
  // The user who comes back sees only new content, whatever still lies there.
  await keys.current([scope])
  await write(said(scope, 'back', 2))
  expect((await store.searchVectors(scope, { vector, limit: 9 })).map(({ id }) => id)).toContain(
    'back',
  )
  expect((await store.listItems(scope, page)).data.map(({ id }) => id)).toEqual(['back'])
  await apply({ fences: [fenceOf(scope, 9, { keyGeneration: 1 })] })
  expect((await store.fences([scope]))[0]).toMatchObject({ ...scope, before: 9 })
  expect((await store.receipt(scope, 9))?.before).toBe(9)
})

test('given an item that is changed, then its terms and its vector still find it', async () => {
  const { keys, store, apply, write, scope } = given()
  await keys.current([scope])
  await write(said(scope, 'i', 1))
  const make = (stored: readonly ItemDocument[]) =>
    stored.map((each) => ({ ...each, version: 2, item: { ...each.item, confidence: 1 } }))
  await keys.rotate(scope)
  await apply({ documents: { reads: [{ ...scope, id: 'i' }], scopes: [scope], make } })
  expect((await store.items(scope, ['i']))[0]?.confidence).toBe(1)
  expect((await store.searchText(scope, { terms: ['tea'], limit: 9 })).hits).toHaveLength(1)
  expect((await store.searchVectors(scope, { vector, limit: 9 }))[0]?.score).toBeGreaterThan(0.99)
  // It stays under the key that sealed it first.
  await keys.destroy(scope, 1)
  expect(await store.items(scope, ['i'])).toEqual([])
})

test('given words everywhere in a document, then none of them, and no id of the user, is in any file', async () => {
  const { directory, keys, store, write, scope } = given()
  await keys.current([scope])
  const word = 'xylophonecanary'
  const item = {
    text: `1${word}`,
    subject: `2${word}`,
    attribute: `3${word}`,
    value: `4${word}`,
    entities: [{ name: `5${word}`, type: `6${word}` }],
    relationships: [{ source: `13${word}`, type: `14${word}`, target: `15${word}` }],
    saidBy: `7${word}`,
    aliases: [`8${word}`],
    scopes: [`9${word}`],
    threadId: `10${word}`,
    resourceId: 'r',
  }
  const [fingerprint, slot] = [`11${word}`, `12${word}`]
  const document = { id: 'i', terms: [word, `${word}s`], fingerprint, slot, keyGeneration: 1, item }
  const letters = Int8Array.from(Buffer.from(word))
  await write(
    itemDocument(scope, { ...document, vector: letters }),
    resourceDocument(scope, { id: 'r', resource: { reason: word, threadId: word } }),
    summaryDocument(scope, { category: 'work', text: word, keyGeneration: 1 }),
  )
  expect(await store.items(scope, ['i'])).toMatchObject([item])
  expect((await store.itemDocuments([{ ...scope, id: 'i' }]))[0]).toMatchObject({
    fingerprint,
    slot,
    vector: letters,
  })
  expect(await store.resource(scope, 'r')).toMatchObject({ reason: word, threadId: word })
  expect((await store.summaries(scope))[0]?.text).toBe(word)
  for (const secret of [word, 'xylophone', scope.userId])
    expect(filesWith(directory, secret)).toEqual([])
  await store.close()
  for (const secret of [word, 'xylophone', scope.userId])
    expect(filesWith(directory, secret)).toEqual([])
})

test('given a change that keeps a word of before, then it is refused: it would lie there in plain', async () => {
  const { keys, write, scope } = given()
  await keys.current([scope])
  const changes = [{ at: '2026-05-08T13:56:00.000Z', before: { text: 'a word' } }]
  const document = itemDocument(scope, { id: 'i', keyGeneration: 1, item: { changes } })
  await expect(write(document)).rejects.toThrow('a change of the field text')
})

test('given more users than are looked at for a page of a search, then they are on the pages that follow', async () => {
  const { store, write, scope } = given()
  const users = Array.from({ length: 1_200 }, (_, n) => ({ ...scope, userId: `user-${n}` }))
  await write(...users.map((user) => resourceDocument(user, { id: 'r' })))
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await store.userOverviews({ appId: scope.appId, limit: 7, cursor, search: 'R-11' })
    expect(page.total).toBe(111)
    expect(page.data.length).toBeLessThanOrEqual(7)
    found.push(...page.data.map(({ userId }) => userId))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  const wanted = users.map(({ userId }) => userId).filter((id) => id.includes('r-11'))
  expect(found.toSorted()).toEqual(wanted.toSorted())
})
