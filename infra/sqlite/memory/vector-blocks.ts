// Exact vector search: a user's vectors are stored in blocks of 64, so that a query reads a few large rows instead of
// one row per vector. Scanning 10,000 vectors of 256 signed bytes takes a few milliseconds, and nothing is approximate.
import type { Database } from '../database/database.ts'
import { dotProducts } from './dot-products.ts'
import { createNthHighest } from './nth-highest.ts'

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
  for (const [block, places] of blocks) writeBlock(db, owner, { block, places })
}

function writeBlock(
  db: Database,
  owner: number,
  { block, places }: { block: number; places: readonly [number, Int8Array][] },
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

/** Never repeats in one file, so that what a reader has kept is recognized when it is outdated. */
export function nextRevision(db: Database): number {
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

/** `places`: what `readBlockPlaces` returns, if the caller knows it. */
type VectorQuery = {
  owner: number
  vector: Int8Array
  limit: number
  places?: readonly BlockPlace[]
}
type BlockPlace = { block: number; revision: number }

export function readBlockPlaces(db: Database, owner: number, dimensions: number): BlockPlace[] {
  return db.all(
    'SELECT block, revision FROM vector_blocks WHERE owner = ? AND dimensions = ?',
    owner,
    dimensions,
  )
}

/**
 * The item numbers nearest to `vector` by cosine, with scores above 0. Returns more than `limit` when several share the
 * last place: the caller decides between them. `instant`: the numbers that count in the blocks, and vectors that are in no
 * block.
 */
export function searchVectors(
  db: Database,
  cache: BlockCache,
  {
    query,
    instant,
  }: {
    query: VectorQuery
    instant?: { among: ReadonlySet<number>; past: ReadonlyMap<number, Int8Array> } | undefined
  },
): { n: number; score: number }[] {
  const { owner, vector } = query
  const length = norm(vector, 0, vector.length)
  if (length === 0) return []
  const { places = readBlockPlaces(db, owner, vector.length) } = query
  const blocks = places.map(({ block, revision }) => ({
    first: block * BLOCK,
    dots: dotProducts(keptVectors(db, cache, { owner, block, revision }), vector, BLOCK),
  }))
  if (instant) {
    for (const block of blocks) leaveOut(block, instant.among)
    blocks.push(...pastDots(instant.past, vector))
  }
  const least = leastOf(blocks, query.limit)
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
  { owner, block, revision }: { owner: number; block: number; revision: number },
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

/** The score of the last of the best, but at least 1: only vectors that point the same way are hits. */
function leastOf(parts: readonly Dots[], limit: number): number {
  const highest = createNthHighest(limit)
  for (const { dots } of parts) for (const dot of dots) highest.add(dot)
  return Math.max(1, highest.value())
}

function norm(vector: Int8Array, start: number, end: number): number {
  let sum = 0
  for (let i = start; i < end; i++) sum += vector[i]! ** 2
  return Math.sqrt(sum)
}

function signed(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
