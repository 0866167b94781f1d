// The current facts of a user while one write is decided on.
import { describe, expect, test } from 'vitest'
import {
  asItHeld,
  createFactIndex,
  currentFact,
  isClosing,
} from '../../../processors/extract-facts/evolve.ts'
import type { CurrentFact } from '../../../processors/extract-facts/known/current-fact.ts'
import type { NewFactEvent } from '../../../schemas/events/catalogue.ts'
import { AT } from '../../contracts/given.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { LATER, USER } from '../given.ts'

/** When the fact was said that a correction asserts. */
const EARLIER = '2020-01-01T00:00:00.000Z'

const fact = (id: string, more: Partial<CurrentFact> = {}): CurrentFact => ({
  ...currentFact(itemDocument(USER, { id }).item, { fingerprint: `words of ${id}`, slot: 'home' }),
  ...more,
})
const index = (...facts: CurrentFact[]) =>
  createFactIndex(new Map(facts.map((each) => [each.id, each])), { said: AT, received: AT })
const event = (type: string, open: object, sealed: object = { aliases: [] }) =>
  ({ type, occurredAt: EARLIER, open, sealed }) as unknown as NewFactEvent
const idsIn = (facts: readonly CurrentFact[]) => facts.map(({ id }) => id)
const asserted = (validTo: string | null, supersededBy: string | null = null) =>
  event('FactAsserted', { validTo, supersededBy, importance: 'medium', pinned: false })

test('given an item without a channel, when it becomes a current fact, then it is the user’s', () => {
  const { item } = itemDocument(USER, { id: 'a', item: { value: 'v' } })
  expect(currentFact(item, { fingerprint: 'f', slot: 's' })).toEqual({
    id: 'a',
    subject: null,
    attribute: null,
    value: 'v',
    category: 'work',
    validFrom: item.validFrom,
    createdAt: item.createdAt,
    text: 'the text of a',
    fingerprint: 'f',
    slot: 's',
    resourceId: 'resource of a',
    confidence: 0.8,
    importance: 'medium',
    channel: 'user',
    saidBy: null,
    reinforcedBy: [],
    validTo: null,
    entities: [],
    relationships: [],
    stands: { threadId: '~resource of a', place: 0 },
    traits: { type: 'fact', scopes: [], aliases: [], pinned: false },
  })
})

test('given facts, when looked up, then they are found by id, words and place', () => {
  const facts = index(fact('a'), fact('b'), fact('c', { slot: null }))
  expect([...facts.byId.keys()]).toEqual(['a', 'b', 'c'])
  expect(facts.withFingerprint('words of b')?.id).toBe('b')
  expect(facts.withFingerprint('none')).toBeUndefined()
  expect(idsIn(facts.withSlot('home'))).toEqual(['a', 'b'])
  expect(facts.withSlot('none')).toEqual([])
  expect(facts.withSlot(null)).toEqual([])
})

test('given a fact that is asserted, when it has not ended, then it is found; where it has, it is not', () => {
  const facts = index(fact('a'))
  facts.evolve(asserted(null), fact('b'))
  facts.evolve(asserted(AT), fact('c'))
  facts.evolve(asserted(LATER), fact('d'))
  facts.evolve(asserted(LATER, 'newer'), fact('e'))
  expect([...facts.byId.keys()]).toEqual(['a', 'b', 'd'])
  expect(idsIn(facts.withSlot('home'))).toEqual(['a', 'b', 'd'])
})

test('given a fact that is asserted, then it is known with what it has from those that it repeats', () => {
  const facts = index()
  const open = { validTo: null, supersededBy: null, importance: 'critical', pinned: true }
  facts.evolve(event('FactAsserted', open, { aliases: ['nut'] }), fact('a'))
  expect(facts.byId.get('a')).toMatchObject({
    importance: 'critical',
    traits: { type: 'fact', scopes: [], aliases: ['nut'], pinned: true },
  })
})

