// English words with a vector each: words that mean something alike have vectors that point alike. Read from the files
// beside this one when the first query asks (README.md says how they are made).
import { readFileSync } from 'node:fs'
import { hash } from '../hash.ts'

/** How many numbers a vector has. */
export const WORD_DIMENSIONS = 128
/** Stored vectors have about this length, so the product of two is their cosine times its square. */
export const WORD_LENGTH = 254
/** A word without a vector: it is like itself alone, and may be a name, so it weighs half of a rare word. */
const UNKNOWN_WEIGHT = 0.5
/** Words that are more frequent than this weigh less. Smooth inverse frequency, https://openreview.net/pdf?id=SyK00v5xx. */
const FREQUENT = 1e-4

type WordVectors = {
  /** Places by word; the more frequent a word is, the lower its place. */
  places: ReadonlyMap<string, number>
  /** One vector after another. */
  table: Int8Array
  /** By place, 0 to 1. */
  weights: Float32Array
}

let read: WordVectors | null = null

export function wordVectors(): WordVectors {
  read ??= readVectors()
  return read
}

function readVectors(): WordVectors {
  const words = readFileSync(new URL('words.txt', import.meta.url), 'utf8').split('\n')
  words.pop()
  const table = new Int8Array(readFileSync(new URL('vectors.bin', import.meta.url)))
  if (table.length !== words.length * WORD_DIMENSIONS) {
    throw new Error('infra/language/meaning: words.txt and vectors.bin do not belong together')
  }
  return {
    places: new Map(words.map((word, place) => [word, place])),
    table,
    weights: Float32Array.from(words, (_, place) => weightAt(place, words.length)),
  }
}

/** Frequencies of words fall with their rank (Zipf). */
function weightAt(place: number, count: number): number {
  const frequency = 1 / ((place + 1) * Math.log(count))
  return FREQUENT / (FREQUENT + frequency)
}

const WORD = /\p{L}{2,}|\p{N}+/gu
/** What is left of "we've" and the like tells nothing. */
const REST = new Set(['ve', 'll', 're'])
/** Told apart from the features of an embedding. */
const SEED = 4

/** The words of a text as numbers: the place of each, or below zero a hash of one without a vector. */
export function wordNumbers(text: string): Int32Array {
  const { places } = wordVectors()
  const plain = text.toLowerCase().replaceAll('’', "'").replaceAll("n't", ' not')
  const words = plain.match(WORD)?.filter((word) => !REST.has(word)) ?? []
  return Int32Array.from(words, (word) => places.get(word) ?? belowZero(word))
}

function belowZero(word: string): number {
  return hash(word, 0, word.length, SEED) | 0x80000000
}

export function weightOf(number: number): number {
  return number < 0 ? UNKNOWN_WEIGHT : (wordVectors().weights[number] ?? 0)
}
