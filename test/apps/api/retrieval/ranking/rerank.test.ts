// What a reranker does to an order: it lifts what it puts first, and scores stay with their places.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { RankableItem, Ranked } from '../../../../../apps/api/retrieval/ranking/rank.ts'
import { rerank } from '../../../../../apps/api/retrieval/ranking/rerank.ts'

const ranked = (count: number): Ranked<RankableItem>[] =>
  Array.from({ length: count }, (_, at) => ({
    item: { id: `item${at}` } as RankableItem,
    score: 1 / (at + 1),
  }))
const idsOf = (some: readonly Ranked<RankableItem>[]) => some.map(({ item }) => item.id)

it('given a reranker that agrees, then nothing changes but what is told', () => {
  const before = ranked(4)
  const after = rerank(before, [0.9, 0.8, 0.1, 0])
  expect(after.map(({ item, score }) => ({ item, score }))).toEqual(before)
  expect(after.map(({ reranked }) => reranked)).toEqual([1, 2, 3, 4])
})

it('given a reranker that is sure of the third, then it comes before the second', () => {
  expect(idsOf(rerank(ranked(3), [0.2, 0.1, 0.9]))).toEqual(['item0', 'item2', 'item1'])
})

it('given what both put first, then it stays first; scores stay with their places', () => {
  const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
    minLength: 1,
    maxLength: 60,
  })
  fc.assert(
    fc.property(scores, (some) => {
      const before = ranked(some.length + 3)
      const after = rerank(before, [2, ...some])
      expect(after[0]!.item.id).toBe('item0')
      expect(after.map(({ score }) => score)).toEqual(before.map(({ score }) => score))
      expect(new Set(idsOf(after))).toEqual(new Set(idsOf(before)))
    }),
  )
})

it('given what scores more than 2.5 times as much as another, then it stays before that', () => {
  const some = fc.array(
    fc.record({ score: fc.double({ min: 0, max: 1, noNaN: true }), rated: fc.nat(9) }),
    { minLength: 2, maxLength: 50 },
  )
  fc.assert(
    fc.property(some, (given) => {
      const best = given.toSorted((a, b) => b.score - a.score)
      const before = best.map(({ score }, at) => ({ ...ranked(at + 1)[at]!, score }))
      const rated = best.map((each) => each.rated)
      const places = idsOf(rerank(before, rated)).map((id) => Number(id.slice('item'.length)))
      for (const [at, place] of places.entries()) {
        const behind = places.slice(at + 1).map((other) => best[other]!.score)
        expect(Math.max(0, ...behind)).toBeLessThanOrEqual(best[place]!.score * 2.5)
      }
    }),
  )
})

it('given that nothing is relevant, then the reranker alone decides', () => {
  const before = ranked(3).map((each) => ({ ...each, score: 0 }))
  expect(idsOf(rerank(before, [0.2, 0.1, 0.9]))).toEqual(['item2', 'item0', 'item1'])
})

it('given more than the reranker saw, then the rest follows as it was', () => {
  const after = rerank(ranked(5), [0.1, 0.9])
  expect(idsOf(after).slice(2)).toEqual(['item2', 'item3', 'item4'])
  expect(after[2]!.reranked).toBeUndefined()
})
