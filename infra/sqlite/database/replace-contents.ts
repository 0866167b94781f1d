// Replaces what one file holds by what another holds, in one transaction, while other threads and processes have the
// file open: they see the old rows until it commits and the new ones afterwards, without reopening anything.
import { isMarkedOutage } from '../../runtime/fail/retry.ts'
import { type Database, openDatabase } from './database.ts'

/**
 * From the call of `catchUp` until this resolves, nothing can be written to `path`. So `catchUp`, which writes to the
 * fresh file, can bring it to where the other one stands.
 */
export async function replaceContents(options: {
  path: string
  freshPath: string
  catchUp: () => Promise<void>
}): Promise<void> {
  // Its end rolls back what is not committed; a full disk has done so already.
  using db = openDatabase({ path: options.path, durable: false, schema: '' })
  db.run`ATTACH ${options.freshPath} AS fresh`
  db.exec('BEGIN')
  // Takes the write lock of this file alone: BEGIN IMMEDIATE would take that of the fresh file too.
  db.exec('UPDATE main.checkpoints SET position = position WHERE 0')
  await options.catchUp()
  for (const table of tablesOf(db)) copyTable(db, table)
  keepRevisionsApart(db)
  db.exec('COMMIT')
  db.exec('DETACH fresh')
  truncateLog(db)
}

function tablesOf(db: Database): string[] {
  return db
    .all<{ name: string }>(
      `SELECT name FROM fresh.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
    )
    .map(({ name }) => name)
}

const COUNTERS = new Set(['vector_revision', 'graph_revision'])

/** Copies by column names, so that a file of an earlier version is refused rather than mixed up. */
function copyTable(db: Database, table: string): void {
  // Never lowered, so that nothing that is held is taken for what is new.
  if (COUNTERS.has(table)) return
  const columns = db.all<{ name: string }>`SELECT name FROM pragma_table_info(${table}, 'fresh')`
    .map(({ name }) => `"${name}"`)
    .join(', ')
  db.exec(`DELETE FROM main."${table}";
    INSERT INTO main."${table}" (${columns}) SELECT ${columns} FROM fresh."${table}"`)
}

/**
 * Connections keep what they have read by its revision, so a revision must never repeat in one file, and what a
 * connection knows of a user's items from before is void.
 */
function keepRevisionsApart(db: Database): void {
  const tables = tablesOf(db)
  if (tables.includes('graph_revision')) keepGraphRevisionsApart(db)
  if (!tables.includes('vector_revision')) return
  db.exec(`
    UPDATE main.vector_blocks SET revision = revision + (SELECT revision FROM main.vector_revision);
    INSERT OR IGNORE INTO main.memory_revisions SELECT owner, 0, 0 FROM main.owners;
    UPDATE main.memory_revisions SET
      revision = revision + 1 + (SELECT revision FROM main.vector_revision),
      floor = revision + 1 + (SELECT revision FROM main.vector_revision);
    UPDATE main.vector_revision
      SET revision = revision + 1 + (SELECT revision FROM fresh.vector_revision)`)
}

/** The rebuild counts as an erasure: nothing that is held is valid. */
function keepGraphRevisionsApart(db: Database): void {
  const next = 'revision + 1 + (SELECT revision FROM fresh.graph_revision)'
  db.exec(`UPDATE main.graph_revision SET revision = ${next}, erased = ${next}`)
}

/** If a reader holds the log, the next step that erases truncates it. */
function truncateLog(db: Database): void {
  try {
    db.truncateLog()
  } catch (error) {
    if (!isMarkedOutage(error)) throw error
  }
}
