// How a rebuild fills the memory store's file: until all items are there, postings are missing.
import type { Database } from '../../database/database.ts'
import { chunksOf, indexChunk } from '../text-index.ts'

/** Postings of all current items, in pieces. */
export function* indexItems(db: Database): Generator<() => void> {
  for (const { owner } of db.all<{ owner: number }>('SELECT owner FROM owners')) {
    const items = db.iterate<{ n: number; terms: string }>`SELECT n, terms FROM items
      WHERE owner = ${owner} AND current = 1 ORDER BY n`
    for (const chunk of chunksOf(items)) yield () => indexChunk(db, owner, chunk)
  }
}
