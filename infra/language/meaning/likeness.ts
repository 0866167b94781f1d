// How alike in meaning a query and each of many texts are: "Which sibling teaches?" is like "My brother is a teacher",
// though they share no word. Pure, but for the word vectors that it reads once.
//
//   likeness = what the query's words find in the text, each its likest word, by weight
//            + .5 what the text's words find in the query
//            + .5 the cosine of both texts' mean vectors
//
// The first two are MaxSim over word vectors, https://arxiv.org/abs/2004.12832.
import { dotProducts } from '../../search/dot-products.ts'
import { sumOf } from './word-sums.ts'
import { WORD_DIMENSIONS, WORD_LENGTH, weightOf, wordNumbers, wordVectors } from './word-vectors.ts'

const BACKWARD = 0.5
const MEAN = 0.5
/** Words of a query that are looked at, because each is compared with all words of all texts. */
const MOST_ASKED = 32
/** Of a stored number. */
const MOST = 127
const SQUARE = WORD_LENGTH * WORD_LENGTH

type Text = { text: string }

/** What is known of a text whatever is asked. `sumLength`: of the sum of its words' vectors, by weight. */
type Read = { numbers: Int32Array; weights: Float32Array; weight: number; sumLength: number }

/** By text, so that each is read once. */
const texts = new WeakMap<Text, Read>()

/** One number for each item, 0 to 2; only those of one query compare. */
export function likeness(query: string, items: readonly Text[]): number[] {
  const asked = askedOf(query)
  const all = items.map(readOnce)
  const compared = compare(asked, all)
  return all.map((read) => likenessOf(asked, read, compared))
}

/** How near the likest word of an item is to each of some words, on average: 0 to 1. */
export function nearness(words: string, item: Text): number {
  const asked = askedOf(words)
  const told = readOnce(item)
  const { likest } = foundIn(asked, told, compare(asked, [told]))
  return likest.reduce((sum, each) => sum + each, 0) / Math.max(1, likest.length)
}

function askedOf(query: string): Read {
  return readNumbers(Int32Array.from(new Set(wordNumbers(query))).slice(0, MOST_ASKED))
}

function readOnce(item: Text): Read {
  const known = texts.get(item)
  if (known) return known
  const read = readNumbers(wordNumbers(item.text))
  texts.set(item, read)
  return read
}

function readNumbers(numbers: Int32Array): Read {
  const weights = Float32Array.from(numbers, weightOf)
  const weight = weights.reduce((sum, each) => sum + each, 0)
  return { numbers, weights, weight, sumLength: lengthOf(sumOf({ numbers, weights })) }
}

function lengthOf(vector: Float32Array): number {
  let sum = 0
  for (const value of vector) sum += value * value
  return Math.sqrt(sum)
}

function vectorAt(number: number): Int8Array {
  return wordVectors().table.subarray(number * WORD_DIMENSIONS, (number + 1) * WORD_DIMENSIONS)
}

/** Of the length of a word's vector. */
function meanOf(read: Read): Int8Array {
  const scale = read.sumLength > 0 ? WORD_LENGTH / read.sumLength : 0
  const within = (value: number) => Math.max(-MOST, Math.min(MOST, Math.round(value * scale)))
  return Int8Array.from(sumOf(read), within)
}

/** The words of all texts, each once, because texts share most of theirs. */
type Known = {
  numbers: readonly number[]
  /** By number: where it stands among them, for those that do. */
  places: Int32Array
}

let places: Int32Array | null = null

/** Every call writes the places of its own words before it reads them; what others left is no place of its own. */
function knownAmong(all: readonly Read[]): Known {
  places ??= new Int32Array(wordVectors().weights.length)
  const own = places
  const numbers: number[] = []
  for (const read of all)
    for (const number of read.numbers) {
      if (number < 0 || numbers[own[number] ?? 0] === number) continue
      own[number] = numbers.length
      numbers.push(number)
    }
  return { numbers, places: own }
}

/**
 * `cosines`: those of a known word with all words of the query, one known word after another; 0 for a query's word without
 * a vector. `mean`: of each known word with the query's mean vector.
 */
type Cosines = { cosines: Float32Array; mean: Float32Array }

type Compared = Pick<Known, 'places'> & Cosines

function compare(asked: Read, all: readonly Read[]): Compared {
  const known = knownAmong(all)
  return { ...known, ...cosinesWith(asked, known) }
}

function cosinesWith(asked: Read, { numbers }: Known): Cosines {
  const block = new Int8Array(numbers.length * WORD_DIMENSIONS)
  for (const [place, number] of numbers.entries())
    block.set(vectorAt(number), place * WORD_DIMENSIONS)
  const productsWith = (vector: Int8Array) => dotProducts([block], vector, numbers.length)
  const width = asked.numbers.length
  const cosines = new Float32Array(numbers.length * width)
  for (const [q, number] of asked.numbers.entries()) {
    if (number < 0) continue
    const products = productsWith(vectorAt(number))
    for (let place = 0; place < numbers.length; place++) {
      cosines[place * width + q] = (products[place] ?? 0) / SQUARE
    }
  }
  const mean = Float32Array.from(productsWith(meanOf(asked)), (product) => product / SQUARE)
  return { cosines, mean }
}

function likenessOf(asked: Read, told: Read, compared: Compared): number {
  if (asked.weight === 0 || told.weight === 0) return 0
  const { likest, backward, mutual } = foundIn(asked, told, compared)
  const forward = likest.reduce((sum, each, q) => sum + each * (asked.weights[q] ?? 0), 0)
  const alike = told.sumLength > 0 ? (WORD_LENGTH * mutual) / told.sumLength : 0
  return forward / asked.weight + (BACKWARD * backward) / told.weight + MEAN * Math.max(0, alike)
}

/** `likest`: for each word of the query, of the text's words. `backward` and `mutual` are sums by the weight of those. */
type FoundIn = { likest: Float64Array; backward: number; mutual: number }

function foundIn(asked: Read, told: Read, { places, cosines, mean }: Compared): FoundIn {
  const { numbers, weights } = told
  const width = asked.numbers.length
  const likest = new Float64Array(width)
  let backward = 0
  let mutual = 0
  for (let n = 0; n < numbers.length; n++) {
    const number = numbers[n] ?? 0
    const weight = weights[n] ?? 0
    if (number < 0) {
      backward += weight * sameWord(asked, number, likest)
      continue
    }
    const place = places[number] ?? 0
    let best = 0
    for (let q = 0; q < width; q++) {
      const cosine = cosines[place * width + q] ?? 0
      if (cosine > (likest[q] ?? 0)) likest[q] = cosine
      if (cosine > best) best = cosine
    }
    backward += weight * best
    mutual += weight * (mean[place] ?? 0)
  }
  return { likest, backward, mutual }
}

/** A word without a vector is like itself alone: 1 if the query has it. */
function sameWord(asked: Read, number: number, likest: Float64Array): number {
  const at = asked.numbers.indexOf(number)
  if (at < 0) return 0
  likest[at] = 1
  return 1
}
