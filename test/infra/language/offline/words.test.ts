// The words of a sentence, and white space that is folded.
import { expect, test } from 'vitest'
import { foldSpaces, saysAny, wordsOf } from '../../../../infra/language/offline/words.ts'

test.each([
  ['a b', 'a b'],
  [' a b ', 'a b'],
  ['a  b', 'a b'],
  ['a\tb', 'a b'],
  ['a\n b', 'a b'],
  ['a\u00a0b', 'a b'],
  ['a\u3000\ufeffb', 'a b'],
  ['', ''],
])('given %j, then its white space is single spaces', (text, folded) => {
  expect(foldSpaces(text)).toBe(folded)
})

test('given sentences in turn, then each has its own words', () => {
  expect([...wordsOf("I'm 34, and SHE isn't.")]).toEqual(['i', 'm', '34', 'and', 'she', 'isn', 't'])
  expect([...wordsOf('ſold')]).toEqual(['sold'])
  expect([...wordsOf('Naïve')]).toEqual(['na', 've'])
  expect([...wordsOf('')]).toEqual([])
  expect(saysAny('We sold it', new Set(['bought', 'sold']))).toBe(true)
  expect(saysAny('We soldered it', new Set(['bought', 'sold']))).toBe(false)
})
