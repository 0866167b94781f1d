import { expect, test } from 'vitest'
import {
  costOfSlips,
  misspeltIn,
  spelledAs,
  spelt,
} from '../../../../../apps/api/retrieval/query/spelling.ts'
import { terms } from '../../../../../infra/language/terms.ts'

const none: ReadonlySet<string> = new Set()
const missingIn = (query: string, common = none) =>
  misspeltIn(query, { missing: terms(query), common, terms })

test.each([
  ['wrok', 'work'],
  ['coffe', 'coffee'],
  ['alergic', 'allergic'],
  ['docter', 'doctor'],
  ['drvie', 'drive'],
  ['restaraunt', 'restaurant'],
  ['insurence', 'insurance'],
  ['aniversarry', 'anniversary'],
  ['gefarhen', 'gefahren'],
])('%j is a misspelt %j', (typed, word) => {
  expect(costOfSlips(typed, word)).toBeLessThan(Infinity)
})

test.each([
  ['work', 'word'],
  ['cofe', 'coffee'],
  ['house', 'mouse'],
  ['horse', 'house'],
  ['concept', 'concert'],
  ['intention', 'infection'],
  ['regarding', 'rewarding'],
  ['electronic', 'electric'],
  ['wedding', 'bedding'],
])('%j and %j are two words', (typed, word) => {
  expect(costOfSlips(typed, word)).toBe(Infinity)
})

test('of several words the nearest is meant, and what is near none stands', () => {
  const query = 'Which docter fixed my coffe mill?'
  const words = spelt('The doctors said: no coffees. A doctor had coffee.')
  expect(spelledAs(query, ['docter', 'coffe'], words)).toBe('Which doctors fixed my coffees mill?')
  expect(spelledAs('My birthdya?', ['birthdya'], ['birthdays', 'birthday'])).toBe('My birthdays?')
  expect(spelledAs('My tea?', ['tea'], words)).toBeNull()
})

test('the misspelt are words that no item has, and that neither people often ask with nor are known to be right', () => {
  const query = 'what coffe do the kids trial'
  expect(missingIn(query)).toEqual(['coffe', 'kids'])
  expect(missingIn(query, new Set(['kid']))).toEqual(['coffe'])
  expect(misspeltIn(query, { missing: [], common: none, terms })).toEqual([])
  expect(misspeltIn(query, { missing: ['trial'], common: none, terms })).toEqual([])
})

test('a query has few misspelt words, each of bounded length', () => {
  const words = ['aaaab', 'aaaac', 'aaaad', 'aaaae', 'aaaaf']
  expect(missingIn(words.join(' '))).toEqual(words.slice(0, 4))
  expect(missingIn('a'.repeat(25))).toEqual([])
  expect(missingIn('コーヒーください')).toEqual([])
})
