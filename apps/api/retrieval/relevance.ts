// How sure it is that a memory holds what a query asks for, 0 to 1, comparable between queries: by how much of the
// query the best text hit has, how much of the query the memory never mentions, and how near the nearest vector is.
// Pure.
//
// Decision: logistic, fitted to 786 questions about long talks and 200 about things that are never mentioned in them
// (`npm run eval`). The unmentioned words tell the most: a question about something unmentioned shares names and
// everyday words with the talk, but hardly the word that it is about.

import type { Hit, TextHits } from '../../../infra/ports/memory-store.ts'

export type RelevanceWeights = { cosine: number; unknown: number; near: number; middle: number }

/**
 * `near`: a vector that shares no word with the query must be at least this near to be more than noise. `middle`: where
 * questions with and without an answer meet.
 */
export const LEXICAL_RELEVANCE: RelevanceWeights = {
  cosine: 3,
  unknown: -6.3,
  near: 0.25,
  middle: 1.55,
}
/** Not fitted. A trained embedding knows synonyms, so unmentioned words tell nothing. */
export const TRAINED_RELEVANCE: RelevanceWeights = { cosine: 6, unknown: 0, near: 0, middle: 1.28 }

const BASE = -1.0
const SHARE = 1.5
const SCORE = 0.3
/** In a small memory rare words are few and a missing word tells little, so what is found counts for more. */
const LITTLE = 4
const LITTLE_ITEMS = 100
/** How steep the curve is between the two kinds of questions. */
const STEEPNESS = 8

export type Found = { text: TextHits; vector: readonly Hit[] }

/** For the best that was found; 0 if nothing was. */
export function relevanceOf(
  { text: { hits, demand }, vector }: Found,
  weights: RelevanceWeights = LEXICAL_RELEVANCE,
): number {
  const little = (LITTLE * LITTLE_ITEMS) / (LITTLE_ITEMS + demand.items)
  if (hits.length === 0 && (vector[0]?.score ?? -1) < weights.near) return 0
  const score = hits[0]?.score ?? 0
  const share = demand.full > 0 ? score / demand.full : 0
  const cosine = vector[0]?.score ?? 0
  const known = BASE + SHARE * share + weights.cosine * cosine + SCORE * score
  const sum = known + weights.unknown * demand.unknown + little
  return 1 / (1 + Math.exp(-STEEPNESS * (sum - weights.middle)))
}
