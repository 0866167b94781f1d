// How sure it is that a memory holds what a query asks for, 0 to 1, comparable between queries: by how much of the
// query the best text hit has, how alike the likest item is in meaning, and how much of the query is said nowhere, in
// its own words or in others. Pure.
//
// Decision: logistic, fitted to 786 questions about long talks and 200 about things that are never mentioned in them
// (`npm run eval`), and to 240 and 180 about a person, alone and among 400 and 2,000 lines of others' talk. What is said
// nowhere tells the most: a question about something unmentioned shares names and everyday words with the talk, but
// hardly the word that it is about.
import type { Hit } from '../../../../infra/ports/memory-store.ts'
import type { Demand } from '../../../../infra/ports/rules/bm25.ts'
import { littleness } from './fuse.ts'

const SCORE = 0.18
const ALIKE = 4.9
const UNSAID = -6.6
/** In a small memory what is found counts for more. */
const LITTLE = 7.9
/** What is found in a smaller memory counts as in one of so many: by the fit to memories of 5, 12 and 50 items. */
const FEWEST_ITEMS = 50
/** Where questions with and without an answer meet. */
const MIDDLE = 5.7
/** How steep the curve is between the two kinds of questions. */
const STEEPNESS = 4
/** The likeness where no word of the query has a vector, as in Japanese: then what its words find tells. */
const UNTOLD = 0.7

/** What is wanted of what the searches found. `unsaid`: the share of the query that is said nowhere, 0 to 1. */
type Found = {
  text: { hits: readonly Hit[]; demand: Demand }
  meaning: readonly Hit[]
  unsaid: number
}

/** For the best that was found; 0 if nothing was. */
export function relevanceOf({ text, meaning, unsaid }: Found): number {
  const [score, likest] = [bestOf(text.hits), bestOf(meaning)]
  if (score === 0 && likest === 0) return 0
  const { demand } = text
  const alike = Math.max(shareOf(text), likest || UNTOLD)
  const ofLittle = LITTLE * littleness({ items: Math.max(FEWEST_ITEMS, demand.items) })
  const found = SCORE * score + ALIKE * alike + UNSAID * unsaid + ofLittle
  return 1 / (1 + Math.exp(-STEEPNESS * (found - MIDDLE)))
}

/** Of the query, that the best text hit has: 0 to 1. */
export function shareOf({ hits, demand }: Found['text']): number {
  return demand.full > 0 ? bestOf(hits) / demand.full : 0
}

function bestOf([best]: readonly Hit[]): number {
  return best?.score ?? 0
}
