// The offline engine's embedding, in two parts that lie one behind the other. Letters: a text's stems, its words'
// character trigrams and the everyday concepts that its words belong to, hashed into a vector; that finds misspelt words
// and every language. Meaning: the mean of its words' vectors. It needs no model, and gives the same everywhere.
import { hash } from '../hash.ts'
import { meaningOf } from '../meaning/word-sums.ts'
import { terms } from '../terms.ts'
import { conceptsOf } from './concepts.ts'

export const LETTER_DIMENSIONS = 256
/** Of a word's vector the first numbers, which tell the most. */
const MEANING_DIMENSIONS = 64
/** How many numbers a vector has. */
export const EMBED_DIMENSIONS = LETTER_DIMENSIONS + MEANING_DIMENSIONS

const STEM_WEIGHT = 1
const CONCEPT_WEIGHT = 0.7
/** Shared by all trigrams of one word. */
const TRIGRAM_WEIGHT = 0.8
/** The part of a vector's square that its meaning has, where all words of the text have a vector. */
const MEANING_PART = 0.85

/** Adds a feature at one place, with a sign, so that features that share a place cancel on average. */
function add(vector: Float32Array, feature: number, weight: number): void {
  const place = feature % LETTER_DIMENSIONS
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
  const vector = new Float32Array(EMBED_DIMENSIONS)
  const { sum, share } = meaningOf(text)
  const part = MEANING_PART * share
  const meaning = toUnitLength(sum.slice(0, MEANING_DIMENSIONS))
  vector.set(scaled(embedLetters(text), Math.sqrt(1 - part)))
  vector.set(scaled(meaning, Math.sqrt(part)), LETTER_DIMENSIONS)
  return toUnitLength(vector)
}

/** Its letters alone, as a vector of the first version was. */
export function embedLetters(text: string): Float32Array {
  const counts = new Map<string, number>()
  for (const term of terms(text)) counts.set(term, (counts.get(term) ?? 0) + 1)
  const vector = new Float32Array(LETTER_DIMENSIONS)
  for (const [term, count] of counts) {
    const weight = 1 + Math.log(count)
    add(vector, hash(term, 0, term.length, 1), weight * STEM_WEIGHT)
    addTrigrams(vector, term, weight)
    for (const concept of conceptsOf(term))
      add(vector, hash(concept, 0, concept.length, 3), weight * CONCEPT_WEIGHT)
  }
  return toUnitLength(vector)
}

function scaled(vector: Float32Array, by: number): Float32Array {
  return vector.map((value) => value * by)
}
