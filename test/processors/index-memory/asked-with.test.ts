// The terms beside its own words that find a fact.
import { expect, test } from 'vitest'
import { terms } from '../../../infra/language/terms.ts'
import {
  askedWith,
  attributeAsked,
  COMMON_WORDS,
  relatedTerms,
  relatedTo,
} from '../../../processors/index-memory/asked-with.ts'
import { EVERYDAY } from '../../../processors/index-memory/everyday-words.ts'
import { RELATED } from '../../../processors/index-memory/related-words.ts'

const asked = (text: string, attribute: string | null = null) =>
  askedWith(terms(text), attribute, terms)

test('given words of a fact, when indexed, then it is found by what people ask for it with', () => {
  expect(asked('We adopted puppies')).toEqual(expect.arrayContaining(terms('pet animal dog')))
  expect(asked('My wife Clara')).toEqual(expect.arrayContaining(terms('spouse married')))
})

test('given one of a kind, when indexed, then it is found by the kind', () => {
  expect(asked('Off to taekwondo')).toEqual(expect.arrayContaining(terms('sport martial art')))
  expect(asked('We went snowboarding')).toEqual(
    expect.arrayContaining(terms('sport outdoor activity')),
  )
  expect(asked('A parade on Sunday')).toEqual(expect.arrayContaining(terms('event')))
})

test('given what a person cannot eat, when indexed, then allergies find it', () => {
  expect(asked("Theo can't eat nuts", 'eats nuts')).toEqual(
    expect.arrayContaining(terms('allergy')),
  )
})

test('given an attribute, when indexed, then the fact is found by it, and by what it is a kind of', () => {
  expect(asked('I moved to Madrid', 'home')).toEqual(expect.arrayContaining(terms('live city')))
  expect(asked('Teal', 'favourite colour')).toEqual(expect.arrayContaining(terms('color favorite')))
})

test('given what one does, when indexed, then the question where one lives does not ask for it', () => {
  expect(asked('I am a graphic designer', 'occupation')).not.toEqual(
    expect.arrayContaining(terms('live')),
  )
  expect(asked('I am a graphic designer', 'occupation')).toEqual(
    expect.arrayContaining(terms('job profession')),
  )
})

test('given nothing of every day, when indexed, then nothing is added', () => {
  expect(asked('The boiler was serviced', 'does hum')).toEqual([])
})

test('given words that the fact has, when indexed, then each term is added once and none twice', () => {
  const added = asked('My dog is a pet, a dog, a puppy', 'pet')
  expect(added).not.toContain('pet')
  expect(new Set(added).size).toBe(added.length)
})

test('given another way of making terms, when indexed, then the table is read in it', () => {
  const shout = (text: string) => text.toUpperCase().split(' ')
  expect(askedWith(['DOG'], null, shout)).toContain('PET')
  expect(asked('dog')).toContain('pet')
})

const related = (text: string, among = text) => relatedTo(terms(text), terms(among), terms)

test('given words of a family or a wide kind, when indexed, then the query for them asks for what the fact has', () => {
  expect(related('The nurse bandaged the injured player')).toEqual(
    expect.arrayContaining(relatedTerms(terms('injury profession'), terms).map(({ term }) => term)),
  )
  expect(relatedTerms(terms('injury profession'), terms)).toHaveLength(2)
  expect(related('We flew to Portugal')).toEqual(
    expect.arrayContaining(relatedTerms(terms('European country'), terms).map(({ term }) => term)),
  )
})

test('given a related term, when indexed, then it is no word of a fact', () => {
  const words = terms('The injured player got an injury in Portugal, a country')
  expect(related('injured in Portugal').filter((term) => words.includes(term))).toEqual([])
})

test('given a word by which a fact is found in any case, when indexed, then it is not related to it too', () => {
  const injury = relatedTerms(terms('injury'), terms)[0]?.term
  expect(related('injured')).toContain(injury)
  expect(related('injured', 'injured injury')).not.toContain(injury)
})

test('given words that no row asks for, and one that is said twice, when asked, then each related term is asked once', () => {
  expect(relatedTerms(terms('varnish'), terms)).toEqual([])
  expect(relatedTerms(terms('injury, injury, varnish'), terms)).toHaveLength(1)
})

test('given who someone says to be, by one capitalised word, then it is asked for as a name', () => {
  expect(attributeAsked({ text: "I'm Odile.", attribute: 'is' })).toBe('name')
  expect(attributeAsked({ text: "I'm tired.", attribute: 'is' })).toBe('is')
  expect(attributeAsked({ text: 'My friend is Odile.', attribute: 'is' })).toBe('is')
})

test('given the tables, then no row is empty and none asks for a word of itself alone', () => {
  for (const [words, told] of [...EVERYDAY, ...RELATED]) {
    expect(words.trim()).not.toBe('')
    expect(told.trim()).not.toBe('')
    expect(told.split(' ').some((word) => !words.split(' ').includes(word))).toBe(true)
  }
})

test('given the tables, then their words are known as common ones, and the names of attributes are none', () => {
  expect(COMMON_WORDS).toContain('allergic')
  expect(COMMON_WORDS).toContain('injury')
  expect(COMMON_WORDS.join('')).toMatch(/^\p{L}+$/u)
})
