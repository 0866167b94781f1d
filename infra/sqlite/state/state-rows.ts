// Reads the rows of a state for snapshots, in slices between which the state continues to change, and tracks what has
// changed since the last snapshot. state-restoring.ts puts the rows back.
import type { RowsCursor, StateName, StateRows, StateStore, UserRows } from '../../ports/states.ts'
import { firstOf, nth } from '../../runtime/certain.ts'
import { isDamage } from '../../runtime/fail/damaged-file.ts'
import { nextTurn } from '../../runtime/turns/next-turn.ts'
import type { Database } from '../database/database.ts'
import { type KindRow, kindsOf, type RowKind } from './state-kinds.ts'
import { LAYOUT, MOST_CHANGES, readFact, writeFact } from './state-tables.ts'

type Reading = Omit<StateRows, 'layout' | 'restoring'>

export const layout = LAYOUT

/** `open`: the file of a state, as its store has it open. */
export function createStateReading(open: (of: StateStore) => Database): Reading {
  return {
    noteGenerations: (of, generations) => noteGenerations(open(of), generations),
    standing: (of) => standing(open(of)),
    begin: (of, which, change) => {
      if (which === 'changed') return { of: 'changed', after: lastTaken(open(of)), upTo: change }
      return { of: 'all', ...startOf(kindsOf[of.name], 0) }
    },
    slice: (of, cursor, limit) => {
      return cursor.of === 'all'
        ? sliceOfAll(open(of), of.name, { cursor, limit })
        : sliceOfChanged(open(of), of.name, { cursor, limit })
    },
    taken: (of, snapshot, change) => {
      const db = open(of)
      db.transaction(() => {
        writeFact(db, 'basedOn', snapshot)
        db.run`DELETE FROM changed WHERE change <= ${change}`
        writeFact(db, 'taken', change)
      })
    },
    isSound: (of) => isSound(open(of)),
  }
}

function noteGenerations(db: Database, generations: ReadonlyMap<number, number>): void {
  if (generations.size === 0) return
  db.transaction(() => {
    for (const [source, generation] of generations) {
      db.run`INSERT INTO sealed_under VALUES (${source}, ${generation})
        ON CONFLICT DO UPDATE SET generation = min(generation, excluded.generation)`
    }
  })
}

function standing(db: Database): ReturnType<Reading['standing']> {
  const { last } = db.one<{ last: number | null }>('SELECT max(change) AS last FROM changed')
  const taken = lastTaken(db)
  const change = last ?? taken
  const sinceBase = change - taken
  if (sinceBase > MOST_CHANGES) {
    db.transaction(() => {
      db.run`DELETE FROM changed WHERE change <= ${change}`
      db.run(`DELETE FROM state_facts WHERE name = 'basedOn'`)
      writeFact(db, 'taken', change)
    })
    return { basedOn: null, sinceBase, change }
  }
  return { basedOn: readFact(db, 'basedOn') ?? null, sinceBase, change }
}

function lastTaken(db: Database): number {
  return readFact(db, 'taken') ?? 0
}

type Slice = ReturnType<StateRows['slice']>

function startOf(kinds: readonly RowKind[], kind: number) {
  return { kind, owner: 0, key: nth(kinds, kind).first }
}

function sliceOfAll(
  db: Database,
  name: StateName,
  { cursor, limit }: { cursor: Extract<RowsCursor, { of: 'all' }>; limit: number },
): Slice {
  const kinds = kindsOf[name]
  const kind = nth(kinds, cursor.kind)
  const rows = db.all<KindRow>(
    `${kind.select} WHERE (${kind.owner}, ${kind.key}) > (?, ?) ORDER BY ${kind.owner}, ${kind.key} LIMIT ?`,
    cursor.owner,
    cursor.key,
    limit,
  )
  const groups = groupsOf(db, name, { number: cursor.kind, rows })
  const last = rows.at(-1)
  if (last) return { groups, next: { ...cursor, owner: last.owner, key: last.key } }
  const another = cursor.kind + 1 < kinds.length
  return { groups, next: another ? { of: 'all', ...startOf(kinds, cursor.kind + 1) } : null }
}

