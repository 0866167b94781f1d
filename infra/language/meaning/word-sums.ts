// What a text's word vectors add up to: texts that mean something alike have sums that point alike.
import { WORD_DIMENSIONS, weightOf, wordNumbers, wordVectors } from './word-vectors.ts'

/** `sum`: of any length. `share`: how much of the text's weight is in words that have a vector, 0 to 1. */
export function meaningOf(text: string): { sum: Float32Array; share: number } {
  const numbers = wordNumbers(text)
  const weights = Float32Array.from(numbers, weightOf)
  let all = 0
  let known = 0
  for (const [n, weight] of weights.entries()) {
    all += weight
    if ((numbers[n] ?? -1) >= 0) known += weight
  }
  return { sum: sumOf({ numbers, weights }), share: all > 0 ? known / all : 0 }
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
