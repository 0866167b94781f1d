// What maintenance sees of a memory: all of it, however many pages it takes, and of nobody else's.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MemoryDocument, MemoryStore } from '../../../infra/ports/memory-store.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { survey } from '../../../processors/maintenance/survey.ts'
import { AT, createPlaces } from '../../contracts/given.ts'
import {
  itemDocument,
  resourceDocument,
  summaryDocument,
} from '../../contracts/memory-documents.ts'
import { LATER, USER } from '../given.ts'

const OLD = '2001-01-01T00:00:00.000Z'
const OTHER = { appId: 'app', userId: 'other' }

let memory: MemoryStore
beforeEach(() => {
  memory = createSqliteMemoryStore({ path: ':memory:' })
})
afterEach(() => memory.close())
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
