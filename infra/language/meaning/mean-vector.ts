// The mean of a text's word vectors: texts that mean something alike have means that point alike.
import { WORD_DIMENSIONS, weightOf, wordNumbers, wordVectors } from './word-vectors.ts'

/** `mean`: of length 1, or all zeros. `share`: how much of the text's weight is in words that have a vector, 0 to 1. */
export function meanVector(text: string): { mean: Float32Array; share: number } {
  const numbers = wordNumbers(text)
  const weights = Float32Array.from(numbers, weightOf)
  const sum = sumOf({ numbers, weights })
  const length = lengthOf(sum)
  const all = weights.reduce((total, each) => total + each, 0)
  const known = weights.reduce((total, each, n) => total + ((numbers[n] ?? -1) < 0 ? 0 : each), 0)
  return {
    mean: length > 0 ? sum.map((each) => each / length) : sum,
    share: all > 0 ? known / all : 0,
  }
}

/** By weight; words without a vector add nothing. */
export function sumOf({
  numbers,
  weights,
}: {
  numbers: Int32Array
  weights: Float32Array
}): Float32Array {
  const { table } = wordVectors()
  const sum = new Float32Array(WORD_DIMENSIONS)
  for (let n = 0; n < numbers.length; n++) {
    const start = (numbers[n] ?? 0) * WORD_DIMENSIONS
    if (start < 0) continue
    const weight = weights[n] ?? 0
    for (let at = 0; at < WORD_DIMENSIONS; at++) {
      sum[at] = (sum[at] ?? 0) + weight * (table[start + at] ?? 0)
    }
  }
  return sum
}

export function lengthOf(vector: Float32Array): number {
  let sum = 0
  for (const value of vector) sum += value * value
  return Math.sqrt(sum)
}
