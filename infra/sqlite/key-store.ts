// The embedded key store: data keys wrapped by the master key, in a file of their own. A destroyed key's bytes are
// overwritten; its row stays, so that its generation is never used again.
import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Scope } from '../../schemas/identifiers.ts'
import type { DataKey, KeyStore } from '../ports/key-store.ts'
import { present } from '../runtime/certain.ts'
import {
  meaningOf,
  PROBE,
  PROBE_GENERATION,
  type ProbedStore,
  verifyMasterKey,
  type WrappedKey,
} from '../runtime/envelope/master-key.ts'
import { knownScope, type Owners, storedScope } from '../runtime/envelope/owners.ts'
import { newKey, unwrapKey } from '../runtime/envelope/wrap-key.ts'
import { type Database, openDatabase } from './database/database.ts'
import { untilWritten } from './database/versions.ts'

export const keysSchema = `CREATE TABLE IF NOT EXISTS data_keys (
  app_id TEXT, user_id TEXT, generation INTEGER, wrapped BLOB,
  PRIMARY KEY (app_id, user_id, generation)) WITHOUT ROWID`

/** The open file, and what names users in it. */
type KeyFile = { db: Database; owners: Owners | null }
type KeyRow = { generation: number; wrapped: Uint8Array | null }
/** `opened`: the key itself, once it has been asked for. */
type LivingKey = KeyRow & { wrapped: Uint8Array; opened?: Uint8Array }

/** The keys of a user that are not destroyed, the newest first. */
type Living = (scope: Scope) => readonly LivingKey[]

type SqliteKeyStoreOptions = {
  path: string
  masterKey: Uint8Array
  /** Makes the pseudonyms by which users are stored; null, the default: by their ids. */
  owners?: Owners | null
  /** Called if the store has never held a key, to learn whether it may be empty; by default it may. */
  mayBeEmpty?: () => Promise<boolean>
  /** Set when another thread writes; otherwise this one does. */
  writes?: KeyWrites
}

/** What another thread may do for this one. */
export type KeyWrites = Pick<KeyStore, 'current' | 'rotate' | 'destroy'>

export function createSqliteKeyStore(options: SqliteKeyStoreOptions): KeyStore {
  const db = openDatabase({ path: options.path, durable: true, schema: keysSchema })
  const file: KeyFile = { db, owners: options.owners ?? null }
  const masterKey = createSecretKey(options.masterKey)
  checkMasterKey(file, masterKey)
  const living = livingKeys(file)
  const mayBeEmpty = options.mayBeEmpty ?? (async () => true)
  const writes = options.writes ?? writesTo(file, masterKey)
  return {
    verify: () => verifyMasterKey(probedStore(file), masterKey, mayBeEmpty),
    ...writes,
    current: async (scopes) => {
      // Usually there is no key to make.
      const keys =
        knownKeys({ file, living }, masterKey, scopes) ??
        (await writes.current(scopes.map(onlyScope)))
      // If the file is gone, its keys are lost at the next start, and with them all that is sealed under them.
      db.check()
      return keys
    },
    generations: async (scopes) =>
      scopes.map((scope) => living(scope).map(({ generation }) => generation)),
    get: async (scope, generation) => {
      const key = living(scope).find((each) => each.generation === generation)
      return key ? openedKey(file, masterKey, { scope, key }).key : null
    },
    close: async () => db.close(),
  }
}

function writesTo(file: KeyFile, masterKey: KeyObject): KeyWrites {
  return {
    current: async (scopes) => makeMissing(file, masterKey, scopes),
    rotate: async (scope) =>
      file.db.transaction(() => {
        const newest = newestKey(file, scope)?.generation ?? 0
        makeKey(file, masterKey, { scope, generation: newest + 1 })
        return newest
      }),
    destroy: async (scope, generation) => destroyKeys(file, scope, generation),
  }
}

