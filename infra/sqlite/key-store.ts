// The embedded key store: data keys wrapped by the master key, in a file of their own. A destroyed key's bytes are
// overwritten; its row stays, so that its generation is never used again.
import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Scope } from '../../schemas/identifiers.ts'
import type { DataKey, KeyStore } from '../ports/key-store.ts'
import {
  PROBE,
  PROBE_GENERATION,
  type ProbedStore,
  verifyMasterKey,
} from '../runtime/envelope/master-key.ts'
import { newKey, unwrapKey } from '../runtime/envelope/wrap-key.ts'
import { type Database, openDatabase } from './database/database.ts'

const schema = `CREATE TABLE IF NOT EXISTS data_keys (
  app_id TEXT, user_id TEXT, generation INTEGER, wrapped BLOB,
  PRIMARY KEY (app_id, user_id, generation)) WITHOUT ROWID`

type KeyRow = { generation: number; wrapped: Uint8Array | null }

export type SqliteKeyStoreOptions = {
  path: string
  masterKey: Uint8Array
  /** Called if the store has never held a key, to learn whether it may be empty; by default it may. */
  mayBeEmpty?: () => Promise<boolean>
  /** Set when another thread writes; otherwise this one does. */
  writes?: KeyWrites
}

/** What another thread may do for this one. */
export type KeyWrites = Pick<KeyStore, 'current' | 'rotate' | 'destroy'>

export function createSqliteKeyStore(options: SqliteKeyStoreOptions): KeyStore {
  const db = openDatabase({ path: options.path, durable: true, schema })
  const masterKey = createSecretKey(options.masterKey)
  checkMasterKey(db, masterKey)
  const mayBeEmpty = options.mayBeEmpty ?? (async () => true)
  const writes = options.writes ?? writesTo(db, masterKey)
  return {
    verify: () => verifyMasterKey(probedStore(db), masterKey, mayBeEmpty),
    ...writes,
    current: async (scopes) => {
      // Usually there is no key to make.
      const keys = knownKeys(db, masterKey, scopes) ?? (await writes.current(scopes.map(onlyScope)))
      // If the file is gone, its keys are lost at the next start, and with them all that is sealed under them.
      db.check()
      return keys
    },
    generations: async (scopes) => scopes.map((scope) => livingGenerations(db, scope)),
    get: async (scope, generation) => {
      const wrapped = readKey(db, scope, generation)?.wrapped
      return wrapped ? unwrapKey(masterKey, scope, generation, wrapped) : null
    },
    close: async () => db.close(),
  }
}

function writesTo(db: Database, masterKey: KeyObject): KeyWrites {
  return {
    current: async (scopes) => makeMissing(db, masterKey, scopes),
    rotate: async (scope) =>
      db.transaction(() => {
        const newest = newestKey(db, scope)?.generation ?? 0
        makeKey(db, masterKey, scope, newest + 1)
        return newest
      }),
    destroy: async (scope, generation) => destroyKeys(db, scope, generation),
  }
}

/** Any row shows at once whether the master key is right, without a call of `verify`. */
function checkMasterKey(db: Database, masterKey: KeyObject): void {
  const row = anyRow(db)
  if (!row?.wrapped) return
  try {
    unwrapKey(masterKey, { appId: row.app_id, userId: row.user_id }, row.generation, row.wrapped)
  } catch (error) {
    db.close()
    throw error
  }
}

type OwnedRow = KeyRow & { app_id: string; user_id: string }

/** A row that still holds a key, if there is one. */
function anyRow(db: Database): OwnedRow | undefined {
  return db.get<OwnedRow>(
    `SELECT app_id, user_id, generation, wrapped FROM data_keys
     ORDER BY wrapped IS NULL, app_id, user_id LIMIT 1`,
  )
}

function probedStore(db: Database): ProbedStore {
  const readProbe = () => readKey(db, PROBE, PROBE_GENERATION)?.wrapped ?? null
  return {
    readProbe: async () => readProbe(),
    createProbe: async (wrapped) => {
      const { appId, userId } = PROBE
      const values = [appId, userId, PROBE_GENERATION, wrapped] as const
      db.transaction(() => db.run('INSERT OR IGNORE INTO data_keys VALUES (?, ?, ?, ?)', ...values))
      return readProbe()!
    },
    anyKey: async () => {
      const row = anyRow(db)
      if (!row) return null
      const { app_id: appId, user_id: userId, generation, wrapped } = row
      return wrapped ? { appId, userId, generation, wrapped } : 'destroyed'
    },
  }
}

/** A caller's scope may carry fields that cannot cross to another thread. */
function onlyScope({ appId, userId }: Scope): Scope {
  return { appId, userId }
}

/** Null if any of the scopes has no key. */
function knownKeys(db: Database, masterKey: KeyObject, scopes: readonly Scope[]): DataKey[] | null {
  const known = scopes.flatMap((scope) => knownKey(db, masterKey, scope) ?? [])
  return known.length === scopes.length ? known : null
}

function knownKey(db: Database, masterKey: KeyObject, scope: Scope): DataKey | null {
  const row = newestKey(db, scope)
  if (!row?.wrapped) return null
  const { generation, wrapped } = row
  return { generation, key: unwrapKey(masterKey, scope, generation, wrapped) }
}

function makeMissing(db: Database, masterKey: KeyObject, scopes: readonly Scope[]): DataKey[] {
  return db.transaction(() =>
    scopes.map((scope) => {
      const generation = (newestKey(db, scope)?.generation ?? 0) + 1
      return knownKey(db, masterKey, scope) ?? makeKey(db, masterKey, scope, generation)
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

function livingGenerations(db: Database, { appId, userId }: Scope): number[] {
  return db
    .all<{ generation: number }>(
      `SELECT generation FROM data_keys WHERE app_id = ? AND user_id = ? AND wrapped IS NOT NULL
       ORDER BY generation DESC`,
      appId,
      userId,
    )
    .map(({ generation }) => generation)
}

/** Marks a generation that was never made too, so that it can never be made. */
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

/** A generation of a user's key as it is stored; `wrapped` is null if it was destroyed. */
export type StoredKey = Scope & { generation: number; wrapped: Uint8Array | null }

/** All users' keys, as they are stored, for moving them to another store under the same master key. */
export function* storedKeys(path: string): Generator<StoredKey> {
  const db = openDatabase({ path, durable: true, schema })
  try {
    const rows = db.iterate<OwnedRow>(
      `SELECT app_id, user_id, generation, wrapped FROM data_keys WHERE app_id <> ?
       ORDER BY app_id, user_id, generation`,
      PROBE.appId,
    )
    for (const { app_id, user_id, generation, wrapped } of rows) {
      yield { appId: app_id, userId: user_id, generation, wrapped }
    }
  } finally {
    db.close()
  }
}
