// After a maintenance the summaries that it made stale are written anew, and then it is completed.
import { beforeEach, expect, test } from 'vitest'
import { createOfflineLanguageModel } from '../../../infra/language/offline/offline-language-model.ts'
import type { ItemDocument, MemoryStore } from '../../../infra/ports/memory-store.ts'
import type { Fence } from '../../../infra/ports/projection.ts'
import type { Delivered } from '../../../infra/runtime/processor.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { createEvolveSummaries } from '../../../processors/evolve-summaries/processor.ts'
import { defaultCategories } from '../../../schemas/categories.ts'
import { fenceOf } from '../../contracts/given.ts'
import { itemDocument, summaryDocument } from '../../contracts/memory-documents.ts'
import { alone, delivered, LATER, opens, USER } from '../given.ts'

let memory: MemoryStore
beforeEach(() => {
  memory = createSqliteMemoryStore({ path: ':memory:' })
})

async function evolved(
  group: readonly Delivered[],
  fences: readonly Fence[] = [],
  others: readonly ItemDocument[] = [],
) {
  const checkpoint = { topic: 'memory.facts.v1' as const, partition: 0, position: 100 }
  const text = 'The user works at Acme.'
  const documents = [
    itemDocument(USER, { id: 'kept', source: 7, item: { text } }),
    ...others,
    summaryDocument(USER, { category: 'work', text: 'The user works at Acme.', source: 2 }),
    summaryDocument(USER, { category: 'health', text: 'Gone.', source: 2 }),
  ]
  await memory.apply({ checkpoint, fences, documents, erasedResources: [], erasures: [] })
  const outcome = await createEvolveSummaries({
    memory,
    language: createOfflineLanguageModel(),
    settings: { categoriesOf: () => defaultCategories },
    signal: new AbortController().signal,
  }).handle(group, alone())
  if (outcome.outcome !== 'emit') throw new Error('it was parked')
  expect(outcome.events.every(({ keyGeneration }) => keyGeneration === 1)).toBe(true)
  return outcome.events.map(({ event }) => event)
}

const maintained = (categories: string[]) =>
  delivered('FactsMaintained', { open: { ...opens.factsMaintained, categories } })
const processed = delivered('ResourceProcessed', {
  open: { ...opens.resourceProcessed, categories: ['work'] },
})

test('given stale summaries, when maintained, then each is written anew, also where its text stays, and it is completed', async () => {
  const events = await evolved([maintained(['health', 'work'])])
  expect(events.map(({ type, open, sealed }) => [type, { ...open, ...sealed }])).toMatchObject([
    ['SummaryEvolved', { category: 'health', source: 6, text: '' }],
    ['SummaryEvolved', { category: 'work', source: 6, text: 'The user works at Acme.' }],
    ['MaintenanceCompleted', { source: 6, pruned: 1, merged: 1, refreshed: 2 }],
  ])
})

test('given nothing stale, when maintained, then it is completed all the same', async () => {
  expect(await evolved([maintained([])])).toMatchObject([
    { type: 'MaintenanceCompleted', open: { refreshed: 0 } },
  ])
})

test('given a summary whose text stays, when a write led here, then nothing is told', async () => {
  expect(await evolved([processed])).toEqual([])
})

test('given a write and a maintenance at once, when handled, then each category is written once', async () => {
  const events = await evolved([maintained(['work']), processed])
  expect(events.map(({ type }) => type)).toEqual(['SummaryEvolved', 'MaintenanceCompleted'])
})

test('given a user who has been forgotten since, when maintained, then nothing is told', async () => {
  expect(await evolved([maintained(['work'])], [fenceOf(USER, 50)])).toEqual([])
})

const claim = (contests: string[]) =>
  itemDocument(USER, { id: 'claim', item: { text: 'The user works at Evil.', contests } })

test('given a tool’s claim that contests what stands, when summed up, then the summary does not say it', async () => {
  expect(await evolved([processed], [], [claim(['kept'])])).toEqual([])
})

test('given a tool’s claim that contests what is gone, when summed up, then the summary says it', async () => {
  const [event] = await evolved([processed], [], [claim(['gone'])])
  expect(JSON.stringify(event?.sealed)).toContain('Evil')
})

test('given many contested claims, when summed up, then they do not crowd out what stands', async () => {
  const claims = Array.from({ length: 12 }, (_, n) => {
    const contests = ['kept']
    const item = { text: `The user works at Evil ${n}.`, createdAt: LATER, contests }
    return itemDocument(USER, { id: `claim ${n}`, item })
  })
  expect(await evolved([processed], [], claims)).toEqual([])
})
