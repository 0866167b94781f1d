// Opens SQLite files the way every embedded store needs them: write-ahead log, deleted bytes overwritten, and
// statements prepared once. Everything SQLite-specific that the stores share is here.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { asError, getOrMake, present } from '../../runtime/certain.ts'
import { isOutage } from '../../runtime/fail/retry.ts'
import { begin, beginsNow, isBusy } from './busy.ts'
import { createDamageWatch, type DamageWatch, type IfDamaged } from './damage.ts'
import { type DatabaseFile, makePrivate, watchFile } from './database-file.ts'
import { createSpans, endMoments, type Spans } from './spans.ts'
import { createVersions } from './versions.ts'

type Row = Record<string, unknown>

/** A template, whose values are bound and never part of the statement; or a text with a `?` for each value. */
export type Sql = TemplateStringsArray | string

export type Database = {
  /** All rows of a query. */
  all<T = Row>(sql: Sql, ...values: SQLInputValue[]): T[]
  /** All rows, each as an array of its columns: for a dozen columns, two thirds of the time. */
  tuples<T>(sql: Sql, ...values: SQLInputValue[]): T[]
  /** The first row, or undefined. */
  get<T = Row>(sql: Sql, ...values: SQLInputValue[]): T | undefined
  /** The first row of a query that always has one. Throws if there is none. */
  one<T = Row>(sql: Sql, ...values: SQLInputValue[]): T
  /** Rows one at a time, for results of any size. */
  iterate<T = Row>(sql: Sql, ...values: SQLInputValue[]): IterableIterator<T>
  /** The value of a JSON that a row holds. A text that is none is damage of the file; `at` says where in it. */
  parsed<T>(json: string, at: () => string): T
  /** Runs a statement; returns how many rows it changed. */
  run(sql: Sql, ...values: SQLInputValue[]): number
  exec(sql: string): void
  /**
   * All of `work` happens, or none of it. When this returns, it is committed (and, if durable, on disk, in a file that
   * is still there).
   */
  transaction<T>(work: () => T): T
  /** Everything that `work` reads is of one moment, whatever other connections commit meanwhile. */
  snapshot<T>(work: () => T): T
  /**
   * Begins a snapshot that lasts until the running event of this thread is handled, or until this thread writes to any
   * database. Returns the same object as long as it lasts, so that a caller knows what it has read of it already.
   */
  moment(): object
  /** The same object as long as the running transaction, snapshot or moment lasts; null outside of them. */
  span(): object | null
  /** The same object until something is written to the file, by any connection: what was read may be kept until then. */
  version(): object
  /** Like `transaction`, but a crash of the machine may undo it. */
  unsyncedTransaction<T>(work: () => T): T
  /** Throws an outage when the file is gone or SQLite has lost its log. */
  check(): void
  /**
   * Throws when the database cannot be used: its file is gone, the disk is full, or the last write failed and would
   * still fail.
   */
  ping(): void
  /** Writes the log back into the file as far as it can without making another connection wait. */
  checkpoint(): void
  /** Writes the log back into the file and truncates it, so that no old page image is left behind. */
  truncateLog(): void
  close(): void
  [Symbol.dispose](): void
}

type OpenOptions = {
  /** A file, or `:memory:`. */
  path: string
  /** True: a commit is on disk before it returns. False: a crash may lose the newest commits, never half of one. */
  durable: boolean
  /** `left`: commits never pause to write the log back into the file; another connection does. */
  checkpoints?: 'automatic' | 'left'
  /** What a transaction does while another connection writes: it waits, or fails at once with an error that `isBusy`. */
  whileLocked?: 'waits' | 'fails'
  /** How long this connection waits for another one before it fails. */
  busyTimeoutMs?: number
  /** True: this connection changes nothing, and a statement that would is an error. */
  readOnly?: boolean
  /** What an error that tells of damage means; by default work waits until the file is mended. */
  ifDamaged?: IfDamaged
  /** DDL, run at every start: `CREATE TABLE IF NOT EXISTS ...`. */
  schema: string
}

const BUSY_TIMEOUT_MS = 10_000
const BUSY_PAUSE_MS = 2
const CACHE_KIB = 32 * 1024
/**
 * Of a new file whose rows are documents: in pages of 4 KiB a row of more than 1,002 bytes without a rowid, as a sealed
 * one is, takes a page of its own for its end (`Cell Payload Overflow Pages`, sqlite.org/fileformat.html).
 */
const DOCUMENT_PAGE_BYTES = 8_192

export function openDatabase(options: OpenOptions): Database {
  const { path, durable, whileLocked = 'waits', busyTimeoutMs = BUSY_TIMEOUT_MS } = options
  if (path !== ':memory:') makePrivate(path)
  const db = opened({ ...options, busyTimeoutMs })
  const begins = whileLocked === 'waits' ? begin : beginsNow(busyTimeoutMs)
  const damage = createDamageWatch(path, options.ifDamaged ?? 'waits')
  return wrap(db, watchFile(path), { durable, begin: begins, busyTimeoutMs, damage })
}

/** An error of SQLite names no file; this one has a `path`, as those of the system do. */
function opened(options: OpenOptions): DatabaseSync {
  try {
    return openedFile(options)
  } catch (error) {
    throw Object.assign(asError(error), { path: options.path })
  }
}

function openedFile(options: OpenOptions): DatabaseSync {
  const db = new DatabaseSync(options.path, { timeout: options.busyTimeoutMs })
  try {
    setUp(db, options)
    return db
  } catch (error) {
    // Callers try again.
    db.close()
    throw error
  }
}

