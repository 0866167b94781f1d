// Products are exact at every length, also where WebAssembly cannot take sixteen numbers at a time.
import { expect, test } from 'vitest'
import { dotProducts } from '../../../infra/search/dot-products.ts'

const numbers = (length: number, step: number) =>
  Int8Array.from({ length }, (_, n) => ((n * step) % 256) - 128)

test.each([1, 15, 16, 48, 256, 1_000, 3_072])(
  'given blocks of vectors of %i numbers, then each sum is exact',
  (dimensions) => {
    const vector = numbers(dimensions, 101)
    const blocks = [7, 53, 128].map((step) => numbers(dimensions * 64, step))
    const sums = blocks.flatMap((block) =>
      Array.from({ length: 64 }, (_, place) =>
        vector.reduce((sum, each, at) => sum + each * (block[place * dimensions + at] ?? 0), 0),
      ),
    )
    expect([...dotProducts(blocks, vector, 64)]).toEqual(sums)
  },
)
