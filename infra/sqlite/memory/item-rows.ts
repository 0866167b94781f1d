// Rows of items by their ids and by their numbers.
import type { Hit } from '../../ports/memory-store.ts'
import type { Database } from '../database/database.ts'
import { type ItemRow, rowById } from './memory-store-writes.ts'

export function rowsById(db: Database, owner: number, ids: readonly string[]): ItemRow[] {
  return ids.flatMap((id) => rowById(db, owner, id) ?? [])
}

/** Turns item numbers into ids. Equal scores come in the order of ids, so that rebuilt stores rank alike. */
export function withIds(
  db: Database,
  owner: number,
  { hits, limit }: { hits: readonly Numbered[]; limit: number },
): Hit[] {
  const idOf = (n: number) =>
    db.get<{ id: string }>('SELECT id FROM items WHERE owner = ? AND n = ?', owner, n)?.id
  return named(hits, idOf, limit)
}

type Numbered = { n: number; score: number }

/** An item without an id is gone. */
export function named(
  hits: readonly Numbered[],
  idOf: (n: number) => string | undefined,
  limit: number,
): Hit[] {
  const found: Hit[] = []
  for (const { n, score } of hits) {
    const id = idOf(n)
    if (id !== undefined) found.push({ id, score })
  }
  return found.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, limit)
}

export function currentCount(db: Database, owner: number): number {
  return db.get<{ found: number }>(
    'SELECT count(*) AS found FROM items WHERE owner = ? AND current = 1',
    owner,
  )!.found
}
