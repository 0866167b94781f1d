// Where items of the embedded memory store stand in their threads. Thread and place are read from the document, so that
// files from before threads existed open as they are: in them each resource is a thread.
import { CONVERSATION_MARK, OWN_MARKS } from '../../../schemas/threads.ts'
import type { Item, Paged, Place, ThreadEnd, ThreadOverview } from '../../ports/memory-store.ts'
import { pageOf } from '../../ports/rules/page-of.ts'
import type { Database } from '../database/database.ts'
import { itemOf } from './documents.ts'

export const THREAD = `coalesce(doc ->> '$.threadId', '${CONVERSATION_MARK}' || resource_id)`
/** The place of an item in its thread, as an expression. */
export const PLACE = `coalesce(doc ->> '$.place', ordinal)`
const IS_CLIENTS = `substr(${THREAD}, 1, 1) NOT IN (${OWN_MARKS.map((mark) => `'${mark}'`).join(', ')})`
const IS_CONVERSATION = `substr(doc ->> '$.threadId', 1, 1) = '${CONVERSATION_MARK}'`

export const threadIndexes = `
  CREATE INDEX IF NOT EXISTS items_by_place ON items (owner, ${THREAD}, ${PLACE});
  CREATE INDEX IF NOT EXISTS items_by_conversation ON items (owner, created_at) WHERE ${IS_CONVERSATION};
`

/** `among`: returns an item as it counts, or null if it does not; without it, the current items count. */
export function neighbours(
  db: Database,
  owner: number,
  {
    of,
    window,
    among,
  }: { of: readonly Place[]; window: number; among?: (item: Item) => Item | null | undefined },
): Item[] {
  const found = new Map<string, Item>()
  for (const { threadId, place } of of) {
    const rows = db.all<{ id: string; doc: string }>(
      `SELECT id, doc FROM items WHERE owner = ? AND ${THREAD} = ? AND ${PLACE} BETWEEN ? AND ?
       ${among ? '' : 'AND current = 1'}`,
      owner,
      threadId,
      place - window,
      place + window,
    )
    for (const row of rows) {
      if (found.has(row.id)) continue
      const item = among ? among(itemOf(row)) : itemOf(row)
      if (item) found.set(row.id, item)
    }
  }
  return [...found.values()]
}

export function threadEnd(db: Database, owner: number, threadId: string): ThreadEnd | null {
  const last = db.get<{ place: number; at: string }>(
    `SELECT ${PLACE} AS place, created_at AS at FROM items WHERE owner = ? AND ${THREAD} = ?
     ORDER BY ${PLACE} DESC LIMIT 1`,
    owner,
    threadId,
  )
  return last ? { threadId, ...last } : null
}

/** Its last fact may have been said later than between the instants, or told late of an earlier time. */
export function conversationEnd(
  db: Database,
  owner: number,
  { from, to }: { from: string; to: string },
): ThreadEnd | null {
  const last = db.get<{ threadId: string; at: string }>(
    `SELECT doc ->> '$.threadId' AS threadId, created_at AS at FROM items
     WHERE owner = ? AND created_at BETWEEN ? AND ? AND ${IS_CONVERSATION}
     ORDER BY created_at DESC LIMIT 1`,
    owner,
    from,
    to,
  )
  const end = last && threadEnd(db, owner, last.threadId)
  return end ? { ...end, at: last.at } : null
}

/** In the order of ids, starting after `after`. */
export function listThreads(
  db: Database,
  owner: number,
  { limit, after }: { limit: number; after: string },
): Paged<ThreadOverview> {
  const rows = db.all<ThreadOverview>(
    `SELECT ${THREAD} AS threadId, min(created_at) AS firstAt, max(created_at) AS lastAt,
       count(*) AS itemCount, count(DISTINCT resource_id) AS resourceCount
     FROM items WHERE owner = ? AND ${THREAD} > ? AND ${IS_CLIENTS}
     GROUP BY ${THREAD} ORDER BY ${THREAD} LIMIT ?`,
    owner,
    after,
    limit + 1,
  )
  const { total } = db.one<{ total: number }>(
    `SELECT count(DISTINCT ${THREAD}) AS total FROM items WHERE owner = ? AND ${IS_CLIENTS}`,
    owner,
  )
  const shown = (row: ThreadOverview) => ({ ...row })
  return pageOf(rows, limit, {
    list: 'threads',
    total,
    read: shown,
    after: ({ threadId }) => [threadId],
  })
}
