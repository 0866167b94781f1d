// Orders the memories that may answer a query. Pure: the caller searches and fetches, this decides.
//
//   fused score of the arms (fuse.ts)
//   + what the neighbours in the same thread lend: an answer stands beside its question
//   x importance x confidence x how much of it tells something x whom it is about
//   x how it fits what is asked for (lifts.ts)
//   x whether it contests what is trusted more
//   -> relevance, relative to the best, x decay by age (decay.ts), near-duplicates removed
import type { ToldShare } from '../../../../infra/ports/language-model.ts'
import { byPlace } from '../../../../infra/ports/rules/place-order.ts'
import { decayBetween } from './decay.ts'
import { type Arms, type ArmWeights, fuse, type Hit } from './fuse.ts'
import { type Asks, type Liftable, liftsOf, namedIn } from './lifts.ts'
import { withoutNearDuplicates } from './near-duplicates.ts'
import { indexPlaces } from './places.ts'

export type RankableItem = Liftable & {
  id: string
  /** When it was said or happened, ISO 8601. */
  at: string
  /** The same in milliseconds, if it brings that. */
  saidAt?: number
  threadId: string
  /** Its place among the items of its thread, counted from 0. */
  place: number
  /** More trusted items that it contradicts. */
  contests?: readonly string[]
}

export type RankRequest<T extends RankableItem> = {
  arms: Arms
  /** What `fuse` made of the arms, if the caller knows it. */
  fused?: readonly Hit[]
  /** The items of `candidateIds`, and those within `NEIGHBOUR_REACH` of `lenderIds`. */
  items: readonly T[]
  /** Names in the query that the user's memories know. */
  queryEntities: readonly string[]
  /** ISO 8601. */
  now: string
  /** The half-life, `timeDecayDays`. */
  halfLifeDays: number
  /** Items below it are left out, though they may still lend to their neighbours. */
  minConfidence?: number
  /** How sure it is that the best of them answers, 0 to 1; 1 if it is not given. */
  relevance?: number
  /** Items of lower relevance are left out. */
  minRelevance?: number
  weights?: ArmWeights
  toldShare?: ToldShare | undefined
  asks?: Asks | undefined
}

/** `score` is the relevance after decay, 0 to 1. */
export type Ranked<T extends RankableItem> = { item: T; score: number }

/** What an item lends to those one, two, three and four places away: parts of its own fused score. */
const LENT = [0.5, 0.35, 0.25, 0.15] as const
/** How far an item lends, in places before and after it. */
export const NEIGHBOUR_REACH = LENT.length
const MAX_CANDIDATES = 120
/** How many of the best candidates lend to their neighbours. */
const MAX_LENDERS = 40
const NO_ITEM = -1
/** More than an answer considers and an explanation lists. */
export const MAX_RANKED = 200
/** The factor for an item beside one that it contests: the more trusted one comes first. */
const CONTESTING_LIFT = 0.5

/** The candidates whose items the caller should fetch, best first. `fused`: what `fuse` made of the arms. */
export function candidateIds(fused: readonly Hit[]): string[] {
  return fused.slice(0, MAX_CANDIDATES).map((hit) => hit.id)
}

/**
 * The candidates whose neighbours (within `NEIGHBOUR_REACH` places) the caller should fetch too.
 */
export function lenderIds(candidates: readonly string[]): string[] {
  return candidates.slice(0, MAX_LENDERS)
}

/** Scores by number in the list of items; `found`: the numbers of those that have one, in the order of their finding. */
type Scored = { scores: Float64Array; found: number[] }

/** Adds what the lenders lend. An item that no arm found can enter by what it is lent. */
function withNeighbours(candidates: readonly Hit[], items: readonly RankableItem[]): Scored {
  const numbers = numbersOf(candidates, items)
  const places = indexPlaces(items)
  const scores = new Float64Array(items.length)
  const isFound = new Uint8Array(items.length)
  const found: number[] = []
  const add = (n: number, score: number) => {
    if (n < 0) return
    if (isFound[n] === 0) found.push(n)
    isFound[n] = 1
    scores[n] = (scores[n] ?? 0) + score
  }
  let place = 0
  for (const { score } of candidates) {
    const n = numbers[place++] ?? NO_ITEM
    add(n, score)
    if (n === NO_ITEM || place > MAX_LENDERS) continue
    for (let index = 0; index < LENT.length; index++) {
      const lent = score * (LENT[index] ?? 0)
      add(places.beside(n, -index - 1), lent)
      add(places.beside(n, index + 1), lent)
    }
  }
  return { scores, found }
}

/** For each candidate the number of its item. */
function numbersOf(candidates: readonly Hit[], items: readonly RankableItem[]): Int32Array {
  const numbers = new Int32Array(candidates.length).fill(NO_ITEM)
  const placeOf = new Map<string, number>()
  for (const { id } of candidates) placeOf.set(id, placeOf.size)
  let n = 0
  for (const { id } of items) {
    const place = placeOf.get(id)
    if (place !== undefined) numbers[place] = n
    n++
  }
  return numbers
}

function byScoreThenNewest(a: Ranked<RankableItem>, b: Ranked<RankableItem>): number {
  if (a.score !== b.score) return b.score - a.score
  if (a.item.at !== b.item.at) return a.item.at < b.item.at ? 1 : -1
  return byPlace(a.item, b.item) || (a.item.id < b.item.id ? -1 : 1)
}

/** The items that the arms or their neighbours point at, best first, without near-duplicates. */
export function rank<T extends RankableItem>(request: RankRequest<T>): Ranked<T>[] {
  const { relevance = 1, minRelevance = 0 } = request
  const lifted = lift(request)
  const shown = lifted.some(({ item }) => item.contests)
    ? new Set(lifted.map(({ item }) => item.id))
    : null
  let top = 0
  for (const each of lifted) {
    if (each.item.contests?.some((id) => shown?.has(id))) each.score *= CONTESTING_LIFT
    top = Math.max(top, each.score)
  }
  const now = Date.parse(request.now)
  const relevant: Ranked<T>[] = []
  for (const each of lifted) {
    each.score = (relevance * each.score) / top
    if (!(each.score >= minRelevance)) continue
    const { at, saidAt = Date.parse(at) } = each.item
    each.score *= decayBetween(saidAt, now, request.halfLifeDays)
    relevant.push(each)
  }
  return withoutNearDuplicates(relevant.sort(byScoreThenNewest), ({ item }) => item, MAX_RANKED)
}

/** What was found and lent, with the factors of each item. */
function lift<T extends RankableItem>(request: RankRequest<T>): Ranked<T>[] {
  const { items, queryEntities, toldShare, asks, minConfidence = 0 } = request
  const { fused = fuse(request.arms, request.weights) } = request
  const named = namedIn(queryEntities, items)
  const { scores, found } = withNeighbours(fused.slice(0, MAX_CANDIDATES), items)
  const lifted: Ranked<T>[] = []
  for (const n of found) {
    const item = items[n]
    if (!item || item.confidence < minConfidence) continue
    const lifts = liftsOf(item, { named, toldShare, asks })
    const factor = lifts.importance * lifts.confidence * lifts.told * lifts.named * lifts.fits
    lifted.push({ item, score: (scores[n] ?? 0) * factor })
  }
  return lifted
}
