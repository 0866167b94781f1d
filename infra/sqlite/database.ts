// Opens SQLite files the way every embedded store needs them: write-ahead log, deleted bytes overwritten, and
// statements prepared once. Everything SQLite-specific that the stores share is here.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

export type Row = Record<string, unknown>
type Value = null | number | bigint | string | Uint8Array

export type Database = {
  /** All rows of a query. */
  all<T = Row>(sql: string, ...values: Value[]): T[]
  /** The first row, or undefined. */
  get<T = Row>(sql: string, ...values: Value[]): T | undefined
  /** Rows one at a time, for results of any size. */
  iterate<T = Row>(sql: string, ...values: Value[]): IterableIterator<T>
  /** Runs a statement; gives how many rows it changed. */
  run(sql: string, ...values: Value[]): number
  exec(sql: string): void
  /** Everything in `work` happens, or nothing. Resolved means committed (and, if durable, on disk). */
  transaction<T>(work: () => T): T
  /** The same, but a crash of the machine may undo it. */
  unsyncedTransaction<T>(work: () => T): T
  /** Writes the log back into the file as far as nobody has to wait. */
  checkpoint(): void
  /** Writes the log back into the file and truncates it, so that no old page image is left behind. */
  truncateLog(): void
  close(): void
}

export type OpenOptions = {
  /** A file, or `:memory:`. */
  path: string
  /** True: a commit is on disk before it returns. False: a crash may lose the newest commits, never half of one. */
  durable: boolean
  /** `left`: commits never pause to write the log back into the file; another connection does. */
  checkpoints?: 'automatic' | 'left'
  /** DDL, run at every start: `CREATE TABLE IF NOT EXISTS ...`. */
  schema: string
}

const BUSY_TIMEOUT_MS = 10_000
const CACHE_KIB = 32 * 1024

export function openDatabase({ path, durable, schema, checkpoints }: OpenOptions): Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'};
    PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${CACHE_KIB};
    PRAGMA journal_size_limit = 67108864;`)
  if (checkpoints === 'left') db.exec('PRAGMA wal_autocheckpoint = 0')
  db.exec(schema)
  return wrap(db, durable)
}

function wrap(db: DatabaseSync, durable: boolean): Database {
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string) => {
    const known = statements.get(sql)
    if (known) return known
    const statement = db.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  return {
    all: (sql, ...values) => prepare(sql).all(...values) as never,
    get: (sql, ...values) => prepare(sql).get(...values) as never,
    // Not cached: a statement that is being iterated cannot be used again meanwhile.
    iterate: (sql, ...values) => db.prepare(sql).iterate(...values) as never,
    run: (sql, ...values) => Number(prepare(sql).run(...values).changes),
    exec: (sql) => db.exec(sql),
    transaction: (work) => transaction(db, work),
    unsyncedTransaction: (work) => {
      if (!durable) return transaction(db, work)
      db.exec('PRAGMA synchronous = NORMAL')
      try {
        return transaction(db, work)
      } finally {
        db.exec('PRAGMA synchronous = FULL')
      }
    },
    checkpoint: () => db.exec('PRAGMA wal_checkpoint(PASSIVE)'),
    truncateLog: () => truncateLog(db),
    close: () => {
      if (db.isOpen) db.close()
    },
  }
}

function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/**
 * A reader may hold the log open for a moment; the busy time-out waits for it, and a failure is loud. It passes, so
 * whoever erases tries again, and truncates also where nothing was left to erase.
 */
function truncateLog(db: DatabaseSync): void {
  const result = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number } | undefined
  if (!result?.busy) return
  const error = new Error('the write-ahead log is in use and could not be truncated')
  throw Object.assign(error, { outage: true })
}
