// Everyone who has current items in the embedded memory store, in pages.
import type { Scope } from '../../../schemas/identifiers.ts'
import type { Page, Paged } from '../../ports/memory-store.ts'
import { decodeCursor } from '../../ports/rules/cursor.ts'
import { pageOf } from '../../ports/rules/page-of.ts'
import type { Database } from '../database/database.ts'

const HAS_ITEMS = `(? IS NULL OR app_id = ?) AND EXISTS
  (SELECT 1 FROM items WHERE items.owner = owners.owner AND current = 1)`

/** By app, then by user. Throws InvalidCursor if the cursor is invalid. */
export function listUsers(
  db: Database,
  { limit, cursor, appId = null }: Page & { appId?: string | null | undefined },
): Paged<Scope> {
  const [afterApp, afterUser] = cursor ? decodeCursor(cursor, 'users', 2) : ['', '']
  const rows = db.all<{ app_id: string; user_id: string }>(
    `SELECT app_id, user_id FROM owners WHERE (app_id, user_id) > (?, ?) AND ${HAS_ITEMS}
     ORDER BY app_id, user_id LIMIT ?`,
    String(afterApp),
    String(afterUser),
    appId,
    appId,
    limit + 1,
  )
  const { total } = db.one<{ total: number }>(
    `SELECT count(*) AS total FROM owners WHERE ${HAS_ITEMS}`,
    appId,
    appId,
  )
  return pageOf(rows, limit, {
    list: 'users',
    total,
    read: (row) => ({ appId: row.app_id, userId: row.user_id }),
    after: (row) => [row.app_id, row.user_id],
  })
}
