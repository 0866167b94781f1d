// The look-ups of a statement that ends or corrects others: they follow what comes and what ends.
import { expect, test } from 'vitest'
import { createFactIndex, currentFact } from '../../../../../processors/extract-facts/evolve.ts'
import type { CurrentFact } from '../../../../../processors/extract-facts/known/current-fact.ts'
import { isOfOneKind } from '../../../../../processors/extract-facts/known/sought/sought-facts.ts'
import type { NewFactEvent } from '../../../../../schemas/events/catalogue.ts'
import { AT } from '../../../../contracts/given.ts'
import { itemDocument } from '../../../../contracts/memory-documents.ts'
import { USER } from '../../../given.ts'

const fact = (id: string, more: Partial<CurrentFact> = {}): CurrentFact => ({
  ...currentFact(itemDocument(USER, { id }).item, { fingerprint: id, slot: `slot of ${id}` }),
  subject: 'user',
  attribute: 'is',
  ...more,
})
const index = (...facts: CurrentFact[]) =>
  createFactIndex(new Map(facts.map((each) => [each.id, each])), { said: AT, received: AT })
const assert = (facts: ReturnType<typeof index>, each: CurrentFact) => {
  const open = { validTo: null, supersededBy: null, importance: 'medium', pinned: false }
  const event = { type: 'FactAsserted', occurredAt: AT, open, sealed: { aliases: [] } }
  facts.evolve(event as unknown as NewFactEvent, each)
}
const close = (facts: ReturnType<typeof index>, each: CurrentFact) => {
  const event = { type: 'FactSuperseded', occurredAt: AT, open: { factId: each.id } }
  facts.evolve(event as unknown as NewFactEvent, each)
}
const idsIn = (facts: readonly CurrentFact[]) => facts.map(({ id }) => id)

const car = fact('car', { text: 'I have a red car.', value: 'red car' })
const cars = fact('cars', { text: 'Old cars are red.', value: 'old cars' })
const bike = fact('bike', { text: 'The bike is red.', value: 'bike' })

test('given words, then the facts that have one of each group are found in their order, without the others', () => {
  const { sought } = index(car, bike, cars)
  expect(idsIn(sought.saying([['red'], ['car', 'van']]))).toEqual(['car', 'cars'])
  expect(idsIn(sought.saying([['red']]))).toEqual(['car', 'bike', 'cars'])
  expect(idsIn(sought.saying([['red'], ['van']]))).toEqual([])
  expect(sought.saying([])).toEqual([])
  expect(idsIn(sought.valued([['red']]))).toEqual(['car'])
})

test('given a question before, when facts come and end, then the next one knows', () => {
  const facts = index(car)
  expect(idsIn(facts.sought.saying([['red']]))).toEqual(['car'])
  assert(facts, bike)
  expect(idsIn(facts.sought.saying([['red']]))).toEqual(['car', 'bike'])
  close(facts, car)
  expect(idsIn(facts.sought.saying([['red']]))).toEqual(['bike'])
  expect(idsIn(facts.sought.holding('user', 'is'))).toEqual(['bike'])
})

test('given a subject and an attribute, then facts that say that it ended are not found', () => {
  const facts = index(car, fact('none', { value: 'none' }), fact('other', { attribute: 'was' }))
  expect(idsIn(facts.sought.holding('user', 'is'))).toEqual(['car'])
  expect(facts.sought.holding('Ada', 'is')).toEqual([])
})

test('given a rare word beside one of more than 200 facts, then the fact is found by it, however old it is', () => {
  const text = (n: number) => (n === 0 ? 'A rare red car.' : 'A red car.')
  const { sought } = index(
    ...Array.from({ length: 202 }, (_, n) => fact(`${n}`, { text: text(n) })),
  )
  expect(idsIn(sought.saying([['red'], ['rare']]))).toEqual(['0'])
  expect(idsIn(sought.saying([['rare'], ['red']]))).toEqual(['0'])
  expect(
    idsIn(
      sought.saying([
        ['car', 'red'],
        ['scarce', 'rare'],
      ]),
    ),
  ).toEqual(['0'])
})

test('given a group of words, then facts with any of them are found in the order in which they were added', () => {
  const { sought } = index(bike, car, cars)
  expect(idsIn(sought.saying([['car', 'bike']]))).toEqual(['bike', 'car', 'cars'])
  expect(
    idsIn(
      sought.saying([
        ['old', 'have', 'the'],
        ['car', 'bike'],
      ]),
    ),
  ).toEqual([...['bike', 'car', 'cars']])
})

test('given two values, then they are of one kind if both hold a number, or neither does', () => {
  expect([isOfOneKind('5 km', '7'), isOfOneKind('red', 'blue')]).toEqual([true, true])
  expect([isOfOneKind('5 km', 'red'), isOfOneKind('red', '5 km')]).toEqual([false, false])
})

test('given facts without a value, an attribute or an end, then nothing is found that can neither end nor be corrected', () => {
  const { sought } = index(
    fact('void', { value: null, text: 'It is 5 km.' }),
    fact('plain', { attribute: null, value: '6 km', slot: null, text: 'It is 6 kg.' }),
  )
  expect(sought.valued([['null']])).toEqual([])
  expect(sought.lastInSlot('user', 'red')).toBeUndefined()
  expect(sought.lastShaped('mass')).toBeUndefined()
  expect(sought.lastShaped('length')?.id).toBe('void')
})

test('given more than 200 facts with a word, then the last 200 that were said are looked at', () => {
  const facts = Array.from({ length: 201 }, (_, n) => fact(`${n}`, { text: 'A red car.' }))
  const { sought } = index(...facts)
  expect(idsIn(sought.saying([['red']]))).toEqual(idsIn(facts.slice(1)))
})

const said = (id: string, createdAt: string, value = '5 km') =>
  fact(id, { createdAt, value, text: `It is ${value}.` })

test('given facts with values of one shape, then the last that was said is found, whatever came last', () => {
  const facts = index(said('late', '2026-05-03'), said('early', '2026-05-01'))
  expect(facts.sought.lastShaped('length')?.id).toBe('late')
  assert(facts, said('middle', '2026-05-02'))
  expect(facts.sought.lastShaped('length')?.id).toBe('late')
  assert(facts, said('beside', '2026-05-03', '6 km'))
  expect(facts.sought.lastShaped('length')?.id).toBe('beside')
  for (const id of ['beside', 'late']) close(facts, facts.byId.get(id) as CurrentFact)
  expect(facts.sought.lastShaped('length')?.id).toBe('middle')
  expect(facts.sought.lastShaped('mass')).toBeUndefined()
})

test('given a value, then a number is found for a number and words for words, of facts in a slot alone', () => {
  const { sought } = index(
    said('number', AT),
    car,
    fact('free', { value: '7', slot: null }),
    fact('hers', { value: '8', subject: 'Ada' }),
  )
  expect(sought.lastInSlot('user', '9')?.id).toBe('number')
  expect(sought.lastInSlot('user', 'green')?.id).toBe('car')
  expect(sought.lastInSlot('Ada', 'green')).toBeUndefined()
})
