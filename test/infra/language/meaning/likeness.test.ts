// Likeness in meaning: words that mean something alike find one another, a word without a vector finds itself alone, and
// nothing else decides.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { likeness } from '../../../../infra/language/meaning/likeness.ts'
import {
  WORD_DIMENSIONS,
  WORD_LENGTH,
  wordNumbers,
  wordVectors,
} from '../../../../infra/language/meaning/word-vectors.ts'

const textsOf = (...texts: string[]) => texts.map((text) => ({ text }))

function likestOf(query: string, texts: readonly string[]): string | undefined {
  const scores = likeness(query, textsOf(...texts))
  return texts[scores.indexOf(Math.max(...scores))]
}

const facts = [
  'My brother Owen teaches maths at a school in Leeds.',
  'Prawns and mussels make my throat swell up.',
  'I had all four wisdom teeth taken out in February.',
  'Somebody stole my bicycle outside the library.',
  'My rent went up to nine hundred pounds a month.',
]

test.each([
  ['Which sibling is an educator?', 0],
  ['What seafood should I avoid?', 1],
  ['Which operation did the dentist do?', 2],
  ['Was I ever the victim of theft?', 3],
  ['How expensive is my apartment?', 4],
])('given no word in common, when asked %j, then what means it is likest', (query, n) => {
  expect(likestOf(query, facts)).toBe(facts[n])
})

test('a word without a vector is like itself alone', () => {
  const [same, other] = likeness('Zorblatt', textsOf('Zorblatt', 'Zorblett'))
  expect(same).toBeCloseTo(1.5)
  expect(other).toBe(0)
})

test('an apostrophe of either kind and a short form change nothing: "don\'t" is "do not"', () => {
  expect([...wordNumbers('I don’t')]).toEqual([...wordNumbers('do not')])
  expect([...wordNumbers("We've")]).toEqual([...wordNumbers('we')])
})

test('a frequent word weighs less than a rare one', () => {
  const [frequent, rare] = likeness('the bassoon', textsOf('the', 'bassoon'))
  expect(rare).toBeGreaterThan(frequent! + 0.3)
})

test('an earlier comparison has no effect', () => {
  const query = 'Who repairs violins?'
  const first = likeness(query, textsOf(...facts))
  likeness('tea', textsOf('I drink green tea and grow tomatoes.'))
  expect(likeness(query, textsOf(...facts))).toEqual(first)
})

test('likeness lies between 0 and 2, for any texts, and each text has its own', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...facts))
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 6 }), (query, texts) => {
      const together = likeness(query, textsOf(...texts))
      for (const [n, score] of together.entries()) {
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(2.05)
        expect(likeness(query, textsOf(texts[n]!))[0]).toBeCloseTo(score)
      }
    }),
  )
})

test('a query of eight thousand characters is compared by its first words', () => {
  const words = facts.join(' ').repeat(40).slice(0, 8_000)
  expect(likeness(words, textsOf(facts[0]!))[0]).toBeGreaterThan(1)
  const unknown = (n: number) => `zq${'abcdefghij'[n % 10]}${'abcdef'[Math.floor(n / 10)]}x`
  const many = Array.from({ length: 60 }, (_, n) => unknown(n)).join(' ')
  expect(likeness(`${many} violin`, textsOf('violin'))[0]).toBeLessThan(0.5)
})

test('every word has one vector of the stated length, and no word is twice in the list', () => {
  const { table, weights, places } = wordVectors()
  expect(table.length).toBe(weights.length * WORD_DIMENSIONS)
  expect(places.size).toBe(weights.length)
  for (let place = 0; place < weights.length; place += 997) {
    const vector = table.subarray(place * WORD_DIMENSIONS, (place + 1) * WORD_DIMENSIONS)
    expect(Math.hypot(...vector) / WORD_LENGTH).toBeCloseTo(1, 0)
  }
})
