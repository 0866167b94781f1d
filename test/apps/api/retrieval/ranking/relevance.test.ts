// How sure an answer is: surer the more of the query the best hit has, the nearer the nearest vector is, and the
// smaller the part of it that was never mentioned.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { relevanceOf } from '../../../../../apps/api/retrieval/ranking/relevance.ts'
import { demandOf } from '../../../../../infra/ports/rules/bm25.ts'
import { DEFAULT_MIN_RELEVANCE } from '../../../../../schemas/api/reading/retrieve.ts'

type Parts = { score?: number; cosine?: number; full?: number; unknown?: number }

function found({
  score = 0,
  cosine = 0,
  full = 10,
  unknown = 0,
}: Parts): Parameters<typeof relevanceOf>[0] {
  const hits = score > 0 ? [{ id: 'a', score }] : []
  return {
    text: { hits, demand: { items: 600, full, unknown, missing: [] } },
    vector: cosine > 0 ? [{ id: 'b', score: cosine }] : [],
  }
}

test('nothing found is of no relevance', () => {
  expect(relevanceOf(found({}))).toBe(0)
})

test('a vector without a word in common is noise unless it is near', () => {
  expect(relevanceOf(found({ cosine: 0.14, full: 0 }))).toBe(0)
  expect(relevanceOf(found({ cosine: 0.9, full: 0 }))).toBeGreaterThan(0.9)
})

test('where little was said, a word in common is enough', () => {
  const { text, vector } = found({ score: 0.3, cosine: 0.3, full: 6, unknown: 0.05 })
  const of = (items: number) => ({ text: { ...text, demand: { ...text.demand, items } }, vector })
  expect(relevanceOf(of(5))).toBeGreaterThan(0.9)
  expect(relevanceOf(of(5_000))).toBeLessThan(0.5)
})

test('a hit that has all of the query is relevant, and one that only shares a name is not', () => {
  expect(relevanceOf(found({ score: 10, cosine: 0.5 }))).toBeGreaterThan(0.9)
  const name = found({ score: 2, cosine: 0.3, full: 14, unknown: 0.5 })
  expect(relevanceOf(name)).toBeLessThan(DEFAULT_MIN_RELEVANCE)
})

test('where a third of the words was never said, a hit that has less than half of the query is no answer', () => {
  const third = { score: 5.9, cosine: 0.41, full: 14 }
  expect(relevanceOf(found({ ...third, unknown: 0.33 }))).toBeLessThan(DEFAULT_MIN_RELEVANCE)
  expect(relevanceOf(found({ ...third, unknown: 0.2 }))).toBeGreaterThan(0.2)
})

test('each part that speaks for an answer raises it, and unknown words lower it', () => {
  const part = fc.double({ min: 0.01, max: 1, noNaN: true })
  fc.assert(
    fc.property(part, part, part, part, (share, cosine, unknown, more) => {
      const parts = { score: 10 * share, cosine, unknown }
      const is = relevanceOf(found(parts))
      expect(is).toBeGreaterThanOrEqual(0)
      expect(is).toBeLessThanOrEqual(1)
      expect(relevanceOf(found({ ...parts, score: 10 * (share + more) }))).toBeGreaterThanOrEqual(
        is,
      )
      expect(relevanceOf(found({ ...parts, cosine: cosine + more }))).toBeGreaterThanOrEqual(is)
      expect(relevanceOf(found({ ...parts, unknown: unknown + more }))).toBeLessThanOrEqual(is)
    }),
  )
})

test('the absence of a word tells more where much was said', () => {
  const asked = [
    { of: 'kettle', frequency: 1, found: 0 },
    { of: 'tea', frequency: 1, found: 2 },
  ]
  expect(demandOf(4, asked).unknown).toBeLessThan(0.05)
  expect(demandOf(10_000, asked).unknown).toBeCloseTo(0.5, 2)
  expect(demandOf(10_000, asked.slice(1)).unknown).toBe(0)
})
