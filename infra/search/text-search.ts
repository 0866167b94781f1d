// Ranks the items of one user by BM25 (ports/rules/bm25.ts), from postings. A frequent word is in
// half of what a user has, so postings are held as numbers, and only what a term is in is looked at.
import {
  type Demand,
  demandOf,
  inverseFrequency,
  queryTerms,
  type TextQuery,
} from '../ports/rules/bm25.ts'
import { createNthHighest } from './nth-highest.ts'

/** The items that a term is in, by number, each with the weight of the term in it. */
export type Postings = {
  readonly numbers: Int32Array
  readonly weights: Float32Array
  /** The highest of the numbers; 0 if there are none. */
  readonly last: number
}

export function bytesOfPostings({ numbers, weights }: Postings): number {
  return numbers.byteLength + weights.byteLength
}

/** Those of the items in `among`, and others beside them. */
export function postingsAmong(
  { numbers, weights }: Postings,
  among: { has(n: number): boolean },
  others: readonly { n: number; weight: number }[] = [],
): Postings {
  const kept = [...numbers].flatMap((n, at) => (among.has(n) ? [{ n, weight: weights[at] }] : []))
  const all = [...kept, ...others]
  return {
    numbers: Int32Array.from(all, ({ n }) => n),
    weights: Float32Array.from(all, ({ weight = 0 }) => weight),
    last: all.reduce((most, { n }) => Math.max(most, n), 0),
  }
}

/**
 * The best `limit` items for these terms; `documents` is how many items the owner has. Returns more when several share
 * the last place: the caller decides between them.
 */
export function searchTerms(
  { documents, ...query }: TextQuery & { documents: number },
  postingsOf: (term: string) => Postings,
): { hits: { n: number; score: number }[]; demand: Demand } {
  const asked = queryTerms(query).map(({ term, of, frequency, isRelated }) => {
    const postings = postingsOf(term)
    const found = postings.numbers.length
    const weight = frequency * inverseFrequency(documents, found)
    return { postings, of, frequency, isRelated, found, weight }
  })
  const numbers = addAll(asked)
  const hits = bestOf(numbers, query.limit)
  for (let at = 0; at < numbers.length; at++) scores[numbers[at] ?? 0] = 0
  return { hits, demand: demandOf(documents, asked) }
}

type Weighed = { postings: Postings; weight: number }

/** By item number, of the search that runs; 0 between searches. Kept, because to make it costs more than most searches. */
let scores = new Float64Array(0)
/** The numbers of the items that have a score. */
let scored = new Int32Array(0)

function makeRoom(asked: readonly Weighed[]): void {
  const last = asked.reduce((most, { postings }) => Math.max(most, postings.last), 0)
  if (last < scores.length) return
  const size = 2 ** (32 - Math.clz32(last))
  scores = new Float64Array(size)
  scored = new Int32Array(size)
}

/** Term by term, so that sums are the same wherever an item stands. Returns which items have a score. */
function addAll(asked: readonly Weighed[]): Int32Array {
  makeRoom(asked)
  let found = 0
  for (const { postings, weight } of asked)
    if (weight > 0) found = addScores(postings, weight, found)
  return scored.subarray(0, found)
}

function addScores({ numbers, weights }: Postings, weight: number, found: number): number {
  let count = found
  for (let at = 0; at < numbers.length; at++) {
    const n = numbers[at] ?? 0
    const before = scores[n] ?? 0
    if (before === 0) scored[count++] = n
    scores[n] = before + weight * (weights[at] ?? 0)
  }
  return count
}

function bestOf(numbers: Int32Array, limit: number): { n: number; score: number }[] {
  const found = new Float64Array(numbers.length)
  for (let at = 0; at < numbers.length; at++) found[at] = scores[numbers[at] ?? 0] ?? 0
  const highest = createNthHighest(limit)
  highest.addAll(found)
  const least = highest.value()
  const hits: { n: number; score: number }[] = []
  for (let at = 0; at < numbers.length; at++) {
    const score = found[at] ?? 0
    if (score >= least) hits.push({ n: numbers[at] ?? 0, score })
  }
  return hits
}
