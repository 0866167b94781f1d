// The embedded key store: data keys wrapped by the master key, in a file of their own. A destroyed key's bytes are
// overwritten; its row stays, so that its generation is never used again.
import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Scope } from '../../schemas/identifiers.ts'
import type { DataKey, KeyStore } from '../ports/key-store.ts'
import { newKey, unwrapKey } from '../runtime/wrap-key.ts'
import { type Database, openDatabase } from './database.ts'

const schema = `CREATE TABLE IF NOT EXISTS data_keys (
  app_id TEXT, user_id TEXT, generation INTEGER, wrapped BLOB,
  PRIMARY KEY (app_id, user_id, generation)) WITHOUT ROWID`

type KeyRow = { generation: number; wrapped: Uint8Array | null }

export function createSqliteKeyStore(options: { path: string; masterKey: Uint8Array }): KeyStore {
  const db = openDatabase({ path: options.path, durable: true, schema })
  const masterKey = createSecretKey(options.masterKey)
  checkMasterKey(db, masterKey)
  return {
    current: async (scopes) => currentKeys(db, masterKey, scopes),
    get: async (scope, generation) => {
      const wrapped = readKey(db, scope, generation)?.wrapped
      return wrapped ? unwrapKey(masterKey, scope, generation, wrapped) : null
    },
    rotate: async (scope) =>
      db.transaction(() => {
        const newest = newestKey(db, scope)?.generation ?? 0
        makeKey(db, masterKey, scope, newest + 1)
        return newest
      }),
    destroy: async (scope, generation) => destroyKeys(db, scope, generation),
    close: async () => db.close(),
  }
}

/** The master key does not open the keys that were wrapped before. */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey'
}

/** A wrong key is met at the start, not by every event that does not open. */
function checkMasterKey(db: Database, masterKey: KeyObject): void {
  const row = db.get<KeyRow & { app_id: string; user_id: string }>(
    'SELECT app_id, user_id, generation, wrapped FROM data_keys WHERE wrapped IS NOT NULL LIMIT 1',
  )
  if (!row?.wrapped) return
  try {
    unwrapKey(masterKey, { appId: row.app_id, userId: row.user_id }, row.generation, row.wrapped)
  } catch {
    db.close()
    throw new WrongMasterKey('MASTER_KEY is not the one that this data was written with')
  }
}

/** Reads outside a transaction first: after a user's first write there is nothing to make. */
function currentKeys(db: Database, masterKey: KeyObject, scopes: readonly Scope[]): DataKey[] {
  const read = (scope: Scope): DataKey | null => {
    const row = newestKey(db, scope)
    if (!row?.wrapped) return null
    return {
      generation: row.generation,
      key: unwrapKey(masterKey, scope, row.generation, row.wrapped),
    }
  }
  const known = scopes.map(read)
  if (known.every((key) => key !== null)) return known
  return db.transaction(() =>
    scopes.map((scope) => {
      const generation = (newestKey(db, scope)?.generation ?? 0) + 1
      return read(scope) ?? makeKey(db, masterKey, scope, generation)
    }),
  )
}

function newestKey(db: Database, { appId, userId }: Scope): KeyRow | undefined {
  return db.get<KeyRow>(
    `SELECT generation, wrapped FROM data_keys WHERE app_id = ? AND user_id = ?
     ORDER BY generation DESC LIMIT 1`,
    appId,
    userId,
  )
}

/** A generation that was never made is marked too, so that it never will be. */
function destroyKeys(db: Database, { appId, userId }: Scope, generation: number): void {
  if (generation < 1) return
  db.transaction(() => {
    db.run(
      `UPDATE data_keys SET wrapped = NULL
       WHERE app_id = ? AND user_id = ? AND generation <= ? AND wrapped IS NOT NULL`,
      appId,
      userId,
      generation,
    )
    db.run('INSERT OR IGNORE INTO data_keys VALUES (?, ?, ?, NULL)', appId, userId, generation)
  })
  db.truncateLog()
}

function readKey(db: Database, { appId, userId }: Scope, generation: number): KeyRow | undefined {
  return db.get<KeyRow>(
    'SELECT generation, wrapped FROM data_keys WHERE app_id = ? AND user_id = ? AND generation = ?',
    appId,
    userId,
    generation,
  )
}

function makeKey(db: Database, masterKey: KeyObject, scope: Scope, generation: number): DataKey {
  const { key, wrapped } = newKey(masterKey, scope, generation)
  db.run(
    'INSERT INTO data_keys VALUES (?, ?, ?, ?)',
    scope.appId,
    scope.userId,
    generation,
    wrapped,
  )
  return { generation, key }
}

/** A generation of a user's key as it is stored; `wrapped` is null where it was destroyed. */
export type StoredKey = Scope & { generation: number; wrapped: Uint8Array | null }

/** All keys, as they are stored, for moving them to another store under the same master key. */
export function* storedKeys(path: string): Generator<StoredKey> {
  const db = openDatabase({ path, durable: true, schema })
  try {
    const rows = db.iterate<KeyRow & { app_id: string; user_id: string }>(
      'SELECT app_id, user_id, generation, wrapped FROM data_keys ORDER BY app_id, user_id, generation',
    )
    for (const { app_id, user_id, generation, wrapped } of rows) {
      yield { appId: app_id, userId: user_id, generation, wrapped }
    }
  } finally {
    db.close()
  }
}
