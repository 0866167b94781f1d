// How a rebuild fills the memory store's file: until all items are there, vectors lie in rows of their own, like those of
// items that are no longer current, and postings are missing.
import type { Database } from '../../database/database.ts'
import { dropCurrentOfPast, pastVectorBytes, signed } from '../past/past-vectors.ts'
import { chunksOf, indexChunk } from '../text-index.ts'
import { writeVectors } from '../vector-blocks.ts'

type Unindexed = { n: number; terms: string; vector: Uint8Array | null }

/** Postings and blocks of vectors of all current items, in pieces. */
export function* indexItems(db: Database): Generator<() => void> {
  for (const { owner } of db.all<{ owner: number }>('SELECT owner FROM owners')) {
    const items = db.iterate<Unindexed>(
      `SELECT n, terms, ${pastVectorBytes} FROM items WHERE owner = ? AND current = 1 ORDER BY n`,
      owner,
    )
    for (const chunk of chunksOf(items)) yield () => indexAll(db, owner, chunk)
    yield () => dropCurrentOfPast(db, owner)
  }
}

function indexAll(db: Database, owner: number, items: readonly Unindexed[]): void {
  indexChunk(db, owner, items)
  const vectors = items.flatMap(({ n, vector }) => (vector ? [[n, signed(vector)] as const] : []))
  writeVectors(db, owner, new Map(vectors))
}
