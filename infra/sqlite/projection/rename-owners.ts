// Renames the users of a projection's file, all or none. Their names are in one table, and everything else refers to
// them by their number there. No other connection has the file open.
import type { Scope } from '../../../schemas/identifiers.ts'
import { openDatabase } from '../database/database.ts'
import { projectionSchema } from './projection-tables.ts'

export function renameOwners(path: string, rename: (scope: Scope) => Scope): void {
  using db = openDatabase({ path, durable: true, schema: projectionSchema })
  db.transaction(() => {
    const rows = db.all<{ owner: number; appId: string; userId: string }>(
      'SELECT owner, app_id AS appId, user_id AS userId FROM owners',
    )
    for (const { owner, ...scope } of rows) {
      db.run`UPDATE owners SET user_id = ${rename(scope).userId} WHERE owner = ${owner}`
    }
  })
  db.truncateLog()
}
