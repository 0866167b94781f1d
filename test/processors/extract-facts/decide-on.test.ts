// Decides with what the state and the uncommitted decisions say of the user, and remembers what it has decided until
// that is committed.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOfflineLanguageModel } from '../../../infra/language/offline/offline-language-model.ts'
import type { DecidingMemory, ItemDocument } from '../../../infra/ports/memory-store.ts'
import type { Fence } from '../../../infra/ports/projection.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { factIdOf } from '../../../processors/extract-facts/decide.ts'
import { decideOn, forgottenSince } from '../../../processors/extract-facts/decide-on.ts'
import {
  createRecentFacts,
  type RecentFacts,
} from '../../../processors/extract-facts/known/recent-facts.ts'
import type { ReadFact, Source } from '../../../processors/extract-facts/read-fact.ts'
import { createLead, type Lead } from '../../../processors/extract-facts/running/lead.ts'
import type { PartitionState } from '../../../processors/extract-facts/running/partition-state.ts'
import { noTotals } from '../../../processors/extract-facts/totals.ts'
import { AT, fenceOf } from '../../contracts/given.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { LATER, RESOURCE, USER } from '../given.ts'

const in2020 = '2020-01-01T00:00:00.000Z'
const NEXT_YEAR = '2027-01-01T00:00:00.000Z'
const SLOT = 'ana\nhome'

const source: Source = {
  ...USER,
  resourceId: RESOURCE,
  position: 42,
  keyGeneration: 2,
  occurredAt: LATER,
  receivedAt: LATER,
  contentType: 'document',
  threadId: 'trip',
  contentBytes: 100,
  importance: 'medium',
  engine: 'test',
  trusted: [],
}

const lives = (city: string, more: Partial<ReadFact> = {}): ReadFact => ({
  ...{ text: `Ana lives in ${city}.`, category: 'profile', confidence: 0.8 },
  ...{ validFrom: LATER, validTo: null, span: { start: 0, end: 9 }, embedding: '' },
  ...{ subject: 'Ana', attribute: 'home', value: city, exclusive: true },
  ...{ entities: [], relationships: [], duplicateOf: null, contradicts: [] },
  ...{ channel: 'user', saidBy: null },
  ...more,
})

const lisbon = itemDocument(USER, {
  id: 'lisbon',
  slot: SLOT,
  item: {
    ...{ subject: 'Ana', attribute: 'home', value: 'Lisbon', exclusive: true },
    ...{ text: 'Ana lives in Lisbon.', channel: 'user', saidBy: null },
  },
})

let memory: DecidingMemory
let recent: RecentFacts
let lead: Lead
let nowMs: number
let stopping: AbortController
beforeEach(() => {
  memory = createSqliteMemoryStore({ path: ':memory:' })
  recent = createRecentFacts()
  stopping = new AbortController()
  nowMs = 0
  // A reader's store that is shown nothing.
  lead = createLead(
    { stores: [async () => new Map()], signal: stopping.signal },
    { now: () => nowMs, pause: () => new Promise(() => undefined) },
  )
})
afterEach(async () => {
  stopping.abort()
  await memory.close()
})

async function hold(documents: readonly ItemDocument[], fences: readonly Fence[] = []) {
  const checkpoint = { topic: 'memory.facts.v1', partition: 0, position: 1 } as const
  await memory.apply({ checkpoint, fences, documents, erasedResources: [], erasures: [] })
}

function decided(read: readonly ReadFact[], extracted = 0, of: Partial<Source> = {}) {
  const language = createOfflineLanguageModel()
  const work = { memory, recent, lead, language } as unknown as PartitionState
  const part = { before: { ...noTotals, extracted }, isLast: false }
  return decideOn(work, { ...source, ...of }, { read, part })
}
type Decided = Awaited<ReturnType<typeof decided>>
const opensOf = ({ decision }: Decided) =>
  decision.events.map(({ type, open }) => ({ type, ...open }))

