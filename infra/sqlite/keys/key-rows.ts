// The rows of a file of data keys.
import type { Scope } from '../../../schemas/identifiers.ts'
import { type Owners, storedScope } from '../../runtime/envelope/owners.ts'
import type { Database } from '../database/database.ts'

/** The open file, and what names users in it. */
export type KeyFile = { db: Database; owners: Owners | null }

/** `wrapped` is null if the key was destroyed. */
export type KeyRow = { generation: number; wrapped: Uint8Array | null }

export function newestKey({ db, owners }: KeyFile, scope: Scope): KeyRow | undefined {
  const { appId, userId } = storedScope(owners, scope)
  return db.get<KeyRow>(
    `SELECT generation, wrapped FROM data_keys WHERE app_id = ? AND user_id = ?
     ORDER BY generation DESC LIMIT 1`,
    appId,
    userId,
  )
}

/** The newest first. */
export function livingKeys({ db, owners }: KeyFile, scope: Scope) {
  const { appId, userId } = storedScope(owners, scope)
  return db.all<{ generation: number; wrapped: Uint8Array }>(
    `SELECT generation, wrapped FROM data_keys
     WHERE app_id = ? AND user_id = ? AND wrapped IS NOT NULL ORDER BY generation DESC`,
    appId,
    userId,
  )
}

export function readKey(
  { db, owners }: KeyFile,
  scope: Scope,
  generation: number,
): KeyRow | undefined {
  const { appId, userId } = storedScope(owners, scope)
  return db.get<KeyRow>(
    'SELECT generation, wrapped FROM data_keys WHERE app_id = ? AND user_id = ? AND generation = ?',
    appId,
    userId,
    generation,
  )
}
