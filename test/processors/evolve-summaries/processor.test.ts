// After a maintenance, evolve-summaries rewrites the summaries that it made stale, and then completes the maintenance.
import { beforeEach, expect, test } from 'vitest'
import { createOfflineLanguageModel } from '../../../infra/language/offline/offline-language-model.ts'
import type { LanguageModel, SummaryRequest } from '../../../infra/ports/language-model.ts'
import type { DecidingMemory, ItemDocument } from '../../../infra/ports/memory-store.ts'
import type { Fence } from '../../../infra/ports/projection.ts'
import { type States, sharedStates } from '../../../infra/ports/states.ts'
import type { Delivered } from '../../../infra/runtime/run/processor.ts'
import { createSqliteGraphStore } from '../../../infra/sqlite/graph-store.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { createEvolveSummaries } from '../../../processors/evolve-summaries/processor.ts'
import { memoryStates } from '../../../processors/states.ts'
import { defaultCategories } from '../../../schemas/categories.ts'
import { fenceOf } from '../../contracts/given.ts'
import { itemDocument, summaryDocument } from '../../contracts/memory-documents.ts'
import { alone, delivered, LATER, opens, sealedFact, USER } from '../given.ts'

let memory: DecidingMemory
let states: States
beforeEach(() => {
  memory = createSqliteMemoryStore({ path: ':memory:' })
  states = sharedStates({ memory, graph: createSqliteGraphStore({ path: ':memory:' }) })
})

async function evolved(
  group: readonly Delivered[],
  fences: readonly Fence[] = [],
  others: readonly ItemDocument[] = [],
  language: LanguageModel = createOfflineLanguageModel(),
  work = alone(),
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
  return handled(group, language, work)
}

async function handled(group: readonly Delivered[], language: LanguageModel, work = alone()) {
  const outcome = await createEvolveSummaries({
    states,
    language,
    settings: { categoriesOf: () => defaultCategories },
  }).handle(group, work)
  if (outcome.outcome !== 'emit') throw new Error('it was dead-lettered')
  expect(outcome.events.every(({ keyGeneration }) => keyGeneration === 1)).toBe(true)
  return outcome.events.map(({ event }) => event)
}

const maintained = (categories: string[]) =>
  delivered('FactsMaintained', { open: { ...opens.factsMaintained, categories } })
const processed = delivered('ResourceProcessed', {
  open: { ...opens.resourceProcessed, categories: ['work'] },
})

