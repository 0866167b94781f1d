// Forms of a word are one word, and two words are not.
import { expect, test } from 'vitest'
import { stemsOf, withoutEnding } from '../../../../processors/extract-facts/known/stems.ts'

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
  ['latter', 'later'],
  ['fiend', 'find'],
  ['style', 'stile'],
  ['study', 'stud'],
])('given %s and %s, then they are two', (a, b) => {
  expect(withoutEnding(a)).not.toBe(withoutEnding(b))
})

test('given a text, then its stems are those of its words, each once', () => {
  expect([...stemsOf('Runs & RUNNING: the studies!')]).toEqual(['run', 'the', 'studi'])
})
