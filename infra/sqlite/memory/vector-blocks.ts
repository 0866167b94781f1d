// Exact vector search: a user's vectors are stored in blocks of 64, so that a query reads a few large rows instead of
// one row per vector. Scanning 10,000 vectors of 256 signed bytes takes a few milliseconds, and nothing is approximate.
import type { Database } from '../database/database.ts'

export const vectorBlocksSchema = `
  CREATE TABLE IF NOT EXISTS vector_blocks (
    owner INTEGER, block INTEGER, dimensions INTEGER NOT NULL, revision INTEGER NOT NULL,
    vectors BLOB NOT NULL, PRIMARY KEY (owner, block)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS vector_revision (revision INTEGER NOT NULL);
  INSERT INTO vector_revision SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM vector_revision);
`

const BLOCK = 64

/** SQL beside a row of `items`: the vector's bytes in hex, null where there is none. */
export const vectorOfItem = `(
  SELECT nullif(hex(substr(vectors, n % ${BLOCK} * dimensions + 1, dimensions)), hex(zeroblob(dimensions)))
  FROM vector_blocks WHERE vector_blocks.owner = items.owner AND block = n / ${BLOCK}) AS vector`

type BlockRow = { block: number; dimensions: number; vectors: Uint8Array }

/** Vectors to place by item number; an empty vector clears its place. */
export function writeVectors(
  db: Database,
  owner: number,
  vectors: ReadonlyMap<number, Int8Array>,
): void {
  const blocks = new Map<number, [number, Int8Array][]>()
  for (const [n, vector] of vectors) {
    const block = Math.floor(n / BLOCK)
    blocks.set(block, [...(blocks.get(block) ?? []), [n % BLOCK, vector]])
  }
  for (const [block, places] of blocks) writeBlock(db, owner, block, places)
}

function writeBlock(
  db: Database,
  owner: number,
  block: number,
  places: readonly [number, Int8Array][],
): void {
  const stored = db.get<BlockRow>(
    'SELECT block, dimensions, vectors FROM vector_blocks WHERE owner = ? AND block = ?',
    owner,
    block,
  )
  const dimensions = stored?.dimensions || Math.max(...places.map(([, vector]) => vector.length))
  if (dimensions === 0) return
  const bytes = new Int8Array(BLOCK * dimensions)
  if (stored) bytes.set(signed(stored.vectors))
  for (const [place, vector] of places) {
    const fits = vector.length === dimensions
    if (fits) bytes.set(vector, place * dimensions)
    else bytes.fill(0, place * dimensions, (place + 1) * dimensions)
  }
  db.run(
    'INSERT OR REPLACE INTO vector_blocks VALUES (?, ?, ?, ?, ?)',
    owner,
    block,
    dimensions,
    nextRevision(db),
    new Uint8Array(bytes.buffer),
  )
}

/** Never repeats in one file, so that an outdated cached block is recognized. */
function nextRevision(db: Database): number {
  return db.get<{ revision: number }>(
    'UPDATE vector_revision SET revision = revision + 1 RETURNING revision',
  )!.revision
}

/** The vectors at these item numbers; empty where there is none. */
export function readVectors(
  db: Database,
  owner: number,
  numbers: readonly number[],
): Map<number, Int8Array> {
  const found = new Map<number, Int8Array>()
  const blocks = new Map<number, BlockRow | undefined>()
  for (const n of numbers) {
    const block = Math.floor(n / BLOCK)
    if (!blocks.has(block)) {
      blocks.set(
        block,
        db.get<BlockRow>(
          'SELECT block, dimensions, vectors FROM vector_blocks WHERE owner = ? AND block = ?',
          owner,
          block,
        ),
      )
    }
    const row = blocks.get(block)
    const start = (n % BLOCK) * (row?.dimensions ?? 0)
    const vector = row ? signed(row.vectors).slice(start, start + row.dimensions) : new Int8Array(0)
    found.set(n, vector.some((each) => each !== 0) ? vector : new Int8Array(0))
  }
  return found
}

type KeptBlock = { revision: number; vectors: Int8Array }

/** Blocks that queries have read, so that the next query of the same user reads only what has changed. */
export type BlockCache = Map<string, KeptBlock>

/** About 64 MB of vectors of 256 dimensions; the least recently used are dropped first. */
const MAX_KEPT = 4_096

