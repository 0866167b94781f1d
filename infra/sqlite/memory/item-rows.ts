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

/**
 * The best by score, then by id. An item without an id is gone. Many may share the last place: of these, ids are only
 * sorted as far as there is room.
 */
export function named(
  hits: readonly Numbered[],
  idOf: (n: number) => string | undefined,
  limit: number,
): Hit[] {
  const least = hits.reduce(
    (lowest, { score }) => Math.min(lowest, score),
    Number.POSITIVE_INFINITY,
  )
  const best: Hit[] = []
  const last: string[] = []
  for (const { n, score } of hits) {
    const id = idOf(n)
    if (id === undefined) continue
    if (score > least) best.push({ id, score })
    else last.push(id)
  }
  best.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
  const room = Math.max(0, limit - best.length)
  return [...best, ...firstOf(last, room).map((id) => ({ id, score: least }))].slice(0, limit)
}

/** The first `room` of them, sorted. */
function firstOf(ids: readonly string[], room: number): string[] {
  const first: string[] = []
  for (const id of ids) {
    if (first.length === room && !(id < (first.at(-1) ?? ''))) continue
    first.splice(placeIn(first, id), 0, id)
    if (first.length > room) first.pop()
  }
  return first
}

/** Where it belongs in the sorted list. */
function placeIn(sorted: readonly string[], id: string): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? '') < id) from = middle + 1
    else to = middle
  }
  return from
}

/** So many ids are read together. */
export const ID_CHUNK = 64

/** By place in the chunk; undefined where there is no item. */
export function idsOfChunk(db: Database, owner: number, chunk: number): (string | undefined)[] {
  const first = chunk * ID_CHUNK
  const ids = new Array<string | undefined>(ID_CHUNK).fill(undefined)
  const rows = db.all<{ n: number; id: string }>(
    'SELECT n, id FROM items WHERE owner = ? AND n BETWEEN ? AND ?',
    owner,
    first,
    first + ID_CHUNK - 1,
  )
  for (const { n, id } of rows) ids[n - first] = id
  return ids
}

export function currentCount(db: Database, owner: number): number {
  return db.get<{ found: number }>(
    'SELECT count(*) AS found FROM items WHERE owner = ? AND current = 1',
    owner,
  )!.found
}

/** Above the numbers of all items of the user. */
export function nextNumber(db: Database, owner: number): number {
  const { last } = db.get<{ last: number | null }>(
    'SELECT max(n) AS last FROM items WHERE owner = ?',
    owner,
  )!
  return (last ?? -1) + 1
}
