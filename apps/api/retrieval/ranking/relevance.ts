// How sure it is that a memory holds what a query asks for, 0 to 1, comparable between queries: by how much of the
// query the best text hit has, how much of the query the memory never mentions, how alike the likest item is in
// meaning, and how near the nearest vector is.
// Pure.
//
// Decision: logistic, fitted to 786 questions about long talks and 200 about things that are never mentioned in them
// (`npm run eval`). The unmentioned words tell the most: a question about something unmentioned shares names and
// everyday words with the talk, but hardly the word that it is about.
import type { Hit } from '../../../../infra/ports/memory-store.ts'
import type { Demand } from '../../../../infra/ports/rules/bm25.ts'
import { littleness } from './fuse.ts'

const SCORE = 0.3
const LIKENESS = 4.3
const COSINE = 2.6
/** The likeness where no word of the query has a vector, as in Japanese: then what its words find tells. */
const UNTOLD = 0.5
/** In a small memory a missing word tells less, and what is found counts for more. */
const UNKNOWN = -11.4
const UNKNOWN_OF_LITTLE = 1.35
const SHARE_OF_LITTLE = 1.5
const LITTLE = 1.85
/** Where questions with and without an answer meet. */
const MIDDLE = 4.8
/** How steep the curve is between the two kinds of questions. */
const STEEPNESS = 8

/** What is wanted of what the searches found. `vector`: of words; none where the vectors are a trained model's. */
type Found = {
  text: { hits: readonly Hit[]; demand: Demand }
  meaning: readonly Hit[]
  vector: readonly Hit[]
}

/** For the best that was found; 0 if nothing was. */
export function relevanceOf({ text: { hits, demand }, meaning, vector }: Found): number {
  const [score, likest, nearest] = [bestOf(hits), bestOf(meaning), bestOf(vector)]
  if (score === 0 && likest === 0) return 0
  const little = littleness(demand)
  const missing = Math.max(0, 1 - UNKNOWN_OF_LITTLE * little) * demand.unknown
  const share = shareOf({ hits, demand })
  const alike = Math.max(share, likest || UNTOLD)
  const found = SCORE * score + LIKENESS * alike + COSINE * nearest
  const ofLittle = little * (LITTLE + SHARE_OF_LITTLE * share)
  return 1 / (1 + Math.exp(-STEEPNESS * (found + ofLittle + UNKNOWN * missing - MIDDLE)))
}

/** Of the query, that the best text hit has: 0 to 1. */
export function shareOf({ hits, demand }: Found['text']): number {
  return demand.full > 0 ? bestOf(hits) / demand.full : 0
}

function bestOf([best]: readonly Hit[]): number {
  return best?.score ?? 0
}
