// Orders the memories that may answer a query. Pure: the caller searches and fetches, this decides.
//
//   fused score of the arms (fuse.ts)
//   + what the neighbours in the same thread lend: an answer stands beside its question
//   x importance x confidence x whether it contests what is trusted more x whom it is about (lifts.ts)
//   -> relevance, relative to the best, x decay by age (decay.ts), near-duplicates removed

import { decayBetween } from './decay.ts'
import type { Arms, ArmWeights, Hit } from './fuse.ts'
import { fuse } from './fuse.ts'
import { type Liftable, liftsOf, namedIn } from './lifts.ts'
import { withoutNearDuplicates } from './near-duplicates.ts'
import { remembered } from './remembered.ts'

export type RankableItem = Liftable & {
  id: string
  text: string
  /** When it was said or happened, ISO 8601. */
  at: string
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
}

/** `score` is the relevance after decay, 0 to 1. */
export type Ranked<T extends RankableItem> = { item: T; score: number }

/** What an item lends to those one, two, three and four places away: parts of its own fused score. */
const LENT = [0.5, 0.35, 0.25, 0.15] as const
/** How far an item lends, in places before and after it. */
export const NEIGHBOUR_REACH = LENT.length
/** How many candidates are considered. */
export const MAX_CANDIDATES = 120
/** How many of the best candidates lend to their neighbours. */
export const MAX_LENDERS = 40
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

/** By thread, then by place. */
function byPlaces<T extends RankableItem>(items: readonly T[]): Map<string, Map<number, T>> {
  const threads = new Map<string, Map<number, T>>()
  for (const item of items) {
    const places = threads.get(item.threadId) ?? new Map<number, T>()
    threads.set(item.threadId, places.set(item.place, item))
  }
  return threads
}

/** Adds what the lenders lend. An item that no arm found can enter by what it is lent. */
function withNeighbours<T extends RankableItem>(
  candidates: readonly Hit[],
  items: readonly T[],
): Map<T, number> {
  const byId = new Map(items.map((item) => [item.id, item]))
  const threads = byPlaces(items)
  const scores = new Map<T, number>()
  const add = (item: T | undefined, score: number) => {
    if (item) scores.set(item, (scores.get(item) ?? 0) + score)
  }
  for (const [place, { id, score }] of candidates.entries()) {
    const item = byId.get(id)
    add(item, score)
    if (!item || place >= MAX_LENDERS) continue
    const places = threads.get(item.threadId)
    for (const [index, part] of LENT.entries()) {
      add(places?.get(item.place - index - 1), score * part)
      add(places?.get(item.place + index + 1), score * part)
    }
  }
  return scores
}

function byScoreThenNewest(a: Ranked<RankableItem>, b: Ranked<RankableItem>): number {
  if (a.score !== b.score) return b.score - a.score
  if (a.item.at !== b.item.at) return a.item.at < b.item.at ? 1 : -1
  if (a.item.threadId === b.item.threadId) return a.item.place - b.item.place
  return a.item.id < b.item.id ? -1 : 1
}

const saidAt = remembered(({ at }: { at: string }) => Date.parse(at))

/** The items that the arms or their neighbours point at, best first, without near-duplicates. */
export function rank<T extends RankableItem>(request: RankRequest<T>): Ranked<T>[] {
  const { fused = fuse(request.arms, request.weights), halfLifeDays } = request
  const candidates = fused.slice(0, MAX_CANDIDATES)
  const named = namedIn(request.queryEntities, request.items)
  const lifted: Ranked<T>[] = []
  for (const [item, score] of withNeighbours(candidates, request.items)) {
    if (item.confidence < (request.minConfidence ?? 0)) continue
    const { importance, confidence, named: about } = liftsOf(item, named)
    lifted.push({ item, score: score * importance * confidence * about })
  }
  const shown = new Set(lifted.map(({ item }) => item.id))
  for (const each of lifted) {
    if (each.item.contests?.some((id) => shown.has(id))) each.score *= CONTESTING_LIFT
  }
  const top = lifted.reduce((highest, { score }) => Math.max(highest, score), 0)
  const { relevance = 1, minRelevance = 0 } = request
  const now = Date.parse(request.now)
  const relevant = lifted.filter((each) => {
    each.score = (relevance * each.score) / top
    return each.score >= minRelevance
  })
  for (const each of relevant) each.score *= decayBetween(saidAt(each.item), now, halfLifeDays)
  return withoutNearDuplicates(relevant.sort(byScoreThenNewest), ({ item }) => item, MAX_RANKED)
}
