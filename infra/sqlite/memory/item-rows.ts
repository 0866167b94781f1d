// Rows of items by their ids and by their numbers.
import type { Database } from '../database/database.ts'
import { type ItemRow, rowById } from './memory-store-writes.ts'

export function rowsById(db: Database, owner: number, ids: readonly string[]): ItemRow[] {
  return ids.flatMap((id) => rowById(db, owner, id) ?? [])
}

/** Turns item numbers into ids. Equal scores come in the order of ids, so that rebuilt stores rank alike. */
export function withIds(
  db: Database,
  owner: number,
  hits: readonly { n: number; score: number }[],
  limit: number,
) {
  return hits
    .flatMap(({ n, score }) => {
      const row = db.get<{ id: string }>('SELECT id FROM items WHERE owner = ? AND n = ?', owner, n)
      return row ? [{ id: row.id, score }] : []
    })
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, limit)
}
