// What the vectors of a trained model tell of a query, and what its words tell beside them. Pure.
//
// Decision: a trained vector counts by how far it stands out from the hundredth, and not at all where it hardly does.
// All texts are near each other for a trained model, and for one that knows nothing of what users talk about they are
// equally near: it then adds nothing, and an answer is what it would be without it.
import type { Hit } from '../../../../infra/ports/memory-store.ts'
import { quantise } from '../../../../infra/runtime/envelope/vectors.ts'
import { remembered } from '../remembered.ts'

/** A hit that stands out less is noise. */
const FLOOR = 0.35
/** As a hit stands out this far, it is as likely as not that it answers. */
const MIDDLE = 0.35
const STEEPNESS = 20
/** By their words, as many as a search for vectors finds. */
const MOST_NEAREST = 100
/** Fewer hits hardly tell how near texts are that have nothing in common: then the nearest counts by itself. */
const FEW = 10
const GROUND_OF_FEW = 0.5
const NEAR_OF_FEW = 0.38

/** The hits that stand out, with how far: 0 to 1. */
export function standingOut(hits: readonly Hit[], floor = FLOOR): Hit[] {
  const least = hits.reduce((lowest, { score }) => Math.min(lowest, score), 1)
  const ground = hits.length < FEW ? GROUND_OF_FEW * least : least
  return hits.flatMap(({ id, score }) => {
    const far = (score - ground) / (1 - ground)
    return far > floor ? [{ id, score: (far - floor) / (1 - floor) }] : []
  })
}

/** Hits that do not stand out come last: their words may still tell. */
export function withFaint(fused: readonly Hit[], vector: readonly Hit[]): Hit[] {
  const known = new Set(fused.map(({ id }) => id))
  const faint = vector.filter(({ id }) => !known.has(id)).map(({ id }) => ({ id, score: 0 }))
  return [...fused, ...faint]
}

/** How sure it is that the nearest of the wanted hits answers, by how far it stands out among all. */
export function surenessOf(hits: readonly Hit[], wanted: readonly Hit[] = hits): number {
  const [nearest] = wanted
  if (!nearest) return 0
  if (hits.length < FEW) return logistic(nearest.score - NEAR_OF_FEW)
  const far = standingOut(hits, 0).find(({ id }) => id === nearest.id)?.score ?? 0
  return logistic(far - MIDDLE)
}

function logistic(above: number): number {
  return 1 / (1 + Math.exp(-STEEPNESS * above))
}

type WordVector = (text: string) => Float32Array

/** By item, so that each is made once. */
const vectorsOf = remembered((_: { text: string }) => new WeakMap<WordVector, Int8Array>())

/** The items by how near their words are to the query's, the nearest first. */
export function nearestWords(
  query: string,
  items: readonly { id: string; text: string }[],
  wordVector: WordVector | undefined,
): Hit[] {
  if (!wordVector) return []
  const asked = quantise(wordVector(query))
  const length = 127 * Math.sqrt(dot(asked, asked))
  return items
    .map((item) => ({ id: item.id, score: dot(asked, wordsOf(item, wordVector)) / length }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_NEAREST)
}

function wordsOf(item: { text: string }, wordVector: WordVector): Int8Array {
  const known = vectorsOf(item)
  const vector = known.get(wordVector) ?? quantise(wordVector(item.text))
  known.set(wordVector, vector)
  return vector
}

function dot(a: Int8Array, b: Int8Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!
  return sum
}
