// Names of a chat in lower case.
import { expect, test } from 'vitest'
import { withNames } from '../../../../../infra/language/offline/names/lower-case-names.ts'

test.each([
  ['i live in tampa', 'i live in Tampa'],
  ['moved to orlando btw', 'moved to Orlando btw'],
  ['we moved to new york last week', 'we moved to New York last week'],
  ['me n jess broke up', 'me n Jess broke up'],
  ['my gf is called maya', 'my gf is called Maya'],
  ['we live in dallas', 'we live in Dallas'],
])('given %j, then the rules read %j', (sentence, read) => {
  expect(withNames(sentence)).toBe(read)
})

test.each([
  'i live in jeans',
  'i live in a van',
  'moved to marketing',
  'moved to the back row',
  'left mark with my sister',
  'I live in tampa',
  `${'so '.repeat(80)}i live in tampa`,
])('given %j, then it stays', (sentence) => {
  expect(withNames(sentence)).toBe(sentence)
})
