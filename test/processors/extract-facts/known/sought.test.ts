// Two forms of a word are one word, and two words are not.
import { expect, test } from 'vitest'
import { withoutEnding } from '../../../../processors/extract-facts/known/sought.ts'

test.each([
  ['volunteering', 'volunteers', 'volunteer', 'volunteered'],
  ['running', 'runs', 'run'],
  ['smoke', 'smoking', 'smoked'],
  ['study', 'studies', 'studying'],
  ['class', 'classes'],
  ['car', 'cars'],
])('given %s and its other forms, then they are one word', (...forms) => {
  expect(new Set(forms.map(withoutEnding)).size).toBe(1)
})

test.each([
  ['dog', 'dig'],
  ['play', 'plan'],
  ['red', 'r'],
  ['boat', 'boot'],
])('given %s and %s, then they are two', (a, b) => {
  expect(withoutEnding(a)).not.toBe(withoutEnding(b))
})
