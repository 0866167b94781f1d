// The apps and the users of an app in the embedded memory store, in pages. A user is listed while any of their
// resources is kept, so a forgotten user disappears with the last of them.
import {
  type AppOverview,
  MAX_COUNTED_USERS,
  type Page,
  type Paged,
  type UserOverview,
  type UsersQuery,
} from '../../ports/memory-store.ts'
import { countIn, decodeCursor } from '../../ports/rules/cursor.ts'
import { pageOf } from '../../ports/rules/page-of.ts'
import type { Database } from '../database/database.ts'
import { ENDED_BY } from './lists.ts'

const HAS_RESOURCE = 'EXISTS (SELECT 1 FROM resources WHERE resources.owner = owners.owner)'
const OF_APP = `app_id = ? AND instr(lower(user_id), lower(?)) > 0 AND ${HAS_RESOURCE}`

/** Throws InvalidCursor if the cursor is invalid. */
export function userOverviews(
  db: Database,
  { appId, search = '', limit, cursor, currentAt }: Page & UsersQuery,
): Paged<UserOverview> {
  const after = cursor ? String(decodeCursor(cursor, 'usersOfApp', 1)[0]) : ''
  const rows = db.all<UserOverview>(
    `SELECT user_id AS userId,
       (SELECT count(*) FROM items WHERE items.owner = owners.owner AND current = 1)
       - (SELECT count(*) FROM items INDEXED BY items_ending
          WHERE items.owner = owners.owner AND ${ENDED_BY}) AS itemCount,
       (SELECT count(*) FROM resources WHERE resources.owner = owners.owner) AS resourceCount,
       (SELECT max(received_at) FROM resources WHERE resources.owner = owners.owner) AS lastWriteAt
     FROM owners WHERE ${OF_APP} AND user_id > ? ORDER BY user_id LIMIT ?`,
    currentAt ?? null,
    appId,
    search,
    after,
    limit + 1,
  )
  const total = countUsers(db, appId, search)
  return pageOf(rows, limit, {
    list: 'usersOfApp',
    total,
    read: (row) => ({ ...row }),
    after: ({ userId }) => [userId],
  })
}

function countUsers(db: Database, appId: string, search: string): number {
  return db.one<{ found: number }>(
    `SELECT count(*) AS found FROM (SELECT 1 FROM owners WHERE ${OF_APP} LIMIT ?)`,
    appId,
    search,
    MAX_COUNTED_USERS,
  ).found
}

/** Goes from app to app by the index of owners, however many users each app has. */
export function appOverviews(db: Database, { limit, cursor }: Page): Paged<AppOverview> {
  const [after, count] = cursor ? decodeCursor(cursor, 'apps', 2) : ['', 0]
  const before = countIn(count)
  const found: AppOverview[] = []
  for (let last = String(after); found.length <= limit; ) {
    const next = db.get<{ app_id: string }>(
      `SELECT app_id FROM owners WHERE app_id > ? AND ${HAS_RESOURCE} ORDER BY app_id LIMIT 1`,
      last,
    )
    if (!next) break
    last = next.app_id
    found.push(appOverview(db, last))
  }
  return pageOf(found, limit, {
    list: 'apps',
    total: before + found.length,
    read: (each) => each,
    after: ({ appId }) => [appId, before + limit],
  })
}

export function appOverview(db: Database, appId: string): AppOverview {
  return { appId, userCount: countUsers(db, appId, '') }
}
