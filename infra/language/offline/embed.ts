// The offline engine's embedding: a text's stems, its words' character trigrams and the everyday
// concepts that its words belong to, hashed into a vector of fixed size. It finds misspelt and
// related words that the text index cannot; it needs no model, and gives the same vector
// everywhere.
import { terms } from '../terms.ts'
import { conceptsOf } from './concepts.ts'

/** How many numbers a vector has. */
export const EMBED_DIMENSIONS = 256

const STEM_WEIGHT = 1
const CONCEPT_WEIGHT = 0.7
/** Shared by all trigrams of one word. */
const TRIGRAM_WEIGHT = 0.8
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** FNV-1a over UTF-16 units, then mixed, so that low and high bits are both usable. */
export function hash(text: string, start: number, end: number, seed: number): number {
  let value = FNV_OFFSET ^ seed
  for (let i = start; i < end; i++) value = Math.imul(value ^ text.charCodeAt(i), FNV_PRIME)
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b)
  return (value ^ (value >>> 16)) >>> 0
}

/** Adds a feature at one place, with a sign, so that features that share a place cancel on average. */
function add(vector: Float32Array, feature: number, weight: number): void {
  const place = feature % EMBED_DIMENSIONS
  vector[place]! += (feature & 0x80000000) === 0 ? weight : -weight
}

function addTrigrams(vector: Float32Array, word: string, weight: number): void {
  const framed = `^${word}$`
  const count = framed.length - 2
  const each = (weight * TRIGRAM_WEIGHT) / Math.sqrt(count)
  for (let i = 0; i < count; i++) add(vector, hash(framed, i, i + 3, 2), each)
}

function toUnitLength(vector: Float32Array): Float32Array {
  let sum = 0
  for (const value of vector) sum += value * value
  if (sum === 0) return vector
  const scale = 1 / Math.sqrt(sum)
  for (let i = 0; i < vector.length; i++) vector[i]! *= scale
  return vector
}

/** The vector of a text: of length 1, or all zeros if the text has no words. */
export function embed(text: string): Float32Array {
  const counts = new Map<string, number>()
  for (const term of terms(text)) counts.set(term, (counts.get(term) ?? 0) + 1)
  const vector = new Float32Array(EMBED_DIMENSIONS)
  for (const [term, count] of counts) {
    const weight = 1 + Math.log(count)
    add(vector, hash(term, 0, term.length, 1), weight * STEM_WEIGHT)
    addTrigrams(vector, term, weight)
    for (const concept of conceptsOf(term))
      add(vector, hash(concept, 0, concept.length, 3), weight * CONCEPT_WEIGHT)
  }
  return toUnitLength(vector)
}
