// Reorders the best results by a reranker's scores. Pure.
//
//   1 / (K + place in the ranking) + 1 / (K + place by the reranker)
//
// Reciprocal rank fusion (Cormack, Clarke, Buettcher: SIGIR 2009): a reranker's numbers have no known scale, and what
// both put first stays first. Items that the reranker has not seen come after those that it has.
import type { RankableItem, Ranked } from './rank.ts'

/** `reranked`: its place by the reranker, from 1. Missing if the reranker did not see it. */
export type Reranked<T extends RankableItem> = Ranked<T> & { reranked?: number }

/** Smaller than the usual 60: among some fifty candidates the first few matter. */
const K = 10

/**
 * `scores` are those of the first of `ranked`, in order. The answer has the same scores as before at the same places:
 * how relevant the best is does not depend on which item it is.
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
  // Sorting is stable: among equals the better ranked comes first.
  const ordered = window
    .sort((a, b) => b.fused - a.fused)
    .map(({ item, reranked }, at) => ({ item, reranked, score: ranked[at]?.score ?? 0 }))
  return [...ordered, ...ranked.slice(scores.length)]
}

/** For each score, how many are higher; among equals the first comes first. */
function placesOf(scores: readonly number[]): number[] {
  const order = scores.map((score, at) => ({ score, at })).sort((a, b) => b.score - a.score)
  const places: number[] = []
  for (const [place, { at }] of order.entries()) places[at] = place
  return places
}