type VectorQuery = { owner: number; vector: Int8Array; limit: number }

/**
 * The item numbers nearest to `vector` by cosine, with scores above 0. Returns more than `limit` when several share the
 * last place: the caller decides between them. `then`: the numbers that count in the blocks, and vectors that are in no
 * block.
 */
export function searchVectors(
  db: Database,
  cache: BlockCache,
  query: VectorQuery,
  then?: { among: ReadonlySet<number>; past: ReadonlyMap<number, Int8Array> },
): { n: number; score: number }[] {
  const { owner, vector } = query
  const length = norm(vector, 0, vector.length)
  if (length === 0) return []
  const blocks = db
    .all<{ block: number; revision: number }>(
      'SELECT block, revision FROM vector_blocks WHERE owner = ? AND dimensions = ?',
      owner,
      vector.length,
    )
    .map(({ block, revision }) => ({
      first: block * BLOCK,
      dots: dotProducts(keptVectors(db, cache, owner, block, revision), vector),
    }))
  if (then) {
    for (const block of blocks) leaveOut(block, then.among)
    blocks.push(...pastDots(then.past, vector))
  }
  const least = nthHighest(
    blocks.map(({ dots }) => dots),
    query.limit,
  )
  const hits: { n: number; score: number }[] = []
  for (const { first, dots } of blocks) {
    for (let place = 0; place < dots.length; place++) {
      const dot = dots[place]!
      if (dot >= least) hits.push({ n: first + place, score: dot / (127 * length) })
    }
  }
  return hits.sort((a, b) => b.score - a.score)
}

type Dots = { first: number; dots: Int32Array }

function leaveOut({ first, dots }: Dots, among: ReadonlySet<number>): void {
  for (const place of dots.keys()) if (!among.has(first + place)) dots[place] = 0
}

function pastDots(past: ReadonlyMap<number, Int8Array>, vector: Int8Array): Dots[] {
  return [...past]
    .filter(([, each]) => each.length === vector.length)
    .map(([n, each]) => ({ first: n, dots: dotProducts(each, vector, 1) }))
}

function keptVectors(
  db: Database,
  cache: BlockCache,
  owner: number,
  block: number,
  revision: number,
): Int8Array {
  const name = `${owner}/${block}`
  const kept = cache.get(name)
  // Set again, so that it counts as used.
  cache.delete(name)
  if (kept?.revision === revision) {
    cache.set(name, kept)
    return kept.vectors
  }
  const { vectors } = db.get<BlockRow>(
    'SELECT block, dimensions, vectors FROM vector_blocks WHERE owner = ? AND block = ?',
    owner,
    block,
  )!
  if (cache.size >= MAX_KEPT) cache.delete(cache.keys().next().value!)
  cache.set(name, { revision, vectors: signed(vectors) })
  return signed(vectors)
}

/** The dot product of each vector with `vector`; 0 for an empty place. Four sums keep the processor busy. */
function dotProducts(vectors: Int8Array, vector: Int8Array, places = BLOCK): Int32Array {
  const dimensions = vector.length
  const whole = dimensions - (dimensions % 4)
  const dots = new Int32Array(places)
  for (let place = 0, start = 0; place < places; place++, start += dimensions) {
    let [a, b, c, d] = [0, 0, 0, 0]
    for (let i = 0; i < whole; i += 4) {
      const at = start + i
      a += vectors[at]! * vector[i]!
      b += vectors[at + 1]! * vector[i + 1]!
      c += vectors[at + 2]! * vector[i + 2]!
      d += vectors[at + 3]! * vector[i + 3]!
    }
    for (let i = whole; i < dimensions; i++) a += vectors[start + i]! * vector[i]!
    dots[place] = a + b + c + d
  }
  return dots
}

/** The value at the `limit`th place from the top, but at least 1: only vectors that point the same way are hits. */
function nthHighest(parts: readonly Int32Array[], limit: number): number {
  const all = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let filled = 0
  for (const part of parts) {
    all.set(part, filled)
    filled += part.length
  }
  all.sort()
  return Math.max(1, all[Math.max(0, all.length - limit)] ?? 1)
}

function norm(vector: Int8Array, start: number, end: number): number {
  let sum = 0
  for (let i = start; i < end; i++) sum += vector[i]! ** 2
  return Math.sqrt(sum)
}

function signed(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
