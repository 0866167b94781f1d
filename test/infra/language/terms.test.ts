import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stem } from '../../../infra/language/stem.ts'
import { terms } from '../../../infra/language/terms.ts'
import { expectLinear } from '../../work-of.ts'

test('forms of a word are one term', () => {
  expect(terms('painted painting paints paint')).toEqual(['paint', 'paint', 'paint', 'paint'])
  expect(terms('volunteering volunteers volunteered')).toEqual(['volunt', 'volunt', 'volunt'])
  expect(terms('families')).toEqual(terms('family'))
  expect(terms('hoping')).not.toEqual(terms('hopping'))
})

test('irregular forms are their base word', () => {
  expect(terms('went bought children teeth')).toEqual(terms('go buy child tooth'))
})

test('the stemmer agrees with published examples of its algorithm', () => {
  const examples = {
    caresses: 'caress',
    ties: 'tie',
    cries: 'cri',
    agreed: 'agre',
    hopping: 'hop',
    hoping: 'hope',
    relational: 'relat',
    generously: 'generous',
    consistency: 'consist',
    national: 'nation',
    adjustment: 'adjust',
    adoption: 'adopt',
    knitted: 'knit',
    news: 'news',
  }
  for (const [word, expected] of Object.entries(examples)) expect(stem(word)).toBe(expected)
})

test('stop words go, unless the text holds nothing else', () => {
  expect(terms("What did we eat, and why didn't they?")).toEqual(['eat'])
  expect(terms('the dog and the cat')).toEqual(['dog', 'cat'])
  expect(terms('The Who')).toEqual(['the', 'who'])
})

test('possessives, contractions and numbers are plain', () => {
  expect(terms("Anna's O'Brien’s")).toEqual(['anna', 'obrien'])
  expect(terms('1,000 and 3.5')).toEqual(['1000', '3.5'])
})

test('accents and widths are folded, other letters are kept', () => {
  expect(terms('Crème Brûlée')).toEqual(terms('creme brulee'))
  expect(terms('Straße')).toEqual(terms('strasse'))
  expect(terms('ＡＢＣ１２')).toEqual(['abc12'])
  expect(terms('İstanbul')).toEqual(terms('istanbul'))
  expect(terms('Мой друг')).toEqual(['мой', 'друг'])
  expect(terms('السَّلَامُ')).toEqual(['السلام'])
  expect(terms('हिन्दी भाषा')).toEqual(['हिन्दी', 'भाषा'])
})

test('scripts without spaces become pairs of characters', () => {
  expect(terms('东京塔')).toEqual(['东', '东京', '京', '京塔', '塔'])
  expect(terms('カメラ')).toEqual(['カメ', 'メラ'])
  expect(terms('텍스트를')).toEqual(expect.arrayContaining(terms('텍스트')))
  expect(terms('ภาษาไทย')).toEqual(expect.arrayContaining(terms('ไทย')))
  expect(terms('iPhone用')).toEqual(['iphon', '用'])
})

test('a text without words has no terms', () => {
  expect(terms('')).toEqual([])
  expect(terms(' ♪ — … © ')).toEqual([])
})

test('a pictograph is a term in every variant and skin colour, and so is a flag', () => {
  expect(terms('Pizza 🍕🍕, sushi: 🍣!')).toEqual(['pizza', 'sushi', '🍕', '🍕', '🍣'])
  expect(terms('👍🏽❤\ufe0f')).toEqual(terms('👍❤'))
  expect(terms('🇩🇪🇦🇹')).toEqual(['🇩🇪', '🇦🇹'])
  expect(terms('The Who 🎸')).toEqual(['the', 'who', '🎸'])
})

test('any text gives the same non-empty lower-case terms again and again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const found = terms(text)
      expect(found.every((term) => term.length > 0)).toBe(true)
      expect(terms(text)).toEqual(found)
    }),
  )
})

test('the work grows as the text does, up to a megabyte', () => {
  const text = 'She volunteered at the animal shelter, and they were running for charity. '
  expectLinear((size) => terms(text.repeat(size)), 100)
  expectLinear((size) => terms(text.repeat(size)), 3_500)
})
