// Orders the best of what was found once more, by what a reranker says of them. Pure.
//
//   1 / (K + place in the ranking) + 1 / (K + place by the reranker)
//
// Reciprocal rank fusion (Cormack, Clarke, Buettcher: SIGIR 2009): a reranker's numbers are of no known scale, and what
// both put first stays first. What the reranker has not seen comes after what it has.
import type { RankableItem, Ranked } from './rank.ts'

/** `reranked`: its place by the reranker, from 1. Not there where that did not see it. */
export type Reranked<T extends RankableItem> = Ranked<T> & { reranked?: number }

/** Smaller than the usual 60: of some fifty candidates the first few matter. */
const K = 10

/**
 * `scores` are those of the first of `ranked`, in order. The answer has the same scores as before at the same places: how
 * relevant the best is does not depend on which it is.
 */
export function rerank<T extends RankableItem>(
  ranked: readonly Ranked<T>[],
  scores: readonly number[],
): Reranked<T>[] {
  const places = placesOf(scores)
  const window = ranked.slice(0, scores.length).map(({ item }, at) => {
    const reranked = places[at] ?? scores.length
    return { item, reranked: reranked + 1, fused: 1 / (K + at) + 1 / (K + reranked) }
  })
  // Sorting is stable: of equals the better ranked comes first.
  const ordered = window
    .sort((a, b) => b.fused - a.fused)
    .map(({ item, reranked }, at) => ({ item, reranked, score: ranked[at]?.score ?? 0 }))
  return [...ordered, ...ranked.slice(scores.length)]
}

/** Of each score how many are higher; of equals the first comes first. */
function placesOf(scores: readonly number[]): number[] {
  const order = scores.map((score, at) => ({ score, at })).sort((a, b) => b.score - a.score)
  const places: number[] = []
  for (const [place, { at }] of order.entries()) places[at] = place
  return places
}
