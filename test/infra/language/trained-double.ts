// A double of a trained embedding: vectors of a real model's shape, made from words. As of real models, any two texts
// are near each other (most cosines lie between .6 and .9), and what tells them apart is a small part of each vector.
// Deterministic: the same text has the same vector everywhere.

/** How much of what tells texts apart comes from what they are about, from their words, and from nothing at all. */
export type Quality = { meaning: number; words: number; noise: number }

/** A model that knows what texts are about; one that mostly sees their words; and one that sees nothing. */
export const qualities = {
  good: { meaning: 1, words: 0.6, noise: 0.5 },
  mediocre: { meaning: 0.25, words: 0.6, noise: 0.8 },
  useless: { meaning: 0, words: 0, noise: 1 },
} as const satisfies Record<string, Quality>

/** The squared length of the part that all vectors share. */
const SHARED = 0.7

/** `topicsOf`: what a text is about, for what the words do not tell. */
export function createTrainedDouble(
  dimensions: number,
  quality: Quality,
  topicsOf: (text: string) => readonly string[],
): (text: string) => Float32Array {
  const direction = createDirections(dimensions)
  const sum = (names: readonly string[]) => unit(added(dimensions, names.map(direction)))
  return (text) => {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    const parts = [
      scaled(sum(topicsOf(text).map((topic) => `topic ${topic}`)), quality.meaning),
      scaled(sum(words.map((word) => `word ${word}`)), quality.words),
      scaled(direction(`text ${text}`), quality.noise),
    ]
    const own = scaled(unit(added(dimensions, parts)), Math.sqrt(1 - SHARED))
    return unit(added(dimensions, [scaled(direction('shared'), Math.sqrt(SHARED)), own]))
  }
}

/** Of length 1, and almost at right angles to each other. */
function createDirections(dimensions: number): (name: string) => Float32Array {
  const known = new Map<string, Float32Array>()
  return (name) => {
    const vector = known.get(name) ?? directionOf(name, dimensions)
    known.set(name, vector)
    return vector
  }
}

function directionOf(name: string, dimensions: number): Float32Array {
  let state = 0x811c9dc5
  for (let at = 0; at < name.length; at++)
    state = Math.imul(state ^ name.charCodeAt(at), 0x01000193)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  // The sum of a few even numbers is nearly normal.
  return unit(
    Float32Array.from({ length: dimensions }, () => next() + next() + next() + next() - 2),
  )
}

function added(dimensions: number, vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(dimensions)
  for (const vector of vectors) for (let at = 0; at < dimensions; at++) sum[at]! += vector[at]!
  return sum
}

function scaled(vector: Float32Array, by: number): Float32Array {
  return vector.map((each) => each * by)
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return length === 0 ? vector : scaled(vector, 1 / length)
}
