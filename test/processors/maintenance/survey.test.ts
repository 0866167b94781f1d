// What maintenance sees of a memory: all of it, however many pages it takes, and no other user's.
import { expect, test } from 'vitest'
import type { Item, MemoryDocument, MemoryStore } from '../../../infra/ports/memory-store.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { survey } from '../../../processors/maintenance/survey.ts'
import { AT, createPlaces, fenceOf } from '../../contracts/given.ts'
import {
  itemDocument,
  resourceDocument,
  summaryDocument,
} from '../../contracts/memory-documents.ts'
import { startedEach } from '../../started.ts'
import { LATER, USER } from '../given.ts'

const OLD = '2001-01-01T00:00:00.000Z'
const OTHER = { appId: 'app', userId: 'other' }

const memory = startedEach(() => createSqliteMemoryStore({ path: ':memory:' }))
const place = createPlaces()

async function write(...documents: MemoryDocument[]): Promise<void> {
  const step = { fences: [], erasedResources: [], erasures: [] }
  await memory.apply({ ...step, checkpoint: place(), documents })
}

const low = { importance: 'low' as const, createdAt: OLD, validFrom: OLD }

test('given many items, when looked over, then what faded is found on every page, current ones alone', async () => {
  const many = Array.from({ length: 1201 }, (_, n) =>
    itemDocument(USER, { id: `f${n}`, item: { ...low, text: `text ${n}` } }),
  )
  await write(
    ...many,
    itemDocument(USER, { id: 'closed', item: { ...low, supersededBy: 'f1' } }),
    itemDocument(USER, { id: 'gone', item: { ...low, pruned: { at: LATER, reason: 'faded' } } }),
    itemDocument(OTHER, { id: 'others', item: low }),
  )
  const seen = await survey(memory, USER, LATER)
  const ids = seen.faded.map(({ item }) => item.id)
  expect(new Set(ids)).toEqual(new Set(many.map(({ item }) => item.id)))
  expect(seen.alike).toEqual([])
})

test('given facts that may say the same, when looked over, then they come together with their vectors', async () => {
  const vector = Int8Array.of(1, 2)
  await write(
    itemDocument(USER, { id: 'a', vector, fingerprint: 'same', item: { text: 'I like the tea.' } }),
    itemDocument(USER, { id: 'b', vector, fingerprint: 'same', item: { text: 'I like tea!' } }),
    itemDocument(USER, { id: 'c', vector, item: { text: 'I like tea!', category: 'health' } }),
    itemDocument(OTHER, { id: 'd', vector, item: { text: 'I like tea!' } }),
    itemDocument(USER, { id: 'e', item: { text: 'I met Ben.', validTo: OLD } }),
    itemDocument(USER, { id: 'f', item: { text: 'I met Ben.' } }),
  )
  const { alike } = await survey(memory, USER, LATER)
  expect(alike.map((group) => group.map(({ item }) => item.id).sort())).toEqual([['a', 'b']])
  expect(alike[0]![0]!.vector).toEqual(vector)
})

const EARLIER = '2026-05-01T00:00:00.000Z'

test.each([
  ['a fact without a summary', fact(AT), ['work']],
  ['a summary of the same time as its fact', [...fact(AT), summary(AT)], []],
  ['a summary from after its fact', [...fact(AT), summary(LATER)], []],
  ['a summary from before its fact', [...fact(AT), summary(EARLIER)], ['work']],
  ['a summary of nothing', [summary(AT)], ['work']],
  ['a fact that is too unsure for a summary', fact(AT, 0.5), []],
  ['an unsure fact beside a summary of nothing', [...fact(AT, 0.5), summary(LATER)], ['work']],
  ['an empty summary of nothing', [summary(AT, '')], []],
] as const)('given %s, when looked over, then stale are: %s', async (_, documents, stale) => {
  await write(...documents)
  expect((await survey(memory, USER, LATER)).stale).toEqual(stale)
})

/** A fact with the resource that it was read from, and when that was. */
function fact(processedAt: string, confidence = 0.8): MemoryDocument[] {
  return [
    itemDocument(USER, { id: 'fact', item: { confidence, resourceId: 'r' } }),
    resourceDocument(USER, { id: 'r', resource: { processedAt, status: 'processed' } }),
  ]
}

function summary(updatedAt: string, text = 'words'): MemoryDocument {
  const document = summaryDocument(USER, { category: 'work', text })
  return { ...document, summary: { ...document.summary, updatedAt } }
}

test('given facts that faded, when looked over, then the oldest comes first, with its reason', async () => {
  const at = (year: number) => `${year}-01-01T00:00:00.000Z`
  const of = (id: string, year: number, more = {}) =>
    itemDocument(USER, { id, item: { ...low, createdAt: at(year), validFrom: at(year), ...more } })
  await write(of('b', 2003), of('a', 2002), of('c', 2004, { validTo: at(2005) }))
  const { faded } = await survey(memory, USER, LATER)
  expect(faded.map(({ item, reason }) => [item.id, reason])).toEqual([
    ['a', 'faded'],
    ['b', 'faded'],
    ['c', 'ended'],
  ])
})

