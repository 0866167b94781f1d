// Reorders the best results by a reranker's order. Pure.
//
//   score x (1 + 1.5 / (1 + 2 x place by the reranker)): its first counts 2.5 times, its second 1.5 times, ...
//
// Decision: a reranker lifts what it puts first, and lowers nothing. Its numbers have no known scale, and nothing tells
// a model that knows the language from one that does not; so what scores 2.5 times as much as another stays before it.
import type { RankableItem, Ranked } from './rank.ts'

/** `reranked`: its place by the reranker, from 1. Missing if the reranker did not see it. */
export type Reranked<T extends RankableItem> = Ranked<T> & { reranked?: number }

/** What the reranker's first is lifted by, beside its own score. */
const LIFT = 1.5
/** The places after which half of that is left. */
const HALF = 0.5

/**
 * `scores` are those of the first of `ranked`, in order. The answer has the same scores as before at the same places:
 * how relevant the best is does not depend on which item it is.
 */
export function rerank<T extends RankableItem>(
  ranked: readonly Ranked<T>[],
  scores: readonly number[],
): Reranked<T>[] {
  const places = placesOf(scores)
  const window = ranked.slice(0, scores.length).map(({ item, score }, at) => {
    const place = places[at] ?? scores.length
    return { item, reranked: place + 1, lifted: score * (1 + (LIFT * HALF) / (HALF + place)) }
  })
  // Where nothing is relevant all scores are 0, and the reranker alone decides.
  const ordered = window
    .sort((a, b) => b.lifted - a.lifted || a.reranked - b.reranked)
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
