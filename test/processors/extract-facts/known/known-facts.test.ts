// What extraction looks up of a user: the context for the engine, and the facts that a new one could repeat or
// contradict.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOfflineLanguageModel } from '../../../../infra/language/offline/offline-language-model.ts'
import type { LanguageModel } from '../../../../infra/ports/language-model.ts'
import type { DecidingMemory, Item, ItemDocument } from '../../../../infra/ports/memory-store.ts'
import { quantise } from '../../../../infra/runtime/envelope/vectors.ts'
import { createSqliteMemoryStore } from '../../../../infra/sqlite/memory-store.ts'
import { currentFact } from '../../../../processors/extract-facts/evolve.ts'
import type { CurrentFact } from '../../../../processors/extract-facts/known/current-fact.ts'
import {
  knownFacts,
  pastFacts,
  relatedFacts,
} from '../../../../processors/extract-facts/known/known-facts.ts'
import {
  createRecentFacts,
  type RecentFacts,
} from '../../../../processors/extract-facts/known/recent-facts.ts'
import type { ReadFact, Source } from '../../../../processors/extract-facts/read-fact.ts'
import { AT } from '../../../contracts/given.ts'
import { itemDocument } from '../../../contracts/memory-documents.ts'
import { alone, LATER, USER } from '../../given.ts'

const STILL_LATER = '2026-07-01T08:00:00.000Z'

const offline = createOfflineLanguageModel()
const source = { ...USER, occurredAt: AT } as Source
let memory: DecidingMemory
let recent: RecentFacts
beforeEach(() => {
  memory = createSqliteMemoryStore({ path: ':memory:' })
  recent = createRecentFacts()
})
afterEach(() => memory.close())

async function held(...documents: ItemDocument[]): Promise<void> {
  const checkpoint = { topic: 'memory.facts.v1', partition: 0, position: 1 } as const
  await memory.apply({ checkpoint, fences: [], documents, erasedResources: [], erasures: [] })
}

/** A fact as the state holds it: found by its words and by their meaning. */
async function fact(id: string, text: string, item: Partial<Item> = {}): Promise<ItemDocument> {
  const [vector] = await offline.embed([text])
  return itemDocument(USER, {
    id,
    terms: offline.terms(text),
    vector: quantise(vector!),
    item: { text, ...item },
  })
}