test('given stale summaries, when maintained, then each is rewritten, also where its text stays, and it is completed', async () => {
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

test('given a stale summary that is not written, when maintained, then it is not counted', async () => {
  const fences = [fenceOf(USER, 50, { category: 'health', keyGeneration: 0 })]
  expect(await evolved([maintained(['health', 'work'])], fences)).toMatchObject([
    { type: 'SummaryEvolved', open: { category: 'work' } },
    { type: 'MaintenanceCompleted', open: { refreshed: 1 } },
  ])
})

test('given a user who has been forgotten since, when maintained, then nothing is told', async () => {
  expect(await evolved([maintained(['work'])], [fenceOf(USER, 50)])).toEqual([])
})

test('given a forget that the state has not read yet, when facts after it are summed up, then the summary says nothing from before it', async () => {
  states = { ...states, shared: false }
  const said = (factId: string, source: number, text: string) =>
    delivered('FactAsserted', {
      open: { ...opens.factAsserted, factId, source, category: 'health' },
      sealed: { ...sealedFact, text, subject: null, attribute: null, value: null },
      position: source,
    })
  const open = { ...opens.resourceProcessed, source: 9, categories: ['health'] }
  const batch = [
    said('old', 2, 'The user has epilepsy.'),
    delivered('ExtractionFenced', { open: { source: 7, category: 'health' }, position: 8 }),
    said('new', 9, 'The user is allergic to nuts.'),
    delivered('ResourceProcessed', { open, position: 10 }),
  ]
  const language = createOfflineLanguageModel()
  const last = batch.at(-1)!
  await memoryStates({ states, language }).of(0).apply(batch, last)
  expect(await handled([last], language)).toMatchObject([
    { type: 'SummaryEvolved', sealed: { text: 'The user is allergic to nuts.' } },
  ])
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

/** An engine for summaries, and the requests that it got. */
function remembering() {
  const asked: SummaryRequest[] = []
  const summarize = async (request: SummaryRequest) => {
    asked.push(request)
    return `The summary of ${request.category.name}.`
  }
  const { factsPerSummary: _, ...offline } = createOfflineLanguageModel()
  return { asked, language: { ...offline, summarize } }
}

test('given categories, when summed up, then the engine is asked in their order, with what the app calls them and what was written before', async () => {
  const { asked, language } = remembering()
  const open = { ...opens.resourceProcessed, categories: ['work', 'pets'] }
  const events = await evolved([delivered('ResourceProcessed', { open })], [], [], language)
  const work = defaultCategories.find(({ name }) => name === 'work')
  expect(asked.map(({ category, previous }) => ({ category, previous }))).toEqual([
    { category: { name: 'pets', description: 'pets' }, previous: '' },
    { category: work, previous: 'The user works at Acme.' },
  ])
  expect(events).toMatchObject([
    {
      ...USER,
      type: 'SummaryEvolved',
      open: { category: 'pets', source: 3, engine: 'offline@2' },
      sealed: { text: 'The summary of pets.' },
    },
    { type: 'SummaryEvolved', open: { category: 'work' } },
  ])
})

test('given a write that changed nothing, when handled, then neither the engine nor the state is asked', async () => {
  const { asked, language } = remembering()
  const open = { ...opens.resourceProcessed, categories: [] }
  // A closed state answers nothing.
  await memory.close()
  expect(await handled([delivered('ResourceProcessed', { open })], language)).toEqual([])
  expect(asked).toEqual([])
})

test('given a category that is forgotten while the engine writes, when summed up, then it is left out and the other stays', async () => {
  const { language } = remembering()
  const open = { ...opens.resourceProcessed, categories: ['work', 'health'] }
  const fences = [fenceOf(USER, 50, { category: 'health', keyGeneration: 0 })]
  const events = await evolved([delivered('ResourceProcessed', { open })], fences, [], language)
  expect(events).toMatchObject([{ open: { category: 'work' } }])
})

test('given a summary of many facts, when summed up, then it rests on twelve, the newest first, none of them unsure', async () => {
  const { asked, language } = remembering()
  const facts = Array.from({ length: 20 }, (_, n) => {
    const at = `2026-05-09T00:00:${String(n).padStart(2, '0')}.000Z`
    const item = { text: `Fact ${n}.`, createdAt: at, confidence: n === 19 ? 0.5 : 0.9 }
    return itemDocument(USER, { id: `f${n}`, item })
  })
  await evolved([processed], [], facts, language)
  expect(asked[0]!.facts.map(({ text }) => text)).toEqual(
    Array.from({ length: 12 }, (_, n) => `Fact ${18 - n}.`),
  )
})

test('given an engine that says how many facts it wants, when summed up, then it is given so many', async () => {
  const { asked, language } = remembering()
  const facts = Array.from({ length: 20 }, (_, n) => itemDocument(USER, { id: `f${n}` }))
  await evolved([processed], [], facts, { ...language, factsPerSummary: 15 })
  expect(asked[0]!.facts).toHaveLength(15)
})

test('given partitions, when their events are handled, then each is summed up from its own state', async () => {
  const { asked, language } = remembering()
  const other = createSqliteMemoryStore({ path: ':memory:' })
  const checkpoint = { topic: 'memory.facts.v1' as const, partition: 1, position: 100 }
  const documents = [itemDocument(USER, { id: 'other', item: { text: 'The user works at Evil.' } })]
  await other.apply({ checkpoint, fences: [], documents, erasedResources: [], erasures: [] })
  const graph = createSqliteGraphStore({ path: ':memory:' })
  const { of } = states
  states = { ...states, of: (partition) => (partition === 1 ? { memory: other, graph } : of(0)) }
  await evolved([processed], [], [], language)
  await evolved([{ ...processed, partition: 1 }], [], [], language)
  expect(asked.map(({ facts }) => facts.map(({ text }) => text))).toEqual([
    ['The user works at Acme.'],
    ['The user works at Evil.'],
  ])
})

test('given a summary that fails, when tried again, then those that were written are not asked for twice, and all calls can be left', async () => {
  const asked: string[] = []
  const signals: unknown[] = []
  let fails = true
  const offline = createOfflineLanguageModel()
  const language: LanguageModel = {
    ...offline,
    summarize: async (request, signal) => {
      asked.push(request.category.name)
      signals.push(signal)
      if (fails && request.category.name === 'work') throw new Error('down')
      return 'Other words.'
    },
  }
  const work = alone()
  const group = [maintained(['health', 'work'])]
  await expect(evolved(group, [], [], language, work)).rejects.toThrow('down')
  fails = false
  const events = await handled(group, language, work)
  expect(events).toHaveLength(3)
  expect(asked).toEqual(['health', 'work', 'work'])
  expect(new Set(signals)).toEqual(new Set([work.signal]))
})
