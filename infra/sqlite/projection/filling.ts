// A projection's file that a rebuild fills: first the rows, with the indexes alone that writing them needs; then, in one
// go, what only readers need. So a page of an index or of a posting list is written once, and not with every step.
import type { LogPosition } from '../../ports/event-log.ts'
import type { Step } from '../../ports/projection.ts'
import { nextTurn } from '../../runtime/turns/next-turn.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { readCheckpoints } from './projection-tables.ts'

/**
 * What a projection leaves out while its file is being filled. Of its tables that have an owner no row names another by
 * its number, so that they mean the same in another file under other numbers.
 */
export type Filling = {
  schema: string
  /** The indexes that a step needs. */
  kept: readonly string[]
  /** The rest of what steps leave out, in pieces; indexes are made afterwards. */
  derive?: (db: Database) => Iterable<() => void>
  /** After rows of another file were taken in. */
  joined?: (db: Database) => void
}

/** Table in the file as long as it is not complete. */
const MARK = 'filling'
/** Table in the file as long as steps leave out what `derive` adds. */
const UNDERIVED = 'underived'
/** Larger than for a file in use: a rebuild changes pages all over its file, and nothing else reads them. */
const SETTINGS = 'PRAGMA cache_size = -131072; PRAGMA wal_autocheckpoint = 16384'

/** Makes a file that has nothing yet one to fill. */
export function beginFilling(path: string): void {
  openDatabase({
    path,
    durable: false,
    schema: `CREATE TABLE ${MARK} (since TEXT); CREATE TABLE ${UNDERIVED} (since TEXT)`,
  }).close()
}

/** Opens a file that was begun so, whether it is complete or not. */
export function openFilling(path: string, { schema, kept }: Filling): Database {
  const isKept = (statement: string) => {
    const index = /CREATE (?:UNIQUE )?INDEX IF NOT EXISTS (\w+)/.exec(statement)?.[1]
    return index === undefined || kept.includes(index)
  }
  const tables = schema.split(';').filter(isKept).join(';')
  return openDatabase({ path, durable: false, schema: `${SETTINGS}; ${tables}` })
}

/** True while steps leave out what is derived in one go. */
export function isFilling(db: Database): boolean {
  return has(db, UNDERIVED)
}

export function isFillingFile(path: string): boolean {
  using db = openDatabase({ path, durable: false, schema: '' })
  return has(db, MARK)
}

function has(db: Database, mark: string, file = 'main'): boolean {
  return db.get(`SELECT 1 FROM ${file}.sqlite_master WHERE name = ?`, mark) !== undefined
}

/** Checkpoints of no partition: they tell one step from the next where steps say nothing of where the file stands. */
const ASIDE = -1

/** A step of records that were read user by user: the file stands where it stood until `passTo` is called. */
export function aside<Taken extends Step>(db: Database, step: Taken): Taken {
  const { topic } = step.checkpoint
  const stood = readCheckpoints(db, topic).get(ASIDE) ?? 0
  return { ...step, checkpoint: { topic, partition: ASIDE, position: stood + 1 } }
}

/** All records up to there have been taken in. */
export function passTo(path: string, { topic, partition, position }: LogPosition): void {
  using db = openDatabase({ path, durable: false, schema: '' })
  db.transaction(() => {
    db.run`DELETE FROM checkpoints WHERE topic = ${topic} AND partition IN (${partition}, ${ASIDE})`
    db.run`INSERT INTO checkpoints VALUES (${topic}, ${partition}, ${position})`
  })
}

/** Adds what steps left out, but for indexes: all of it, or nothing. Steps that follow leave it out no longer. */
export function deriveRows(path: string, filling: Filling): void {
  using db = openDatabase({ path, durable: false, schema: SETTINGS })
  db.transaction(() => {
    for (const work of deriving(db, filling)) work()
  })
}

function* deriving(db: Database, { derive }: Filling): Generator<() => void> {
  if (!isFilling(db)) return
  if (derive) yield* derive(db)
  yield () => db.exec(`DROP TABLE ${UNDERIVED}`)
}

