// How sure it is that a memory holds what a query asks for, 0 to 1, comparable between queries: by how much of the
// query the best text hit has, how much of the query the memory never mentions, and how near the nearest vector is.
// Pure.
//
// Decision: logistic, fitted to 786 questions about long talks and 200 about things that are never mentioned in them
// (`npm run eval`). The unmentioned words tell the most: a question about something unmentioned shares names and
// everyday words with the talk, but hardly the word that it is about.
import type { Hit } from '../../../../infra/ports/memory-store.ts'
import type { Demand } from '../../../../infra/ports/rules/bm25.ts'

/** A vector that shares no word with the query must be at least this near to be more than noise. */
const NEAR = 0.25
/** Where questions with and without an answer meet. */
const MIDDLE = 1.55
const COSINE = 3
const UNKNOWN = -6.3
const BASE = -1.0
const SHARE = 1.5
const SCORE = 0.3
/** In a small memory rare words are few and a missing word tells little, so what is found counts for more. */
const LITTLE = 4
const LITTLE_ITEMS = 100
/** How steep the curve is between the two kinds of questions. */
const STEEPNESS = 8

/** What is wanted of what the searches found. */
type Found = { text: { hits: readonly Hit[]; demand: Demand }; vector: readonly Hit[] }

/** For the best that was found; 0 if nothing was. The vectors are of words. */
export function relevanceOf({ text: { hits, demand }, vector }: Found): number {
  const little = (LITTLE * LITTLE_ITEMS) / (LITTLE_ITEMS + demand.items)
  const cosine = vector[0]?.score ?? 0
  if (hits.length === 0 && cosine < NEAR) return 0
  const score = hits[0]?.score ?? 0
  const share = demand.full > 0 ? score / demand.full : 0
  const known = BASE + SHARE * share + COSINE * cosine + SCORE * score
  const sum = known + UNKNOWN * demand.unknown + little
  return 1 / (1 + Math.exp(-STEEPNESS * (sum - MIDDLE)))
}
