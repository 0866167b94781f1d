// Rows of items by their ids and by their numbers.
import type { Hit } from '../../ports/memory-store.ts'
import { type Numbered, named } from '../../search/named-hits.ts'
import type { Database } from '../database/database.ts'
import { type ItemRow, rowById } from './writing/memory-store-writes.ts'

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
    db.get<{ id: string }>`SELECT id FROM items WHERE owner = ${owner} AND n = ${n}`?.id
  return named(hits, idOf, limit)
}

/** So many ids are read together. */
export const ID_CHUNK = 64

/** By place in the chunk; undefined where there is no item. */
export function idsOfChunk(db: Database, owner: number, chunk: number): (string | undefined)[] {
  const first = chunk * ID_CHUNK
  const ids = new Array<string | undefined>(ID_CHUNK).fill(undefined)
  const rows = db.all<{ n: number; id: string }>`SELECT n, id FROM items
    WHERE owner = ${owner} AND n BETWEEN ${first} AND ${first + ID_CHUNK - 1}`
  for (const { n, id } of rows) ids[n - first] = id
  return ids
}

export function currentCount(db: Database, owner: number): number {
  return db.one<{ found: number }>`SELECT count(*) AS found FROM items
    WHERE owner = ${owner} AND current = 1`.found
}

/** Above the numbers of all items of the user. */
export function nextNumber(db: Database, owner: number): number {
  const { last } = db.one<{ last: number | null }>`SELECT max(n) AS last FROM items
    WHERE owner = ${owner}`
  return (last ?? -1) + 1
}
