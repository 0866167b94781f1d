// What is taken from the words of a correction: another value in the spot of the former one, or none.
import { expect, test } from 'vitest'
import { denies, reworded, says } from '../../../../processors/extract-facts/giving/reworded.ts'

const HOME = { text: 'I now live in Porto.', attribute: 'home', value: 'Porto' }
const WITH = { text: 'Ada lives in Porto with Ben.', attribute: 'home', value: 'Porto' }
const FIRST = { text: 'Porto is my home.', attribute: 'home', value: 'Porto' }
const TEA = { text: 'I like tea.', attribute: 'opinion of tea', value: 'likes' }
const NUTS = { text: 'Kim is allergic to nuts.', attribute: 'allergy to nuts', value: 'yes' }

test.each([
  [HOME, 'I now live in Braga.', 'home', 'Braga'],
  [HOME, 'I now live in “Braga”!', 'home', 'Braga'],
  [HOME, 'I now live in Novi Sad', 'home', 'Novi Sad'],
  [HOME, 'I now live in Braga now.', 'home', null],
  [HOME, 'I now live in Porto again.', 'home', 'Porto'],
  [HOME, 'I now live in New York City Hall West', 'home', null],
  [HOME, 'I now live in Braga, not in Porto.', 'home', 'Braga'],
  [HOME, 'I  NOW live in braga', 'home', 'braga'],
  [WITH, 'Ada lives in Braga with Cleo.', 'home', 'Braga'],
  [FIRST, 'Braga is my home.', 'home', 'Braga'],
  [FIRST, 'Braga, not Porto, is my home.', 'home', null],
  [HOME, 'I still live in Porto.', 'home', 'Porto'],
  [HOME, 'I never lived in Porto.', 'home', null],
  [HOME, 'I moved to Braga.', 'home', null],
  [HOME, 'I now live in one of many other cities.', 'home', null],
  [HOME, 'I now live in', 'home', null],
  [HOME, 'I now live in …', 'home', null],
  [WITH, 'Ada lives in Porto', 'home', 'Porto'],
  [WITH, 'Ada lives in with Ben', 'home', null],
  [TEA, 'I like coffee.', 'opinion of coffee', 'likes'],
  [TEA, 'I like coffee no more.', null, null],
  [TEA, 'I like coffee, not milk.', 'opinion of coffee', null],
  [TEA, 'Kim likes coffee.', null, null],
  [TEA, 'I drink tea.', 'opinion of tea', null],
  [TEA, 'Kim likes green tea.', 'opinion of tea', 'likes'],
  [NUTS, 'Kim is allergic to peanuts, not to other nuts.', 'allergy to nuts', null],
  [NUTS, 'Kim is allergic to eggs.', 'allergy to eggs', 'yes'],
  [{ ...HOME, value: null }, 'I now live in Braga.', 'home', null],
  [{ ...HOME, attribute: null }, 'I now live in Braga.', null, null],
])('given %j, when corrected to %j, then %j is %j', (former, text, attribute, value) => {
  expect(reworded(former, text)).toEqual({ attribute, value })
})

test('given an attribute whose object the old words do not name, when corrected, then it stays', () => {
  const former = { text: 'I work nights.', attribute: 'time of work', value: 'nights' }
  expect(reworded(former, 'I work days.')).toEqual({ attribute: 'time of work', value: 'days' })
  const other = { ...former, attribute: 'time of shift' }
  expect(reworded(other, 'My work is by day.')).toEqual({ attribute: 'time of shift', value: null })
})

test.each([
  ['I do not live in Rome.', 'I live in Rome.', true],
  ['I don’t live in Rome.', 'I live in Rome.', true],
  ['I do not live in Rome.', 'I never lived in Rome.', false],
  ['I note that I live in Rome.', 'I live in Rome.', false],
])('given %j behind %j, then it denies it: %s', (text, former, expected) => {
  expect(denies(text, former)).toBe(expected)
})

test.each([
  ['I live in ROME.', 'rome', true],
  ['I live in Romeo.', 'Rome', false],
  ['New York is cold', 'new york', true],
])('given %j, then it says %j: %s', (text, words, expected) => {
  expect(says(text, words)).toBe(expected)
})