type Changed = { change: number; kind: number; owner: number; key: string | number }

function sliceOfChanged(
  db: Database,
  name: StateName,
  { cursor, limit }: { cursor: Extract<RowsCursor, { of: 'changed' }>; limit: number },
): Slice {
  const changes = db.all<Changed>`SELECT change, kind, owner, key FROM changed
    WHERE change > ${cursor.after} AND change <= ${cursor.upTo} ORDER BY change LIMIT ${limit}`
  const distinct = new Map(changes.map((each) => [`${each.kind} ${each.owner} ${each.key}`, each]))
  const groups = [...Map.groupBy(distinct.values(), ({ kind }) => kind)].flatMap(([kind, some]) =>
    groupsOf(db, name, {
      number: kind,
      rows: some.flatMap(({ owner, key }) => rowAt(db, nth(kindsOf[name], kind), { owner, key })),
    }),
  )
  const last = changes.at(-1)
  return { groups, next: last ? { ...cursor, after: last.change } : null }
}

/** Empty if the row has been erased since. */
function rowAt(
  db: Database,
  kind: RowKind,
  { owner, key }: { owner: number; key: string | number },
): KindRow[] {
  return db.all<KindRow>(`${kind.select} WHERE ${kind.owner} = ? AND ${kind.key} = ?`, owner, key)
}

/** The number of its kind leads each row. */
function groupsOf(
  db: Database,
  name: StateName,
  { number, rows }: { number: number; rows: readonly KindRow[] },
): UserRows[] {
  const kind = nth(kindsOf[name], number)
  const groups = Map.groupBy(rows, ({ owner, generation }) => `${owner} ${generation}`)
  return [...groups.values()].map((own) => {
    const { owner, generation } = firstOf(own)
    if (generation === null && !kind.open) throw new Error('a row of a state has no key generation')
    const scope = db.one<{ app_id: string; user_id: string }>`SELECT app_id, user_id FROM owners
      WHERE owner = ${owner}`
    return {
      appId: scope.app_id,
      userId: scope.user_id,
      keyGeneration: generation,
      rows: kind.rowsOf(db, own).map((row) => [number, ...row]),
    }
  })
}

/** Checking stops after this: damage beyond it is met when it is read. */
const MOST_CHECKING_MS = 3_000

/** Files that have been read through since they were opened. */
const checked = new WeakSet<Database>()

/**
 * Reads every table and every index from end to end, in the order of the file. SQLite's own quick check does not: it
 * took 36 s for 100,000 items, and this takes half a second.
 */
async function isSound(db: Database): Promise<boolean> {
  if (checked.has(db)) return true
  checked.add(db)
  const until = performance.now() + MOST_CHECKING_MS
  try {
    for (const sql of readingsOf(db)) {
      if (performance.now() > until) return true
      await nextTurn()
      db.all(sql)
    }
    return true
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}

function readingsOf(db: Database): string[] {
  const tables = db.all<Named>(`SELECT name FROM sqlite_master WHERE type = 'table'`)
  return tables.flatMap(({ name }) => {
    const columns = db.all<Named>`SELECT name FROM pragma_table_info(${name})`
    const indexes = db.all<Named & { sql: string | null }>`SELECT listed.name, sql
      FROM pragma_index_list(${name}) AS listed JOIN sqlite_master USING (name)
      WHERE origin <> 'pk'`
    return [
      `SELECT ${lengthsOf(columns)} FROM "${name}" NOT INDEXED`,
      ...indexes.map((index) => {
        // An index's column that is an expression has no name.
        const own = db.all<Named>`SELECT name FROM pragma_index_info(${index.name})
          WHERE name IS NOT NULL`
        const part = / WHERE .*/.exec(index.sql ?? '')?.[0] ?? ''
        return `SELECT ${lengthsOf(own)} FROM "${name}" INDEXED BY "${index.name}"${part}`
      }),
    ]
  })
}

type Named = { name: string }

/** Counting rows would not do: SQLite counts those of the smallest index, whichever is named. */
function lengthsOf(columns: readonly Named[]): string {
  return columns.map(({ name }) => `total(length("${name}"))`).join(', ')
}
