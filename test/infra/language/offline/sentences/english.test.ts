// Which texts English rules may read.
import { expect, test } from 'vitest'
import { looksEnglish } from '../../../../../infra/language/offline/sentences/english.ts'

test.each([
  ['I live in Rome', true],
  ['OK', true],
  ['Mia moved out.', true],
  ['I drink soy milk.', true],
  ['Soy de Burgos.', false],
  ['Los Angeles feels good.', true],
  ['Los hombres hablan.', false],
  ['I met Zoë at the café', true],
  ["Anna's email is bob@foo.com", true],
  ['Only e-books now', true],
  ['12:30 - 5', false],
  ['', false],
  ['…', false],
  ['Ich wohne in Rom', false],
  ['Я живу в Риме', false],
  ['I live in 東京 now', true],
  ['東京に住んでいます ok', false],
])('given %j, then it is English: %j', (text, english) => {
  expect(looksEnglish(text)).toBe(english)
})
