// The current facts of a user while one write is decided on.
import { expect, test } from 'vitest'
import { createFactIndex, currentFact } from '../../../processors/extract-facts/evolve.ts'
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

test('given two facts of the same words, when the first goes, then the other is still found by them', () => {
  const facts = index(fact('a', { fingerprint: 'same' }), fact('b', { fingerprint: 'same' }))
  facts.evolve(event('FactMerged', { factId: 'a' }), fact('x'))
  expect(facts.withFingerprint('same')?.id).toBe('b')
})

test.each([
  ['FactReinforced', 'a'],
  ['FactSuperseded', 'missing'],
])('given %s of %s, when told, then nothing goes or comes', (type, factId) => {
  const facts = index(fact('a'), fact('b', { slot: null }))
  facts.evolve(event(type, { factId, validTo: null }), fact('x'))
  expect([...facts.byId.keys()]).toEqual(['a', 'b'])
})

test('given a fact without a place, when it goes, then the others stay', () => {
  const facts = index(fact('a'), fact('b', { slot: null }))
  facts.evolve(event('FactSuperseded', { factId: 'b' }), fact('x'))
  expect(idsIn(facts.withSlot('home'))).toEqual(['a'])
})