test('given facts of a later passage, when decided, then they count on, and stand after those of the thread', async () => {
  await hold([itemDocument(USER, { id: 'before', item: { threadId: 'trip', place: 6 } })])
  expect(opensOf(await decided([lives('Porto')], 3))).toMatchObject([
    { factId: factIdOf(RESOURCE, 3), ordinal: 3, threadId: 'trip', place: 7 },
  ])
  expect([...recent.overlay(USER, []).keys()]).toEqual([factIdOf(RESOURCE, 3)])
  const sings = lives('', { text: 'Ana sings.', attribute: null, value: null, exclusive: false })
  const next = await decided([lives('Faro'), sings], 4)
  expect(opensOf(next)[0]).toMatchObject({ threadId: 'trip', place: 8 })
  const ids = [4, 5].map((ordinal) => factIdOf(RESOURCE, ordinal))
  expect([...recent.overlay(USER, []).keys()]).toEqual(ids)
})

test('given what a decision closes, then the next one sees it as past until that is committed', async () => {
  await hold([lisbon])
  const porto = await decided([lives('Porto')])
  expect(opensOf(porto)[1]).toMatchObject({ type: 'FactSuperseded', factId: 'lisbon' })
  expect([...recent.overlay(USER, []).keys()]).toEqual([factIdOf(RESOURCE, 0)])
  expect(recent.past(USER, [])).toMatchObject([{ id: 'lisbon', validTo: LATER }])
  const before = await decided([lives('Rome', { validFrom: in2020 })], 1, { occurredAt: in2020 })
  expect(opensOf(before)[0]).toMatchObject({ validTo: AT, supersededBy: 'lisbon' })
  before.committed([])
  porto.committed([])
  expect(recent.past(USER, [])).toEqual([])
  expect([...recent.uncommitted(USER)]).toEqual([])
})

test('given a fact that ends later, then the next decision knows when', async () => {
  await hold([lisbon])
  await decided([lives('Porto', { validFrom: NEXT_YEAR })])
  expect(recent.overlay(USER, []).get('lisbon')).toMatchObject({
    validTo: NEXT_YEAR,
    followed: { by: factIdOf(RESOURCE, 0) },
  })
})

test('given a fact that is said again, then it is known to be changed', async () => {
  await hold([lisbon])
  expect(opensOf(await decided([lives('Lisbon')]))).toMatchObject([{ type: 'FactReinforced' }])
  expect([...recent.uncommitted(USER)]).toEqual(['lisbon'])
  expect([...recent.overlay(USER, []).keys()], 'the state shows it').toEqual([])
})

test('given a correction, then it has its own id, and the place and the thread of what it corrects', async () => {
  await hold([lisbon])
  const stands = { threadId: 'other', place: 4 }
  const given: ReadFact['given'] = {
    ...{ type: 'fact', scopes: [], aliases: [], pinned: false },
    ...{ id: 'given', supersedes: ['lisbon'] },
    corrects: { id: 'lisbon', createdAt: AT, stands },
  }
  expect(opensOf(await decided([lives('Porto', { given })]))).toMatchObject([
    { factId: 'given', ...stands },
    { factId: 'lisbon', supersededBy: 'given' },
  ])
  expect([...recent.overlay(USER, []).keys()]).toEqual(['given'])
  expect(recent.correctedBy(USER, 'lisbon')).toBe('given')
  expect(recent.ends(USER)).toEqual([])
  const plain = { ...given, id: 'plain', supersedes: [], corrects: null }
  expect(opensOf(await decided([lives('Faro', { given: plain })]))[0]).toMatchObject({
    factId: 'plain',
    threadId: 'trip',
  })
  expect(recent.ends(USER)).toHaveLength(1)
})

test('given categories that were forgotten after the write, then nothing of them is asserted', async () => {
  const fences = [
    fenceOf(USER, 43, { category: 'profile' }),
    fenceOf(USER, 42, { category: 'work' }),
    fenceOf(USER, 99, { category: null }),
  ]
  expect(forgottenSince(fences, 42)).toEqual(['profile'])
  await hold([], fences.slice(0, 1))
  expect(opensOf(await decided([lives('Porto')]))).toEqual([])
  expect(opensOf(await decided([lives('Porto', { category: 'work' })]))).toHaveLength(1)
})

test('given that it is committed, then readers are behind it until they are shown it', async () => {
  const { committed } = await decided([lives('Porto')])
  nowMs += 5_000
  expect(lead.hasRoom(0, source.appId)).toBe(true)
  committed([{ topic: 'memory.facts.v1', partition: 0, position: 7 }])
  nowMs += 5_000
  expect(lead.hasRoom(0, source.appId)).toBe(false)
})
