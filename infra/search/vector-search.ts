// Exact vector search: every vector of the user is multiplied with the query's, which takes a fifth of a millisecond for
// 10,000 vectors of 256 signed bytes. Nothing is approximate.
import { dotProducts } from './dot-products.ts'
import { createNthHighest } from './nth-highest.ts'

/** So many vectors lie one after another in a block: item `n` has its place `n % BLOCK` in block `n / BLOCK`. */
export const BLOCK = 64

/** A user's vectors of one length, by block. A place without a vector is all zeros. */
export type VectorBlocks = Map<number, Int8Array>

/** Dot products of runs of `size` items, each run from the number in `starts`. */
type Products = { starts: readonly number[]; size: number; dots: Int32Array }

/**
 * The item numbers nearest to `vector` by cosine, with scores above 0. Returns more than `limit` when several share the
 * last place: the caller decides between them. `instant`: the numbers that count in the blocks, and vectors that are in no
 * block.
 */
export function searchVectors(
  blocks: VectorBlocks,
  { vector, limit }: { vector: Int8Array; limit: number },
  instant?: { among: ReadonlySet<number>; past: ReadonlyMap<number, Int8Array> },
): { n: number; score: number }[] {
  const length = Math.sqrt(vector.reduce((sum, each) => sum + each ** 2, 0))
  if (length === 0) return []
  const now = productsOf(blocks, vector)
  const products = instant
    ? [onlyAmong(now, instant.among), pastProducts(instant.past, vector)]
    : [now]
  const least = leastOf(products, limit)
  const score = (dot: number) => dot / (127 * length)
  return products.flatMap((each) =>
    atLeast(each, least).map(({ n, dot }) => ({ n, score: score(dot) })),
  )
}

function productsOf(blocks: VectorBlocks, vector: Int8Array): Products {
  const starts = Array.from(blocks.keys(), (block) => block * BLOCK)
  return { starts, size: BLOCK, dots: dotProducts([...blocks.values()], vector, BLOCK) }
}

function pastProducts(past: ReadonlyMap<number, Int8Array>, vector: Int8Array): Products {
  const fitting = [...past].filter(([, each]) => each.length === vector.length)
  const vectors = fitting.map(([, each]) => each)
  return { starts: fitting.map(([n]) => n), size: 1, dots: dotProducts(vectors, vector, 1) }
}

function onlyAmong({ dots, ...of }: Products, among: ReadonlySet<number>): Products {
  return { ...of, dots: dots.map((dot, at) => (among.has(numberAt(of, at)) ? dot : 0)) }
}

function numberAt({ starts, size }: Omit<Products, 'dots'>, at: number): number {
  return (starts[Math.floor(at / size)] ?? 0) + (at % size)
}

/** The score of the last of the best, but at least 1: only vectors that point the same way are hits. */
function leastOf(products: readonly Products[], limit: number): number {
  const highest = createNthHighest(limit)
  for (const { dots } of products) highest.addAll(dots)
  return Math.max(1, highest.value())
}

function atLeast({ dots, ...of }: Products, least: number): { n: number; dot: number }[] {
  const found: { n: number; dot: number }[] = []
  for (let at = 0; at < dots.length; at++) {
    const dot = dots[at] ?? 0
    if (dot >= least) found.push({ n: numberAt(of, at), dot })
  }
  return found
}