describe('what the engine is told', () => {
  const related = (text: string, relatedFacts_ = 3) => {
    const language: LanguageModel = { ...offline, relatedFacts: relatedFacts_ }
    return relatedFacts({ memory, language, recent, hand: alone() }, source, text)
  }

  test('given an engine that asks for nothing, when asked, then nothing is looked up', async () => {
    const unread = new Proxy(memory, {
      get: () => () => Promise.reject(new Error('it is read')),
    })
    const language: LanguageModel = { ...offline, relatedFacts: 0 }
    expect(
      await relatedFacts({ hand: alone(), memory: unread, language, recent }, source, 'tea'),
    ).toEqual([])
  })

  test('given work that may be left, when asked, then so may the call for a vector', async () => {
    const signals: unknown[] = []
    const embed: LanguageModel['embed'] = (texts, signal) => {
      signals.push(signal)
      return offline.embed(texts)
    }
    const language: LanguageModel = { ...offline, relatedFacts: 3, embed }
    const hand = alone()
    await relatedFacts({ hand, memory, language, recent }, source, 'tea')
    expect(signals).toEqual([hand.signal])
  })

  test('given facts, when asked, then each is told once: what shares words first, then the newest that are current', async () => {
    await held(
      await fact('tea', 'Ana likes green tea.'),
      itemDocument(USER, { id: 'old', item: { createdAt: '2020-01-01T00:00:00.000Z' } }),
      itemDocument(USER, { id: 'new', item: { createdAt: LATER } }),
      itemDocument(USER, { id: 'gone', item: { createdAt: STILL_LATER, supersededBy: 'new' } }),
    )
    const told = await related('What green tea is there?', 2)
    expect(told.map(({ id }) => id).sort()).toEqual(['new', 'tea'])
    expect(told.find(({ id }) => id === 'tea')).toEqual({
      id: 'tea',
      text: 'Ana likes green tea.',
      category: 'work',
      validFrom: AT,
    })
  })

  test('given facts of scopes, when asked, then none of them is told', async () => {
    await held(
      await fact('tea', 'Ana likes green tea.'),
      await fact('scoped', 'Ana sells green tea.', { scopes: ['shop'] }),
    )
    const scoped = itemDocument(USER, { id: 'just', item: { scopes: ['shop'] } })
    const facts = [currentFact(scoped.item, scoped)]
    recent.remember(USER, { resourceId: 'r', facts, closed: [] })
    expect((await related('green tea')).map(({ id }) => id)).toEqual(['tea'])
  })

  test('given nearer facts of scopes, when asked, then they take no place of others', async () => {
    await held(
      await fact('scoped', 'Green tea.', { scopes: ['shop'] }),
      await fact('tea', 'Ana likes green tea with much honey.'),
    )
    expect((await related('green tea', 1)).map(({ id }) => id)).toEqual(['tea'])
  })

  test('given more than the engine asks for, when asked, then the nearest is told and no more', async () => {
    await held(
      await fact('tea', 'Ana likes green tea.'),
      itemDocument(USER, { id: 'new', item: { createdAt: LATER } }),
    )
    expect((await related('green tea', 1)).map(({ id }) => id)).toEqual(['tea'])
  })

  test('given a fact that shares no word, when asked, then what it means comes before what is newer', async () => {
    await held(
      await fact('tea', 'Ana likes green tea.'),
      await fact('car', 'Ben drives a car.'),
      itemDocument(USER, { id: 'new', item: { createdAt: LATER } }),
      itemDocument(USER, { id: 'newest', item: { createdAt: STILL_LATER } }),
    )
    const told = await related('green tea', 2)
    expect(told.map(({ id }) => id).sort()).toEqual(['car', 'tea'])
  })

  test('given facts that share nothing with the words, when asked, then they come the newest first', async () => {
    const said = (id: string, createdAt: string) =>
      itemDocument(USER, { id, item: { text: id, createdAt } })
    await held(said('first', AT), said('third', STILL_LATER), said('second', LATER))
    expect((await related('green tea')).map(({ id }) => id)).toEqual(['third', 'second', 'first'])
  })

  const just = (id: string, text = id) =>
    currentFact(itemDocument(USER, { id, item: { text } }).item, { fingerprint: id, slot: null })

  test('given what is not committed yet, when asked, then it is told as well, the last of it where there is much', async () => {
    await held(await fact('tea', 'Ana likes green tea.'))
    const facts = Array.from({ length: 9 }, (_, n) => just(`f${n}`))
    recent.remember(USER, { resourceId: 'r', facts, closed: ['tea'] })
    const told = await related('green tea', 3)
    expect(told.map(({ id }) => id)).toEqual(['f8', 'f7', 'f6'])
  })

  test('given related facts and what is not committed, when asked, then no more are told than the engine asks for, the most related first', async () => {
    await held(await fact('tea', 'Ana likes green tea.'), await fact('pot', 'The tea is in a pot.'))
    const facts = [just('cup', 'Her tea cup is red.'), just('dog', 'Ben has a dog.'), just('cat')]
    recent.remember(USER, { resourceId: 'r', facts, closed: [] })
    const ids = async (limit: number) =>
      (await related('What green tea does Ana like?', limit)).map(({ id }) => id)
    expect(await ids(2)).toEqual(['tea', 'cup'])
    expect(await ids(4)).toEqual(['tea', 'cup', 'pot', 'cat'])
  })

  test('given related facts that a write has ended which is not committed, when asked, then others are told for them', async () => {
    await held(
      await fact('tea', 'Ana likes green tea.'),
      itemDocument(USER, { id: 'new', item: { createdAt: LATER } }),
    )
    recent.remember(USER, { resourceId: 'r', facts: [], closed: ['tea'] })
    expect((await related('green tea', 1)).map(({ id }) => id)).toEqual(['new'])
  })
})

