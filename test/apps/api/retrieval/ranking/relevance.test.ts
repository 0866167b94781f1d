// How sure an answer is: surer the more of the query the best hit has and the more alike the likest item is in meaning,
// and less sure the more of it is said nowhere.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { relevanceOf } from '../../../../../apps/api/retrieval/ranking/relevance.ts'
import { demandOf } from '../../../../../infra/ports/rules/bm25.ts'
import { DEFAULT_MIN_RELEVANCE } from '../../../../../schemas/api/reading/retrieve.ts'

type Parts = { score?: number; likeness?: number; unsaid?: number; items?: number }

function found({
  score = 0,
  likeness = 0,
  unsaid = 0,
  items = 600,
}: Parts): Parameters<typeof relevanceOf>[0] {
  return {
    text: {
      hits: score > 0 ? [{ id: 'a', score }] : [],
      demand: { items, full: 10, unknown: unsaid, missing: [] },
    },
    meaning: likeness > 0 ? [{ id: 'b', score: likeness }] : [],
    unsaid,
  }
}

test('nothing found is of no relevance', () => {
  expect(relevanceOf(found({}))).toBe(0)
})

test('an item that is alike in meaning is relevant without a word in common, one that is hardly alike is not', () => {
  expect(relevanceOf(found({ likeness: 1.2 }))).toBeGreaterThan(0.9)
  expect(relevanceOf(found({ likeness: 0.5 }))).toBeLessThan(DEFAULT_MIN_RELEVANCE)
})

test('where little was said, less is enough', () => {
  const little = { score: 2, likeness: 0.7, unsaid: 0.2 }
  expect(relevanceOf(found({ ...little, items: 5 }))).toBeGreaterThan(0.9)
  expect(relevanceOf(found({ ...little, items: 5_000 }))).toBeLessThan(DEFAULT_MIN_RELEVANCE)
})

test('a hit that has all of the query is relevant, and one that only shares a name is not', () => {
  expect(relevanceOf(found({ score: 10, likeness: 1 }))).toBeGreaterThan(0.9)
  const name = found({ score: 2, likeness: 0.9, unsaid: 0.5 })
  expect(relevanceOf(name)).toBeLessThan(DEFAULT_MIN_RELEVANCE)
})

test('where no word of the query has a vector, its words tell', () => {
  const some = { score: 2.5, unsaid: 0.1 }
  expect(relevanceOf(found({ ...some, items: 5 }))).toBeGreaterThan(0.5)
  expect(relevanceOf(found({ ...some, items: 5_000 }))).toBeLessThan(DEFAULT_MIN_RELEVANCE)
  const most = { score: 6, items: 50, likeness: 0.1 }
  expect(relevanceOf(found(most))).toBeGreaterThan(0.5)
})

test('each part that speaks for an answer raises it, and what is said nowhere never does', () => {
  const part = fc.double({ min: 0.01, max: 1, noNaN: true })
  const size = fc.integer({ min: 1, max: 10_000 })
  fc.assert(
    fc.property(part, part, part, part, size, (share, likeness, unsaid, more, items) => {
      const parts = { score: 10 * share, likeness, unsaid, items }
      const is = relevanceOf(found(parts))
      const than = (other: Parts) => relevanceOf(found({ ...parts, ...other }))
      expect(is).toBeGreaterThanOrEqual(0)
      expect(is).toBeLessThanOrEqual(1)
      expect(than({ score: 10 * (share + more) })).toBeGreaterThanOrEqual(is)
      expect(than({ likeness: likeness + more })).toBeGreaterThanOrEqual(is)
      expect(than({ unsaid: unsaid + more })).toBeLessThanOrEqual(is)
    }),
  )
})

test('the absence of a word tells more where much was said', () => {
  const asked = [
    { of: 'kettle', frequency: 1, found: 0 },
    { of: 'tea', frequency: 1, found: 2 },
  ]
  expect(demandOf(2, asked).unknown).toBeCloseTo(0.25, 2)
  expect(demandOf(10_000, asked).unknown).toBeCloseTo(0.5, 2)
  expect(demandOf(10_000, asked.slice(1)).unknown).toBe(0)
})