/** Any row shows at once whether the master key is right, without a call of `verify`. */
function checkMasterKey(file: KeyFile, masterKey: KeyObject): void {
  const row = anyRow(file.db)
  if (!row?.wrapped) return
  try {
    const { generation, wrapped } = row
    unwrapped(file, masterKey, { ...scopeOf(row, file.owners), generation, wrapped })
  } catch (error) {
    file.db.close()
    throw error
  }
}

type OwnedRow = KeyRow & { app_id: string; user_id: string }

function scopeOf({ app_id: appId, user_id: userId }: OwnedRow, owners: Owners | null): Scope {
  return knownScope(owners, { appId, userId })
}

/** A row that still holds a key, if there is one. */
function anyRow(db: Database): OwnedRow | undefined {
  return db.get<OwnedRow>(
    `SELECT app_id, user_id, generation, wrapped FROM data_keys
     ORDER BY wrapped IS NULL, app_id, user_id LIMIT 1`,
  )
}

function probeIn(db: Database): Uint8Array | null {
  const row = db.get<Pick<KeyRow, 'wrapped'>>`SELECT wrapped FROM data_keys
    WHERE app_id = ${PROBE.appId} AND user_id = ${PROBE.userId} AND generation = ${PROBE_GENERATION}`
  return row?.wrapped ?? null
}

function probedStore({ db, owners }: KeyFile): ProbedStore {
  const readProbe = () => probeIn(db)
  return {
    readProbe: async () => readProbe(),
    createProbe: async (wrapped) => {
      const { appId, userId } = PROBE
      const values = [appId, userId, PROBE_GENERATION, wrapped] as const
      db.transaction(() => db.run('INSERT OR IGNORE INTO data_keys VALUES (?, ?, ?, ?)', ...values))
      return present(readProbe(), 'probe')
    },
    anyKey: async () => {
      const row = anyRow(db)
      if (!row) return null
      const { generation, wrapped } = row
      return wrapped ? { ...scopeOf(row, owners), generation, wrapped } : 'destroyed'
    },
  }
}

/** A caller's scope may carry fields that cannot cross to another thread. */
function onlyScope({ appId, userId }: Scope): Scope {
  return { appId, userId }
}

/** Null if any of the scopes has no key. */
function knownKeys(
  { file, living }: { file: KeyFile; living: Living },
  masterKey: KeyObject,
  scopes: readonly Scope[],
): DataKey[] | null {
  const known = scopes.flatMap((scope) => {
    const [newest] = living(scope)
    return newest ? openedKey(file, masterKey, { scope, key: newest }) : []
  })
  return known.length === scopes.length ? known : null
}

function openedKey(
  file: KeyFile,
  masterKey: KeyObject,
  { scope, key }: { scope: Scope; key: LivingKey },
): DataKey {
  const { generation, wrapped } = key
  key.opened ??= unwrapped(file, masterKey, { ...scope, generation, wrapped })
  return { generation, key: key.opened }
}

function unwrapped(
  { db }: KeyFile,
  masterKey: KeyObject,
  { appId, userId, ...key }: WrappedKey,
): Uint8Array {
  try {
    return unwrapKey(masterKey, { appId, userId }, key)
  } catch (error) {
    throw meaningOf(error, masterKey, probeIn(db))
  }
}

function makeMissing(file: KeyFile, masterKey: KeyObject, scopes: readonly Scope[]): DataKey[] {
  return file.db.transaction(() =>
    scopes.map((scope) => {
      const { generation, wrapped } = newestKey(file, scope) ?? { generation: 0, wrapped: null }
      if (wrapped) return openedKey(file, masterKey, { scope, key: { generation, wrapped } })
      return makeKey(file, masterKey, { scope, generation: generation + 1 })
    }),
  )
}

function newestKey({ db, owners }: KeyFile, scope: Scope): KeyRow | undefined {
  const { appId, userId } = storedScope(owners, scope)
  return db.get<KeyRow>`SELECT generation, wrapped FROM data_keys
    WHERE app_id = ${appId} AND user_id = ${userId}
    ORDER BY generation DESC LIMIT 1`
}