function setUp(db: DatabaseSync, { durable, schema, checkpoints, readOnly }: OpenOptions): void {
  // Before anything is written. A file keeps the size with which it was made.
  if (!durable) db.exec(`PRAGMA page_size = ${DOCUMENT_PAGE_BYTES}`)
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'};
    PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${CACHE_KIB};
    PRAGMA journal_size_limit = 67108864;`)
  if (checkpoints === 'left') db.exec('PRAGMA wal_autocheckpoint = 0')
  db.exec(schema)
  // Afterwards, so that a reader may be the first to open the file.
  if (readOnly) db.exec('PRAGMA query_only = ON')
}

function wrap(
  db: DatabaseSync,
  file: DatabaseFile | null,
  settings: {
    durable: boolean
    begin: (db: DatabaseSync) => void
    busyTimeoutMs: number
    damage: DamageWatch
  },
): Database {
  const { durable, begin, busyTimeoutMs, damage } = settings
  const { watch } = damage
  const versions = createVersions(() => prepare('PRAGMA data_version').get()?.data_version)
  const spans = createSpans(db, begin)
  const writes = createWrites(db, spans, versions.renew)
  const prepare = createPrepared(db)
  const rowsBy =
    (prepared: typeof prepare) =>
    <T>(sql: Sql, ...values: SQLInputValue[]): T[] =>
      watch(() => prepared(sql).all(...values)) as never
  const get = <T>(sql: Sql, ...values: SQLInputValue[]) =>
    watch(() => prepare(sql).get(...values)) as T | undefined
  const close = () => {
    endMoments()
    if (db.isOpen) db.close()
  }
  return {
    all: rowsBy(prepare),
    tuples: rowsBy(createPrepared(db, (statement) => statement.setReturnArrays(true))),
    get,
    one: <T>(sql: Sql, ...values: SQLInputValue[]) => present(get<T>(sql, ...values), 'row'),
    // Not cached: a statement cannot be used again while it is being iterated.
    iterate: (sql, ...values) =>
      damage.rows(() => db.prepare(statementOf(sql)).iterate(...values) as never),
    parsed: damage.parsed,
    run: (sql, ...values) => {
      endMoments()
      versions.renew()
      return watch(() => Number(prepare(sql).run(...values).changes))
    },
    exec: (sql) => {
      endMoments()
      versions.renew()
      watch(() => db.exec(sql))
    },
    transaction: (work) => {
      const result = watch(() => writes.transaction(work))
      // What was committed to a file that is gone is lost with it, so it must not be reported as durable.
      if (durable) file?.check()
      return result
    },
    snapshot: (work) => watch(() => spans.snapshot(work)),
    moment: () => watch(spans.moment),
    span: spans.now,
    version: () => watch(versions.now),
    unsyncedTransaction: (work) => {
      if (!durable) return watch(() => writes.transaction(work))
      endMoments()
      db.exec('PRAGMA synchronous = NORMAL')
      try {
        return watch(() => writes.transaction(work))
      } finally {
        db.exec('PRAGMA synchronous = FULL')
      }
    },
    check: () => file?.check(),
    ping: () => {
      file?.check()
      file?.checkRoom()
      damage.check()
      get('SELECT 1')
      writes.tryAgain()
    },
    checkpoint: () => damage.unlessOutage(() => db.exec('PRAGMA wal_checkpoint(PASSIVE)')),
    truncateLog: () => watch(() => truncateLog(db, busyTimeoutMs)),
    close,
    [Symbol.dispose]: close,
  }
}

/** Each statement is prepared once. */
function createPrepared(
  db: DatabaseSync,
  adjust: (statement: StatementSync) => void = () => undefined,
): (sql: Sql) => StatementSync {
  const statements = new Map<Sql, StatementSync>()
  return (sql) =>
    getOrMake(statements, sql, () => {
      const statement = db.prepare(statementOf(sql))
      adjust(statement)
      return statement
    })
}

export function statementOf(sql: Sql): string {
  return typeof sql === 'string' ? sql : sql.join('?')
}

/** A small write may find room where the failed one did not, so a failure counts for this long. */
const FAILED_FOR_MS = 30_000

/**
 * Remembers that the last write failed, so that a ping reports it. `ended`: called after each transaction, also a failed
 * one.
 */
function createWrites(db: DatabaseSync, spans: Spans, ended: () => void) {
  let failure: { error: unknown; at: number } | null = null
  const write = <T>(work: () => T): T => {
    try {
      const result = spans.transaction(work)
      failure = null
      return result
    } catch (error) {
      if (isOutage(error) && !isBusy(error)) failure = { error, at: performance.now() }
      throw error
    } finally {
      ended()
    }
  }
  return {
    transaction: write,
    tryAgain: () => {
      if (!failure) return
      if (performance.now() - failure.at < FAILED_FOR_MS) throw failure.error
      // Writes a page and changes nothing: nothing else here uses this number.
      write(() => db.exec('PRAGMA user_version = 0'))
    },
  }
}

/**
 * A reader may hold the log open for a moment: the busy time-out waits for it. The time-out does not wait for another
 * connection that writes the log back, so that case is retried here. A failure throws, but it passes: the caller that
 * erases tries again, and truncates even if nothing was left to erase.
 */
function truncateLog(db: DatabaseSync, busyTimeoutMs: number): void {
  endMoments()
  const truncate = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)')
  const until = performance.now() + busyTimeoutMs
  for (;;) {
    if (!truncate.get()?.busy) return
    if (performance.now() > until) break
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_PAUSE_MS)
  }
  const error = new Error('the write-ahead log is in use and could not be truncated')
  throw Object.assign(error, { outage: true })
}