describe('what could be repeated or contradicted', () => {
  const read = (more: Partial<ReadFact>) =>
    ({ contradicts: [], duplicateOf: null, ...more }) as unknown as ReadFact
  const candidate = (more: Partial<CurrentFact>) =>
    ({ fingerprint: 'none', slot: null, ...more }) as CurrentFact
  const ids = async (some: ReadFact[], candidates: CurrentFact[]) => [
    ...(
      await knownFacts({ memory, language: offline, recent }, source, { read: some, candidates })
    ).keys(),
  ]

  beforeEach(async () => {
    await held(
      itemDocument(USER, { id: 'words', fingerprint: 'same' }),
      itemDocument(USER, { id: 'place', slot: 'ana\nhome' }),
      itemDocument(USER, { id: 'named' }),
      itemDocument(USER, { id: 'repeated' }),
      itemDocument(USER, { id: 'other' }),
      itemDocument(USER, { id: 'scoped', item: { scopes: ['a'] } }),
      itemDocument(USER, { id: 'ended', item: { validTo: AT } }),
      itemDocument(USER, { id: 'closed', item: { supersededBy: 'other' } }),
      itemDocument({ ...USER, userId: 'another' }, { id: 'foreign', fingerprint: 'same' }),
    )
  })

  test('is found by its words, its place, and the ids that the engine names', async () => {
    const found = await ids(
      [read({ contradicts: ['named', 'foreign'] }), read({ duplicateOf: 'repeated' })],
      [candidate({ fingerprint: 'same' }), candidate({ slot: 'ana\nhome' })],
    )
    expect(found.sort()).toEqual(['named', 'place', 'repeated', 'words'])
  })

  test('is nothing that has ended or is closed, committed or not, but for what a client names', async () => {
    expect(await ids([read({ contradicts: ['ended', 'closed'] })], [])).toEqual([])
    const { item } = itemDocument(USER, { id: 'recent', item: { validTo: AT } })
    const facts = [currentFact(item, { fingerprint: 'same', slot: null })]
    recent.remember(USER, { resourceId: 'r', facts, closed: [] })
    const same = [candidate({ fingerprint: 'same' })]
    expect(await ids([], same)).toEqual(['words'])
    const given = { supersedes: ['recent', 'ended'] } as unknown as ReadFact['given']
    expect((await ids([read({ given })], same)).sort()).toEqual(['ended', 'recent', 'words'])
  })

  test('is also what is sought by its words, and for a correction what was said last', async () => {
    const sought = (kind: 'ends' | 'corrects', words: string[][]) =>
      read({ seeks: [{ kind, subject: null, words, value: null }] })
    const last = await ids([sought('corrects', [])], [])
    expect(last).toEqual(expect.arrayContaining(['words', 'place', 'other']))
    await memory.close()
    memory = createSqliteMemoryStore({ path: ':memory:' })
    await held(await fact('tea', 'Ana likes green tea.'), await fact('car', 'Ben drives a car.'))
    expect(await ids([sought('ends', [['teas']])], [])).toEqual(['tea'])
    expect(await ids([sought('ends', [['the']])], [])).toEqual([])
  })

  test('is sought for the first eight statements of a passage, and not where they have no words to find', async () => {
    await memory.close()
    memory = createSqliteMemoryStore({ path: ':memory:' })
    await held(await fact('tea', 'Ana likes green tea.'))
    const seeks = (...words: string[]) => [
      read({
        seeks: words.map((word) => ({ kind: 'ends', subject: null, words: [[word]], value: null })),
      }),
    ]
    const others = Array.from({ length: 7 }, (_, n) => `word${n}`)
    expect(await ids(seeks(...others, 'tea'), [])).toEqual(['tea'])
    expect(await ids(seeks('more', ...others, 'tea'), [])).toEqual([])
    // What may tell of a change is sought last.
    const [{ seeks: ends = [] } = {}] = seeks(...others, 'more')
    const updates = ends.map((each) => ({ ...each, kind: 'updates' as const }))
    expect(await ids([read({ seeks: updates }), ...seeks('tea')], [])).toEqual(['tea'])
    const unsearched = { ...memory, searchText: () => Promise.reject(new Error('it is searched')) }
    const asked = { memory: unsearched, language: offline, recent }
    expect(await knownFacts(asked, source, { read: seeks(''), candidates: [] })).toEqual(new Map())
  })

  test('is nothing that was given for scopes, but for what a client gives', async () => {
    expect(await ids([read({ contradicts: ['scoped', 'named'] })], [])).toEqual(['named'])
    expect(await ids([], [candidate({ fingerprint: 'fingerprint of scoped' })])).toEqual([])
    const given = { supersedes: ['scoped'] } as unknown as ReadFact['given']
    expect(await ids([read({ given })], [])).toEqual(['scoped'])
  })

  test('is put right by what is not committed yet', async () => {
    recent.remember(USER, { resourceId: 'r', facts: [], closed: ['words'] })
    expect(await ids([], [candidate({ fingerprint: 'same' })])).toEqual([])
  })

  test('comes as it was said, whatever its ids and whether it is committed', async () => {
    await memory.close()
    memory = createSqliteMemoryStore({ path: ':memory:' })
    const said = (id: string, item: Partial<Item>) => itemDocument(USER, { id, item })
    const write = { threadId: 'thread', createdAt: STILL_LATER }
    const facts = [
      said('z', { ...write, place: 3 }),
      said('a', { ...write, place: 4 }),
      said('m', { ...write, place: 10 }),
      said('b', { ...write, createdAt: LATER, place: 2 }),
    ]
    const asked = [read({ contradicts: ['m', 'a', 'z', 'b'] })]
    const uncommitted = facts.map(({ item }) => currentFact(item, { fingerprint: '', slot: null }))
    const drop = recent.remember(USER, { resourceId: 'r', facts: uncommitted, closed: [] })
    expect(await ids(asked, [])).toEqual(['b', 'z', 'a', 'm'])
    drop()
    await held(...facts)
    expect(await ids(asked, [])).toEqual(['b', 'z', 'a', 'm'])
  })
})

