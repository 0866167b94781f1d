import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMBED_DIMENSIONS, embed } from '../../../../infra/language/offline/embed.ts'
import { expectLinear } from '../../../work-of.ts'

function cosine(a: string, b: string): number {
  const [left, right] = [embed(a), embed(b)]
  return left.reduce((sum, value, i) => sum + value * right[i]!, 0)
}

test('a vector has the stated size and length 1', () => {
  const vector = embed('I adopted a puppy last week')
  expect(vector).toHaveLength(EMBED_DIMENSIONS)
  expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
})

test('a text without words is all zeros', () => {
  expect(embed('').every((value) => value === 0)).toBe(true)
  expect(embed('…!').every((value) => value === 0)).toBe(true)
})

test('the same words are nearer than others', () => {
  const same = cosine('She works as a nurse in Berlin', 'a nurse working in Berlin')
  expect(same).toBeGreaterThan(0.8)
  expect(cosine('She works as a nurse in Berlin', 'Pizza with olives')).toBeLessThan(0.25)
})

test('a misspelt word is nearest to the right one', () => {
  for (const typed of ['restuarant', 'restaurnt']) {
    const far = Math.max(cosine(typed, 'invoice'), cosine(typed, 'telephone'))
    expect(cosine(typed, 'restaurant')).toBeGreaterThan(far + 0.03)
  }
})

test('words of one concept are nearer than words of different ones', () => {
  expect(cosine('my daughter', 'my kids')).toBeGreaterThan(
    cosine('my daughter', 'my invoice') + 0.1,
  )
})

test('what means something alike is near without a word or letters in common', () => {
  const question = 'Which sibling is an educator?'
  const fact = 'My brother teaches maths.'
  const others = ['My boss collects stamps.', 'The boiler was serviced in October.']
  for (const other of others) {
    expect(cosine(question, fact)).toBeGreaterThan(cosine(question, other) + 0.2)
  }
})

test('a word without a vector is as near as its letters are, beside words that have one', () => {
  const named = cosine('Philippa', 'My manager is called Philippa.')
  expect(named).toBeGreaterThan(cosine('Philippa', 'My manager is called Torben.') + 0.1)
  expect(cosine('姉は医者です', '姉は医者です')).toBeCloseTo(1, 5)
})

test('every script has vectors', () => {
  for (const text of ['东京塔', 'Привет', 'مرحبا', 'ภาษาไทย', '한국어']) {
    expect(Math.hypot(...embed(text))).toBeCloseTo(1, 5)
  }
})

test('any text gives finite numbers, the same each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const vector = embed(text)
      expect(vector.every(Number.isFinite)).toBe(true)
      const length = Math.hypot(...vector)
      expect(length < 1e-6 || Math.abs(length - 1) < 1e-4).toBe(true)
      expect(embed(text)).toEqual(vector)
    }),
  )
})

test('the work grows as the text does', () => {
  const day = (n: number) => `On day ${1_000 + n} we went hiking with friends and took photos. `
  expectLinear((size) => embed(Array.from({ length: size }, (_, n) => day(n)).join('')), 200)
})
