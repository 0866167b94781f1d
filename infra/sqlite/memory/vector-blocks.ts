// A user's vectors are stored in blocks of 64, so that a search (infra/search) reads a few large rows instead of one
// row per vector.
import { dropOldest, present } from '../../runtime/certain.ts'
import { BLOCK, type VectorBlocks } from '../../search/vector-search.ts'
import type { Database } from '../database/database.ts'

export const vectorBlocksSchema = `
  CREATE TABLE IF NOT EXISTS vector_blocks (
    owner INTEGER, block INTEGER, dimensions INTEGER NOT NULL, revision INTEGER NOT NULL,
    vectors BLOB NOT NULL, PRIMARY KEY (owner, block)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS vector_revision (revision INTEGER NOT NULL);
  INSERT INTO vector_revision SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM vector_revision);
`

type StoredBlock = { dimensions: number; vectors: Int8Array }
const NO_BLOCK: StoredBlock = { dimensions: 0, vectors: new Int8Array(0) }
type BlockRow = { block: number; dimensions: number; vectors: Uint8Array }

/** Vectors to place by item number; an empty vector clears its place. */
export function writeVectors(
  db: Database,
  owner: number,
  vectors: ReadonlyMap<number, Int8Array>,
): void {
  const blocks = Map.groupBy(vectors, ([n]) => Math.floor(n / BLOCK))
  for (const [block, some] of blocks) {
    const places = some.map(([n, vector]) => [n % BLOCK, vector] as const)
    writeBlock(db, owner, { block, places })
  }
}

function writeBlock(
  db: Database,
  owner: number,
  { block, places }: { block: number; places: readonly (readonly [number, Int8Array])[] },
): void {
  const stored = readBlock(db, owner, block)
  const dimensions = stored?.dimensions || Math.max(...places.map(([, vector]) => vector.length))
  if (dimensions === 0) return
  const bytes = new Int8Array(BLOCK * dimensions)
  if (stored) bytes.set(stored.vectors)
  for (const [place, vector] of places) {
    const fits = vector.length === dimensions
    if (fits) bytes.set(vector, place * dimensions)
    else bytes.fill(0, place * dimensions, (place + 1) * dimensions)
  }
  db.run`INSERT OR REPLACE INTO vector_blocks
    VALUES (${owner}, ${block}, ${dimensions}, ${nextRevision(db)}, ${new Uint8Array(bytes.buffer)})`
}

/** Never repeats in one file, so that what a reader has kept is recognized when it is outdated. */
export function nextRevision(db: Database): number {
  return db.one<{ revision: number }>(
    'UPDATE vector_revision SET revision = revision + 1 RETURNING revision',
  ).revision
}

/** Blocks were taken in from another file, with its revisions. */
export function passRevisions(db: Database): void {
  db.run(
    `UPDATE vector_revision SET revision = max(
       revision, coalesce((SELECT max(revision) FROM vector_blocks), 0))`,
  )
}

/** The vectors at these item numbers; empty where there is none. */
export function readVectors(
  db: Database,
  owner: number,
  numbers: readonly number[],
): Map<number, Int8Array> {
  const found = new Map<number, Int8Array>()
  const blocks = new Map<number, StoredBlock | undefined>()
  for (const n of numbers) {
    const block = Math.floor(n / BLOCK)
    if (!blocks.has(block)) blocks.set(block, readBlock(db, owner, block))
    const { dimensions, vectors } = blocks.get(block) ?? NO_BLOCK
    const start = (n % BLOCK) * dimensions
    const vector = vectors.slice(start, start + dimensions)
    found.set(n, vector.some((each) => each !== 0) ? vector : new Int8Array(0))
  }
  return found
}

/** Blocks of one user, for a digest: those of 32,000 items. */
const MOST_REMEMBERED = 500

/**
 * Vectors as a digest sees them: in hex, null where there is none. The blocks of the user who was asked about last are
 * remembered, because SQLite would read a block for each of its vectors.
 */
export function vectorsInHex(db: Database): (owner: number, n: number) => string | null {
  let user = -1
  const blocks = new Map<number, StoredBlock | undefined>()
  return (owner, n) => {
    if (owner !== user) blocks.clear()
    user = owner
    const block = Math.floor(n / BLOCK)
    if (!blocks.has(block)) blocks.set(block, readBlock(db, owner, block))
    if (blocks.size > MOST_REMEMBERED) dropOldest(blocks)
    const found = blocks.get(block)
    return found ? hexOf(found, n % BLOCK) : null
  }
}

function hexOf({ dimensions, vectors }: StoredBlock, place: number): string | null {
  const bytes = Buffer.from(vectors.buffer, vectors.byteOffset + place * dimensions, dimensions)
  return bytes.every((each) => each === 0) ? null : bytes.toString('hex').toUpperCase()
}

export function readBlocks(db: Database, owner: number, dimensions: number): VectorBlocks {
  const rows = db.all<BlockRow>`SELECT block, dimensions, vectors FROM vector_blocks
    WHERE owner = ${owner} AND dimensions = ${dimensions}`
  return new Map(rows.map(({ block, vectors }) => [block, signed(vectors)]))
}

export function readBlock(db: Database, owner: number, block: number): StoredBlock | undefined {
  const row = db.get<BlockRow>`SELECT block, dimensions, vectors FROM vector_blocks
    WHERE owner = ${owner} AND block = ${block}`
  return row && { dimensions: row.dimensions, vectors: signed(row.vectors) }
}

/** Blocks that queries have read, so that the next query of the same user reads only what has changed. */
export type BlockCache = Map<string, { revision: number; vectors: Int8Array }>

/** About 64 MB of vectors of 256 dimensions; the least recently used are dropped first. */
const MAX_KEPT = 4_096

/** The same, from a cache that compares revisions. */
export function cachedBlocks(
  db: Database,
  cache: BlockCache,
  { owner, dimensions }: { owner: number; dimensions: number },
): VectorBlocks {
  const places = db.all<{ block: number; revision: number }>`SELECT block, revision
    FROM vector_blocks WHERE owner = ${owner} AND dimensions = ${dimensions}`
  return new Map(
    places.map(({ block, revision }) => [
      block,
      keptVectors(db, cache, { owner, block, revision }),
    ]),
  )
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
  const { vectors } = present(readBlock(db, owner, block), 'block of vectors')
  if (cache.size >= MAX_KEPT) dropOldest(cache)
  cache.set(name, { revision, vectors })
  return vectors
}

function signed(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