test.each(['FactSuperseded', 'FactMerged', 'FactPruned'])(
  'given %s, when told, then the fact is found no more',
  (type) => {
    const known = new Map([
      ['a', fact('a')],
      ['b', fact('b')],
    ])
    const facts = createFactIndex(known, { said: AT, received: AT })
    facts.evolve(event(type, { factId: 'a' }), fact('x'))
    expect([...facts.byId.keys()]).toEqual(['b'])
    expect(facts.withFingerprint('words of a')).toBeUndefined()
    expect(idsIn(facts.withSlot('home'))).toEqual(['b'])
    expect(known.size).toBe(2)
  },
)

test.each([
  ['first', 'a', 'b'],
  ['last', 'b', 'a'],
])(
  'given two facts of the same words, when the %s goes, then the other is still found by them',
  (_, factId, other) => {
    const facts = index(fact('a', { fingerprint: 'same' }), fact('b', { fingerprint: 'same' }))
    expect(facts.withFingerprint('same')?.id).toBe('b')
    facts.evolve(event('FactMerged', { factId }), fact('x'))
    expect(facts.withFingerprint('same')?.id).toBe(other)
    facts.evolve(event('FactPruned', { factId: other }), fact('x'))
    expect(facts.withFingerprint('same')).toBeUndefined()
  },
)

test.each([
  ['FactReinforced', 'a'],
  ['FactSuperseded', 'missing'],
])('given %s of %s, when told, then nothing goes or comes', (type, factId) => {
  const facts = index(fact('a'), fact('b', { slot: null }))
  facts.evolve(event(type, { factId, validTo: null }), fact('x'))
  expect([...facts.byId.keys()]).toEqual(['a', 'b'])
  expect(facts.changedPast()).toEqual([])
})

test('given an item whose place another will take, when it becomes a current fact, then it knows which, and its own end', () => {
  const changes = [{ at: LATER, before: { validTo: null }, without: ['followedBy'] }] as const
  const item = { validTo: LATER, followedBy: 'next', changes } as never
  const known = currentFact(itemDocument(USER, { id: 'a', item }).item, {
    fingerprint: 'f',
    slot: 's',
  })
  expect(known.followed).toEqual({ by: 'next', ownEnd: null })
})

test('given a fact, when it is asserted, then it stands where the event says, and is found by its words', () => {
  const facts = index()
  expect(facts.sought.saying([['text']])).toEqual([])
  const open = { validTo: null, supersededBy: null, importance: 'low', pinned: false }
  facts.evolve(event('FactAsserted', { ...open, threadId: 't', place: 7 }), fact('a'))
  const found = facts.byId.get('a')!
  expect(found.stands).toEqual({ threadId: 't', place: 7 })
  expect(found).not.toHaveProperty('followed')
  expect(idsIn(facts.sought.saying([['text']]))).toEqual(['a'])
})

test('given a fact that is said again, then it is told again only where it is surer', () => {
  const facts = index(fact('a', { confidence: 0.5, reinforcedBy: ['before'] }), fact('b'))
  const again = (factId: string, resourceId: string, confidence: number) =>
    event('FactReinforced', { factId, resourceId, confidence }) as never
  expect(facts.isTold(again('a', 'before', 0.5))).toBe(true)
  expect(facts.isTold(again('a', 'before', 0.6))).toBe(false)
  expect(facts.isTold(again('a', 'another', 0.5))).toBe(false)
  expect(facts.isTold(again('missing', 'before', 0.5))).toBe(false)
  facts.evolve(again('b', 'now', 0.7), fact('x'))
  expect(facts.isTold(again('b', 'now', 0.7))).toBe(true)
  expect(facts.isTold(again('b', 'now', 0.8))).toBe(false)
  facts.evolve(event('FactContested', { factId: 'a', confidence: 0.9 }), fact('x'))
  expect(facts.isTold(again('a', 'another', 0.5))).toBe(false)
})

