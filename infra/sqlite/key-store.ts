// The embedded key store: data keys wrapped by the master key, in a file of their own. A destroyed key's bytes are
// overwritten; its row stays, so that its generation is never used again.
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { Scope } from '../../schemas/identifiers.ts'
import type { DataKey, KeyStore } from '../ports/key-store.ts'
import { type Database, openDatabase } from './database.ts'

const schema = `CREATE TABLE IF NOT EXISTS data_keys (
  app_id TEXT, user_id TEXT, generation INTEGER, wrapped BLOB,
  PRIMARY KEY (app_id, user_id, generation)) WITHOUT ROWID`

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

type KeyRow = { generation: number; wrapped: Uint8Array | null }

export function createSqliteKeyStore(options: { path: string; masterKey: Uint8Array }): KeyStore {
  const db = openDatabase({ path: options.path, durable: true, schema })
  const masterKey = createSecretKey(options.masterKey)
  checkMasterKey(db, masterKey)
  return {
    current: async (scopes) => currentKeys(db, masterKey, scopes),
    get: async (scope, generation) => {
      const wrapped = readKey(db, scope, generation)?.wrapped
      return wrapped ? unwrap(masterKey, scope, generation, wrapped) : null
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
    unwrap(masterKey, { appId: row.app_id, userId: row.user_id }, row.generation, row.wrapped)
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
      key: unwrap(masterKey, scope, row.generation, row.wrapped),
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
  const key = randomBytes(KEY_BYTES)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', masterKey, iv)
  cipher.setAAD(boundTo(scope, generation))
  const body = Buffer.concat([cipher.update(key), cipher.final()])
  const wrapped = Buffer.concat([iv, cipher.getAuthTag(), body])
  db.run(
    'INSERT INTO data_keys VALUES (?, ?, ?, ?)',
    scope.appId,
    scope.userId,
    generation,
    wrapped,
  )
  return { generation, key }
}

function unwrap(masterKey: KeyObject, scope: Scope, generation: number, wrapped: Uint8Array) {
  const decipher = createDecipheriv('aes-256-gcm', masterKey, wrapped.subarray(0, IV_BYTES))
  decipher.setAAD(boundTo(scope, generation))
  decipher.setAuthTag(wrapped.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(wrapped.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}

/** A wrapped key moved to another user's row does not open. */
function boundTo({ appId, userId }: Scope, generation: number): Buffer {
  return Buffer.from(JSON.stringify([appId, userId, generation]))
}
