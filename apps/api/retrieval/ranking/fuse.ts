// Fuses what the search arms (text, vectors, graph) found into one list of candidates.
//
// Decision: scores are fused relative to each arm's best hit, not by rank alone. Reciprocal rank
// fusion throws away how far ahead a hit is; on questions about long talks it finds 1 to 5 % less.
import { byScore } from '../../../../infra/ports/rules/by-score.ts'
import { standingOut } from './trained.ts'

/** One hit of an arm. The score's scale is the arm's own; only its proportions count. */
export type Hit = { id: string; score: number }

/** What each arm found, best first. An arm that was not asked has an empty list. */
export type Arms = {
  text: readonly Hit[]
  vector: readonly Hit[]
  graph: readonly Hit[]
  /** Of what the other arms point at, by how alike it is to the query in meaning. */
  meaning?: readonly Hit[]
  /** What the text arm finds for each topic of a query that has several. */
  topics?: readonly (readonly Hit[])[]
}

/** Vectors of a trained model are weighed by how far they stand out, not by the best of them. */
export type ArmWeights = { text: number; vector: number; graph: number; isTrained: boolean }

/** Of a memory: how many items it has, and which share of the query its best text hit has, 0 to 1. */
type Extent = { items: number; share: number }

/** For an embedding that mostly sees the same words as the text index, as the offline engine's does. */
export const LEXICAL_WEIGHTS: ArmWeights = { text: 1, vector: 0.25, graph: 0.2, isTrained: false }
export const TRAINED_WEIGHTS: ArmWeights = { text: 1, vector: 2, graph: 0.2, isTrained: true }

/** An arm's best hit has at least this part of the best candidate's score ... */
const SEAT = 0.6
/** ... and at least the score of the candidate at this place, counted from 0. */
const SEAT_PLACE = 4
/** A vector of words that is not so near shares letters with the query, and has no seat. */
const NEAR = 0.25
/** Lower scores are no hits. */
const FAINTEST = 1e-9
/** A graph arm with more hits than this names something too common to point anywhere. */
const SELECTIVE_GRAPH_HITS = 20

/** This part of the worst cosine is taken off all, so that the differences count. */
const VECTOR_GROUND = 0.9

/** The weight of meaning in any memory, and what is added in a small one. */
const MEANING_WEIGHT = 0.2
const MEANING_OF_LITTLE = 1.8
/** A memory of so many items is half way between a small and a large one. */
const LITTLE_ITEMS = 100
const LARGE: Extent = { items: Number.POSITIVE_INFINITY, share: 1 }

/** Near 1 in a small memory, near 0 in a large one: in a small one rare words are few, and tell little. */
export function littleness({ items }: Pick<Extent, 'items'>): number {
  return LITTLE_ITEMS / (LITTLE_ITEMS + items)
}

/** Adds `weight * (score - ground) / (best - ground)` to each hit of an arm. */
function addArm(
  fused: Map<string, number>,
  hits: readonly Hit[],
  { weight, groundPart }: { weight: number; groundPart: number },
): void {
  const found = hits.filter((hit) => hit.score >= FAINTEST)
  const best = found.reduce((most, { score }) => Math.max(most, score), 0)
  const ground = groundPart * found.reduce((least, { score }) => Math.min(least, score), best)
  for (const { id, score } of found) {
    fused.set(id, (fused.get(id) ?? 0) + (weight * (score - ground)) / (best - ground))
  }
}

/** None where several are the best: then they are not what the arm points at. */
function bestOf(hits: readonly Hit[]): Hit | undefined {
  let best: Hit | undefined
  let isShared = false
  for (const hit of hits) {
    if (hit.score < FAINTEST || hit.score < (best?.score ?? 0)) continue
    isShared = hit.score === best?.score
    best = hit
  }
  return isShared ? undefined : best
}

/** Gives the best hit of each arm and topic its seat, so that a hit of a single arm is never crowded out. */
function seatBestHits(fused: Map<string, number>, arms: Arms): void {
  const scores = [...fused.values()].sort((a, b) => b - a)
  const seat = Math.max(SEAT * (scores[0] ?? 0), scores[SEAT_PLACE] ?? 0)
  const selective = arms.graph.length <= SELECTIVE_GRAPH_HITS ? arms.graph : []
  for (const hits of [arms.text, arms.vector, selective, ...(arms.topics ?? [])]) {
    const best = bestOf(hits)
    if (best) fused.set(best.id, Math.max(fused.get(best.id) ?? 0, seat))
  }
}

/**
 * The candidates with their fused scores, best first, ties by id: the sum of what each arm contributes, where an arm's
 * best hit gets the arm's weight and the others their share of it.
 */
export function fuse(
  arms: Arms,
  weights: ArmWeights = LEXICAL_WEIGHTS,
  extent: Extent = LARGE,
): Hit[] {
  const { isTrained } = weights
  const little = littleness(extent)
  const fused = new Map<string, number>()
  // Where the best text hit has little of the query, it is hardly better than others.
  const text = weights.text * extent.share ** little
  addArm(fused, arms.text, { weight: text, groundPart: 0 })
  const near = isTrained ? [] : arms.vector
  addArm(fused, near, { weight: weights.vector, groundPart: VECTOR_GROUND })
  const meaning = MEANING_WEIGHT + MEANING_OF_LITTLE * little
  addArm(fused, arms.meaning ?? [], { weight: meaning, groundPart: VECTOR_GROUND })
  const far = isTrained ? standingOut(arms.vector) : []
  for (const { id, score } of far) fused.set(id, (fused.get(id) ?? 0) + weights.vector * score)
  const shared = Math.min(1, SELECTIVE_GRAPH_HITS / Math.max(1, arms.graph.length))
  addArm(fused, arms.graph, { weight: weights.graph * shared, groundPart: 0 })
  const seated = isTrained ? far : near.filter(({ score }) => score >= NEAR)
  seatBestHits(fused, { ...arms, vector: seated })
  return [...fused].map(([id, score]) => ({ id, score })).sort(byScore)
}