describe('what no longer stands', () => {
  const MUCH_LATER = '2027-01-01T00:00:00.000Z'
  const a = fact('a', { validFrom: EARLIER })
  const superseded = (validTo: string) =>
    event('FactSuperseded', { factId: 'a', validTo, supersededBy: 'b' })

  test('given an end that lies ahead, then the fact is current until then, and knows its own end', () => {
    const facts = index({ ...a, validTo: MUCH_LATER })
    facts.evolve(superseded(LATER), fact('x'))
    expect(facts.byId.get('a')).toMatchObject({
      validTo: LATER,
      followed: { by: 'b', ownEnd: MUCH_LATER },
    })
    facts.evolve(
      event('FactSuperseded', { factId: 'a', validTo: AT, supersededBy: 'c' }),
      fact('x'),
    )
    expect(facts.byId.has('a')).toBe(false)
    expect(facts.changedPast()).toMatchObject([
      { validTo: AT, endedItself: false, followed: { by: 'c', ownEnd: MUCH_LATER } },
    ])
    expect(facts.held('home')).toHaveLength(1)
  })

  test('given a fact that is asserted as over, then it held until then, and ended itself where no other ended it', () => {
    const facts = index()
    facts.evolve(asserted(AT), { ...a, validTo: AT })
    facts.evolve(asserted(AT, 'newer'), { ...a, id: 'c' })
    expect(facts.held('home')).toMatchObject([
      { id: 'a', validTo: AT, endedItself: true },
      { id: 'c', validTo: AT, endedItself: false, followed: { by: 'newer', ownEnd: null } },
    ])
    expect(facts.held('home')[0]).not.toHaveProperty('followed')
  })

  test('given a fact that no longer stands, when another takes more of its time, then it ends earlier', () => {
    const past = { ...a, validTo: LATER, mergedInto: 'z' }
    const facts = createFactIndex(new Map(), { said: AT, received: EARLIER }, [past])
    facts.evolve(superseded(AT), fact('x'))
    expect(facts.changedPast()).toMatchObject([{ id: 'a', validTo: AT }])
    expect(facts.byId.size, 'it does not stand until then').toBe(0)
  })

  test.each([
    ['FactSuperseded', { validTo: AT, supersededBy: 'b' }, AT],
    ['FactMerged', { mergedAt: AT, mergedInto: 'b' }, AT],
    ['FactPruned', { prunedAt: AT }, AT],
    ['FactClosed', { closedAt: AT, reason: 'resolved' }, AT],
    ['FactClosed', { closedAt: AT, reason: 'retracted' }, EARLIER],
    ['FactPruned', { prunedAt: MUCH_LATER }, LATER],
    ['FactPruned', { prunedAt: '2019-01-01T00:00:00.000Z' }, EARLIER],
  ])('given %s of %j, then it held until %s', (type, open, validTo) => {
    const closing = event(type, { factId: 'a', ...open })
    if (!isClosing(closing)) throw new Error('it closes a fact')
    const { mergedInto: _, ...known } = a
    const held = { ...known, validTo, endedItself: false }
    expect(asItHeld({ ...a, validTo: LATER, mergedInto: 'z' }, closing)).toStrictEqual(
      type === 'FactMerged' ? { ...held, mergedInto: 'b' } : held,
    )
  })

  test('given that it is merged, then it is over at once, whenever it was to end', () => {
    const facts = index(a)
    facts.evolve(event('FactMerged', { factId: 'a', mergedAt: LATER, mergedInto: 'b' }), fact('x'))
    expect(facts.byId.has('a')).toBe(false)
    expect(facts.changedPast()).toEqual([
      { ...a, validTo: LATER, endedItself: false, mergedInto: 'b' },
    ])
  })

  test('given an event that closes nothing, then it is none of them', () => {
    expect(isClosing(event('FactReinforced', { factId: 'a' }))).toBe(false)
  })
})

test('given a fact without a place, when it goes, then the others stay', () => {
  const facts = index(fact('a'), fact('b', { slot: null }))
  facts.evolve(event('FactSuperseded', { factId: 'b' }), fact('x'))
  expect(idsIn(facts.withSlot('home'))).toEqual(['a'])
})
