// Facts by their terms: which are found, in which order, and how many one question looks at.
import { expect, test } from 'vitest'
import { currentFact } from '../../../../../processors/extract-facts/evolve.ts'
import type { CurrentFact } from '../../../../../processors/extract-facts/known/current-fact.ts'
import { createFactTerms } from '../../../../../processors/extract-facts/known/sought/fact-terms.ts'
import { itemDocument } from '../../../../contracts/memory-documents.ts'
import { USER } from '../../../given.ts'

const fact = (id: string, text = id): CurrentFact => ({
  ...currentFact(itemDocument(USER, { id }).item, { fingerprint: id, slot: null }),
  text,
})
const wordsOf = ({ text }: CurrentFact) => text.split(' ')
const termsOf = (...facts: CurrentFact[]) =>
  createFactTerms(new Map(facts.map((each) => [each.id, each])), wordsOf)
const idsIn = (facts: readonly CurrentFact[]) => facts.map(({ id }) => id)

const MOST = 200

test('given a frequent term and a rare one, then the facts with the rare one are looked at, whatever the order of the groups', () => {
  const others = Array.from({ length: MOST }, (_, n) => fact(`${n}`, 'red car'))
  const { having } = termsOf(fact('first', 'red van'), ...others)
  expect(idsIn(having([['red'], ['van']]))).toEqual(['first'])
  expect(idsIn(having([['van'], ['red']]))).toEqual(['first'])
  expect(idsIn(having([['red'], ['van', 'bike']]))).toEqual(['first'])
  expect(having([['red']])).toHaveLength(MOST)
})

test('given a group of several terms, then one of them is enough, and facts come in the order in which they were added', () => {
  const facts = [fact('van', 'red van'), fact('car', 'red car'), fact('two', 'blue car van')]
  const { having } = termsOf(...facts)
  expect(idsIn(having([['car', 'van']]))).toEqual(['van', 'car', 'two'])
  expect(
    idsIn(
      having([
        ['car', 'van'],
        ['blue', 'red'],
      ]),
    ),
  ).toEqual(['van', 'car', 'two'])
  expect(idsIn(having([['blue'], ['red', 'car']]))).toEqual(['two'])
  expect(having([['blue'], ['red']])).toEqual([])
})

test('given no group, or a group of no term, then no fact is found', () => {
  const { having, last } = termsOf(fact('car'))
  expect([having([]), having([[]]), having([['car'], []])]).toEqual([[], [], []])
  expect(last('van')).toBe(undefined)
})

test('given facts with a term of which the last have ended but one, then the last that are current are looked at', () => {
  const facts = Array.from({ length: 2 * MOST + 2 }, (_, n) => fact(`${n}`, 'red'))
  const current = new Map(facts.map((each) => [each.id, each]))
  const { having, last } = createFactTerms(current, wordsOf)
  expect(having([['red']])).toHaveLength(MOST)
  for (const { id } of facts.slice(MOST + 1, -1)) current.delete(id)
  const still = idsIn([...facts.slice(2, MOST + 1), facts.at(-1)!])
  expect(idsIn(having([['red']]))).toEqual(still)
  expect(idsIn(having([['red']])), 'asked again').toEqual(still)
  for (const id of still) current.delete(id)
  expect(idsIn(having([['red']])), 'and those before').toEqual(['0', '1'])
  expect(last('red')?.id).toBe('1')
})
