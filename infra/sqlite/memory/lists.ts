// The lists of a user's items and resources in the embedded memory store, in pages, the newest first, and how many items
// each category has.
import type { Item, ItemFilter, Page, Paged, Resource } from '../../ports/memory-store.ts'
import { decodeCursor, type ListName } from '../../ports/rules/cursor.ts'
import { pageOf } from '../../ports/rules/page-of.ts'
import type { Database } from '../database/database.ts'
import { itemOf, resourceOf } from './documents.ts'
import { THREAD } from './threads.ts'
import { traitsWhere } from './traits.ts'

/** An instant and an id, by which lists are ordered. */
export type ListPlace = readonly [string, string]

/** Where a list that shows the newest first continues: after everything if there is no cursor. */
export function newestFirst(list: ListName, cursor: string | undefined): ListPlace {
  const [at, id] = cursor ? decodeCursor(cursor, list, 2) : ['\u{10ffff}', '']
  return [String(at), String(id)]
}

/** Compares instants, because they may differ in offset and in precision. */
const END = `julianday(doc ->> '$.validTo')`
const HOLDS_NEVER = `${END} <= julianday(doc ->> '$.validFrom')`
/** Current, and not ended by an instant. */
const CURRENT_AT = `current = 1 AND coalesce(${END} > julianday(?) OR ${HOLDS_NEVER}, 1)`

const ENDS = `current = 1 AND doc ->> '$.validTo' IS NOT NULL`
/** Holds only the current items that have an end. */
export const endingIndex = `
  CREATE INDEX IF NOT EXISTS items_ending ON items (owner) WHERE ${ENDS};
`
/** Current, and ended by an instant: the other items than `CURRENT_AT`. */
export const ENDED_BY = `${ENDS} AND ${END} <= julianday(?) AND NOT ${HOLDS_NEVER}`

export function listItems(
  { limit, category, threadId, currentAt, ...traits }: Page & ItemFilter,
  [at, id]: ListPlace,
  { db, owner }: { db: Database; owner: number },
): Paged<Item> {
  const asked = [
    ...(category === undefined ? [] : [{ sql: 'category = ?', value: category }]),
    ...(threadId === undefined ? [] : [{ sql: `${THREAD} = ?`, value: threadId }]),
    ...(currentAt === undefined ? [] : [{ sql: CURRENT_AT, value: currentAt }]),
  ]
  const given = traitsWhere(traits)
  const conditions = [...asked.map(({ sql }) => sql), ...given.conditions]
  const where = ['owner = ?', ...conditions].join(' AND ')
  const values = [...asked.map(({ value }) => value), ...given.values]
  const rows = db.all<{ id: string; created_at: string; doc: string }>(
    `SELECT id, created_at, doc FROM items WHERE ${where} AND (created_at, id) < (?, ?)
     ORDER BY created_at DESC, id DESC LIMIT ?`,
    owner,
    ...values,
    at,
    id,
    limit + 1,
  )
  const { total } = db.one<{ total: number }>(
    `SELECT count(*) AS total FROM items WHERE ${where}`,
    owner,
    ...values,
  )
  return pageOf(rows, limit, {
    list: 'items',
    total,
    read: itemOf,
    after: (row) => [row.created_at, row.id],
  })
}

export function listResources(
  { limit }: Page,
  [at, id]: ListPlace,
  { db, owner }: { db: Database; owner: number },
): Paged<Resource> {
  const rows = db.all<{ id: string; received_at: string; doc: string }>`SELECT id, received_at, doc
    FROM resources WHERE owner = ${owner} AND (received_at, id) < (${at}, ${id})
    ORDER BY received_at DESC, id DESC LIMIT ${limit + 1}`
  const { total } = db.one<{ total: number }>`SELECT count(*) AS total FROM resources
    WHERE owner = ${owner}`
  return pageOf(rows, limit, {
    list: 'resources',
    total,
    read: resourceOf,
    after: (row) => [row.received_at, row.id],
  })
}

/** Most items are followed by none: looking for the word is cheaper than reading the document. */
const IS_FOLLOWED = `instr(doc, '"followedBy"') > 0 AND doc ->> '$.followedBy' IS NOT NULL AND ${END} <= julianday(?2)`

export function categoryCounts(
  db: Database,
  owner: number,
  { currentAt }: Pick<ItemFilter, 'currentAt'>,
) {
  const stands = currentAt === undefined ? '' : `AND (${IS_FOLLOWED}) IS NOT TRUE`
  return db.all<{ category: string; itemCount: number; lastUpdated: string }>(
    `SELECT category, count(*) AS itemCount, max(created_at) AS lastUpdated FROM items
     WHERE owner = ?1 AND current = 1 ${stands} GROUP BY category ORDER BY category`,
    owner,
    ...(currentAt === undefined ? [] : [currentAt]),
  )
}