test('given facts that are like no other, when looked over, then no document is read', async () => {
  await write(itemDocument(USER, { id: 'a' }), itemDocument(USER, { id: 'b' }))
  const itemDocuments = async () => {
    throw new Error('it was read')
  }
  expect((await survey({ ...memory, itemDocuments }, USER, LATER)).alike).toEqual([])
})

test('given a fact that is forgotten while it is looked over, then the others come together without it', async () => {
  const of = (id: string, source: number) =>
    itemDocument(USER, { id, source, fingerprint: 'same', item: { text: 'I like tea.' } })
  await write(of('a', 5), of('b', 1), of('c', 5))
  const itemDocuments: MemoryStore['itemDocuments'] = async (refs) => {
    const fences = [fenceOf(USER, 3)]
    const step = { fences, documents: [], erasedResources: [], erasures: [] }
    await memory.apply({ ...step, checkpoint: place() })
    return memory.itemDocuments(refs)
  }
  const { alike } = await survey({ ...memory, itemDocuments }, USER, LATER)
  expect(alike.map((group) => group.map(({ item }) => item.id).sort())).toEqual([['a', 'c']])
})

test('given a list that does not end, when looked over, then it is left after a thousand pages', async () => {
  let asked = 0
  const listItems: MemoryStore['listItems'] = async (scope, { limit }) => {
    asked += 1
    return { ...(await memory.listItems(scope, { limit })), nextCursor: 'more' }
  }
  await survey({ ...memory, listItems }, USER, LATER)
  expect(asked).toBe(1000)
})

test('given more duplicates than can be merged at a time, when looked over, then the rest is not read', async () => {
  const pairs = Array.from({ length: 1015 }, (_, n) =>
    ['a', 'b'].map((id) => {
      const item = { text: `I like tea number ${n}.` }
      return itemDocument(USER, { id: `${id}${n}`, fingerprint: `same ${n}`, item })
    }),
  )
  await write(...pairs.flat())
  expect((await survey(memory, USER, LATER)).alike).toHaveLength(1000)
})

test('given more look-alikes than are compared, when looked over, then the oldest fifty come together', async () => {
  const at = (n: number) => `2026-01-01T00:00:${String(n).padStart(2, '0')}.000Z`
  await write(
    ...Array.from({ length: 59 }, (_, n) =>
      itemDocument(USER, {
        id: `f${n}`,
        fingerprint: 'same',
        item: { text: 'I like tea.', createdAt: at(n) },
      }),
    ),
  )
  const { alike } = await survey(memory, USER, LATER)
  const ids = alike[0]!.map(({ item }) => item.id)
  expect(new Set(ids)).toEqual(new Set(Array.from({ length: 50 }, (_, n) => `f${n}`)))
})

test('given many groups of look-alikes, when looked over, then those without a duplicate are left out, wherever they stand', async () => {
  const pair = (n: number, more: Partial<Item> = {}) =>
    ['a', 'b'].map((id) => {
      const item = { text: `I like tea number ${n}.`, ...(id === 'b' ? more : {}) }
      return itemDocument(USER, { id: `${id}${n}`, fingerprint: `same ${n}`, item })
    })
  const critical = { importance: 'critical' } as const
  await write(
    ...Array.from({ length: 25 }, (_, n) => pair(n, n % 2 === 0 ? {} : { validTo: OLD })).flat(),
    itemDocument(USER, { id: 'alone', item: { text: 'I met Ben.', ...critical } }),
  )
  const { alike } = await survey(memory, USER, LATER)
  const ids = alike.map((group) => group.map(({ item }) => item.id).sort()).sort()
  expect(ids).toEqual(Array.from({ length: 13 }, (_, n) => [`a${2 * n}`, `b${2 * n}`]).sort())
})

test('given a value that takes the place of another on a later day, when looked over, then its summary is stale from that day on', async () => {
  await write(
    itemDocument(USER, { id: 'now', item: { validTo: LATER, followedBy: 'then' } }),
    itemDocument(USER, { id: 'then', item: { validFrom: LATER, exclusive: true } }),
    summary(AT),
  )
  const before = new Date(Date.parse(LATER) - 1).toISOString()
  expect((await survey(memory, USER, before)).stale).toEqual([])
  expect((await survey(memory, USER, LATER)).stale).toEqual(['work'])
})

test('given several stale summaries, when looked over, then each is told', async () => {
  const of = (category: string) => itemDocument(USER, { id: category, item: { category } })
  await write(of('food'), of('pets'), summary(AT))
  const { stale } = await survey(memory, USER, LATER)
  expect(stale.toSorted()).toEqual(['food', 'pets', 'work'])
})

test('given a fact whose resource is not known or has not been processed, when looked over, then its summary is not stale', async () => {
  await write(
    itemDocument(USER, { id: 'a', item: { resourceId: 'unknown' } }),
    itemDocument(USER, { id: 'b', item: { resourceId: 'waiting' } }),
    resourceDocument(USER, { id: 'waiting' }),
    summary(AT),
  )
  expect((await survey(memory, USER, LATER)).stale).toEqual([])
  await write(
    resourceDocument(USER, {
      id: 'waiting',
      version: 2,
      resource: { processedAt: LATER, status: 'processed' },
    }),
  )
  expect((await survey(memory, USER, LATER)).stale).toEqual(['work'])
})