/**
 * Adds what steps left out, and what others have filled of other users: all of it or, where this is aborted or the
 * process dies, nothing. Steps that follow leave out nothing. Other connections may have the file open.
 */
export async function completeFilling(
  path: string,
  filling: Filling,
  { others, signal }: { others: readonly string[]; signal: AbortSignal },
): Promise<void> {
  // Its end rolls back what is not committed.
  using db = openDatabase({ path, durable: false, schema: SETTINGS })
  if (!has(db, MARK)) return
  for (const [n, other] of others.entries()) db.run(`ATTACH ? AS ${nameOf(n)}`, other)
  db.exec('BEGIN IMMEDIATE')
  for (const work of completing()) {
    work()
    await nextTurn()
    signal.throwIfAborted()
  }
  db.exec('COMMIT')

  function* completing(): Generator<() => void> {
    yield* deriving(db, filling)
    for (const n of others.keys()) yield* takingIn(db, nameOf(n))
    if (others.length > 0) yield () => filling.joined?.(db)
    // Existing tables are skipped: this makes the indexes.
    for (const statement of filling.schema.split(';')) yield () => db.exec(statement)
    yield () => db.exec(`DROP TABLE ${MARK}`)
  }
}

function nameOf(n: number): string {
  return `other${n}`
}

/** The rows of an attached file, whose users have other numbers there. */
function* takingIn(db: Database, other: string): Generator<() => void> {
  if (has(db, UNDERIVED, other)) throw new Error('a file that is taken in lacks rows')
  refuseOtherStand(db, other)
  yield () =>
    db.exec(`
      INSERT INTO main.owners (app_id, user_id, sequence)
        SELECT app_id, user_id, sequence FROM ${other}.owners WHERE true ORDER BY owner
        ON CONFLICT DO UPDATE SET sequence = max(sequence, excluded.sequence);
      DROP TABLE IF EXISTS temp.renumbered;
      CREATE TEMP TABLE renumbered AS SELECT theirs.owner AS owner, ours.owner AS own
        FROM ${other}.owners AS theirs JOIN main.owners AS ours USING (app_id, user_id);
      CREATE UNIQUE INDEX temp.renumbered_by_owner ON renumbered (owner)`)
  for (const { name, columns } of tablesOfUsers(db, other)) {
    yield () =>
      // A receipt, which names no user, may be noted by two files.
      db.exec(`INSERT OR IGNORE INTO main."${name}" (owner, ${columns})
        SELECT own, ${columns} FROM ${other}."${name}" AS rows
        CROSS JOIN temp.renumbered ON renumbered.owner = rows.owner`)
  }
}

/** Without the owner, and without a column that alone is the primary key: it numbers the rows of one file. */
function tablesOfUsers(db: Database, file: string): { name: string; columns: string }[] {
  return db.all<{ name: string; columns: string }>(
    `SELECT tables.name AS name, group_concat('"' || columns.name || '"') AS columns
     FROM ${file}.sqlite_master AS tables JOIN pragma_table_info(tables.name, ?) AS columns
     WHERE tables.type = 'table' AND tables.name <> 'owners' AND columns.name <> 'owner'
       AND EXISTS (SELECT 1 FROM pragma_table_info(tables.name, ?) WHERE name = 'owner')
       AND (columns.pk = 0 OR 1 < (SELECT sum(pk > 0) FROM pragma_table_info(tables.name, ?)))
     GROUP BY tables.name`,
    file,
    file,
    file,
  )
}

function refuseOtherStand(db: Database, other: string): void {
  const stands = (file: string) => `SELECT topic, partition, position FROM ${file}.checkpoints`
  const differs = (a: string, b: string) => db.get(`${stands(a)} EXCEPT ${stands(b)}`) !== undefined
  if (differs('main', other) || differs(other, 'main')) {
    throw new Error('files that are put together stand at different positions of the log')
  }
}