describe('what held in a place before', () => {
  const home = (id: string, validFrom: string, item: Partial<Item> = {}) => {
    const placed = { subject: 'user', attribute: 'home', value: id, exclusive: true }
    return itemDocument(USER, { id, slot: 'home', item: { ...placed, validFrom, ...item } })
  }
  const of = (document: ItemDocument) => currentFact(document.item, document)
  const [in2020, in2022, in2024] = ['2020', '2022', '2024'].map(
    (year) => `${year}-01-01T00:00:00.000Z`,
  ) as [string, string, string]
  const madrid = home('Madrid', in2024)
  const berlin = home('Berlin', in2020, { validTo: in2024, supersededBy: 'Madrid' })
  const asked = async (candidate: ItemDocument, ...standing: ItemDocument[]) => {
    const known = new Map(standing.map((each) => [each.item.id, of(each)]))
    const found = await pastFacts({ memory, recent }, source, {
      candidates: [of(candidate)],
      known,
    })
    return found.map(({ id, validTo }) => [id, validTo])
  }

  test('given a fact that begins before the one that stands, or none that stands, then those before are found', async () => {
    const pruned = { at: in2022, reason: 'retracted' } as const
    await held(madrid, berlin, home('Rome', in2020, { pruned }))
    const paris = home('Paris', in2022)
    const found = [
      ['Berlin', in2024],
      ['Rome', in2020],
    ]
    expect(await asked(paris, madrid)).toEqual(found)
    expect(await asked(paris)).toEqual(found)
    expect(await asked(home('Paris', AT), madrid), 'it begins after all').toEqual([])
    expect(await asked({ ...paris, slot: null }, madrid)).toEqual([])
    expect(await asked({ ...paris, slot: 'other' }, madrid)).toEqual([])
  })

  test('given several that stand, then one that begins before any of them asks; what begins with them does not', async () => {
    await held(madrid, berlin)
    const rome = home('Rome', in2020)
    expect(await asked(home('Paris', in2022), rome, madrid)).toEqual([['Berlin', in2024]])
    expect(await asked(home('Paris', in2024), madrid)).toEqual([])
  })

  test('given nothing to ask for, then the state is not asked', async () => {
    const unread = new Proxy(memory, { get: () => () => Promise.reject(new Error('it is read')) })
    const candidates = [of({ ...home('Paris', in2022), slot: null }), of(home('Oslo', AT))]
    const known = new Map([['Madrid', of(madrid)]])
    expect(await pastFacts({ memory: unread, recent }, source, { candidates, known })).toEqual([])
  })

  test('given facts that something else ended and one that did so by itself, then each is told apart', async () => {
    const until = { validTo: in2024 }
    const pruned = { at: in2024, reason: 'ended' } as const
    await held(
      berlin,
      home('Rome', in2022, until),
      home('Oslo', in2020, { ...until, followedBy: 'Madrid' }),
      home('Faro', in2020, { pruned }),
    )
    const query = { candidates: [of(home('Paris', in2022))], known: new Map() }
    const found = await pastFacts({ memory, recent }, source, query)
    const ended = found.filter(({ endedItself }) => endedItself)
    expect([found.length, ended.map(({ id }) => id)]).toEqual([4, ['Rome']])
  })

  test('given decisions that are not committed, then they count, and what stands does not', async () => {
    await held(madrid, berlin)
    const paris = of(home('Paris', in2022, { validTo: in2024 }))
    const past = [{ ...of(berlin), validTo: in2022 }, paris, of(madrid)]
    recent.remember(USER, { resourceId: 'r', facts: [], closed: [], past })
    expect(await asked(home('Rome', in2022), madrid)).toEqual([
      ['Berlin', in2022],
      ['Paris', in2024],
    ])
    recent.forget(USER, 'work')
    expect(await asked(home('Rome', in2022), madrid)).toEqual([['Berlin', in2024]])
  })

  test('given several, then they come as they were said, whatever their ids and whether they are committed', async () => {
    const ended = { validTo: in2024, supersededBy: 'Madrid', threadId: 'thread' }
    const past = [
      home('Berlin', in2020, { ...ended, place: 3 }),
      home('Zug', in2020, { ...ended, place: 1 }),
      home('Paris', in2020, { ...ended, place: 2 }),
    ]
    const inOrder = ['Zug', 'Paris', 'Berlin'].map((name) => [name, in2024])
    const drop = recent.remember(USER, {
      resourceId: 'r',
      facts: [],
      closed: [],
      past: past.map(of),
    })
    expect(await asked(home('Rome', in2022), madrid)).toEqual(inOrder)
    drop()
    await held(madrid, ...past)
    expect(await asked(home('Rome', in2022), madrid)).toEqual(inOrder)
  })
})