/**
 * Asked for each event that is opened, so a key is unwrapped once. Another thread may destroy keys, and what it has
 * written is found by the next event of this one.
 */
function livingKeys({ db, owners }: KeyFile): Living {
  return untilWritten(db, (scope) => {
    const { appId, userId } = storedScope(owners, scope)
    return db.all<LivingKey>`SELECT generation, wrapped FROM data_keys
      WHERE app_id = ${appId} AND user_id = ${userId} AND wrapped IS NOT NULL
      ORDER BY generation DESC`
  })
}

/** Marks a generation that was never made too, so that it can never be made. */
function destroyKeys({ db, owners }: KeyFile, scope: Scope, generation: number): void {
  if (generation < 1) return
  const { appId, userId } = storedScope(owners, scope)
  db.transaction(() => {
    db.run`UPDATE data_keys SET wrapped = NULL
      WHERE app_id = ${appId} AND user_id = ${userId} AND generation <= ${generation}
      AND wrapped IS NOT NULL`
    db.run`INSERT OR IGNORE INTO data_keys VALUES (${appId}, ${userId}, ${generation}, NULL)`
  })
  db.truncateLog()
}

function makeKey(
  file: KeyFile,
  masterKey: KeyObject,
  { scope, generation }: { scope: Scope; generation: number },
): DataKey {
  const { key, wrapped } = newKey(masterKey, scope, generation)
  const { appId, userId } = storedScope(file.owners, scope)
  file.db.run`INSERT INTO data_keys VALUES (${appId}, ${userId}, ${generation}, ${wrapped})`
  return { generation, key }
}

/** A generation of a user's key as it is stored; `wrapped` is null if it was destroyed. */
type StoredKey = Scope & { generation: number; wrapped: Uint8Array | null }

/**
 * Renames the users of a file that was written under the other setting, all or none: to their pseudonyms, or back. Call
 * it before any thread has the file open. Throws WrongMasterKey before it changes anything.
 */
export function renameUsers(options: {
  path: string
  masterKey: Uint8Array
  owners: Owners
  sealed: boolean
}): void {
  const { path, owners, sealed } = options
  using db = openDatabase({ path, durable: true, schema: keysSchema })
  const masterKey = createSecretKey(options.masterKey)
  // One file holds names of one kind.
  checkMasterKey({ db, owners }, masterKey)
  // Without a key, nothing shows that the master key is right.
  if (!anyRow(db)?.wrapped) return
  const rows = db.all<Pick<OwnedRow, 'app_id' | 'user_id'>>`SELECT DISTINCT app_id, user_id
    FROM data_keys
    WHERE app_id < '~' AND (user_id >= '~') <> ${sealed ? 1 : 0}`
  if (rows.length > 0)
    renameAll(db, rows, sealed ? owners.seal : (scope) => knownScope(owners, scope))
}

function renameAll(
  db: Database,
  rows: readonly Pick<OwnedRow, 'app_id' | 'user_id'>[],
  rename: (scope: Scope) => Scope,
): void {
  db.transaction(() => {
    for (const { app_id: appId, user_id } of rows) {
      const { userId } = rename({ appId, userId: user_id })
      db.run`UPDATE data_keys SET user_id = ${userId}
        WHERE app_id = ${appId} AND user_id = ${user_id}`
    }
  })
  db.truncateLog()
}

/**
 * All users' keys, as they are stored, for moving them to another store under the same master key. `owners` opens
 * pseudonyms.
 */
export function* storedKeys(path: string, owners: Owners): Generator<StoredKey> {
  using db = openDatabase({ path, durable: true, schema: keysSchema })
  const rows = db.iterate<OwnedRow>`SELECT app_id, user_id, generation, wrapped FROM data_keys
    WHERE app_id <> ${PROBE.appId}
    ORDER BY app_id, user_id, generation`
  for (const row of rows) {
    const { generation, wrapped } = row
    yield { ...scopeOf(row, owners), generation, wrapped }
  }
}
