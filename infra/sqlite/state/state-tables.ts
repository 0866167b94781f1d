// What a state's file holds beside the tables of its store, so that snapshots can be taken of it: which rows have
// changed since the last one, and under which key generation each write was sealed.
import type { StateName } from '../../ports/states.ts'
import type { Database } from '../database/database.ts'
import { graphSchema } from '../graph-store.ts'
import { memorySchema } from '../memory-store.ts'

/** The layout of files and snapshots. Those of another layout are not read: the state is restored from the log. */
export const LAYOUT = 3

/** At most this many changes are kept; beyond, the next snapshot holds all rows. */
export const MOST_CHANGES = 200_000

export const storeSchemas: Readonly<Record<StateName, string>> = {
  memory: memorySchema,
  graph: graphSchema,
}

// The position of a write is unique in a partition, so it needs no owner.
export const stateTables = `
  CREATE TABLE IF NOT EXISTS state_facts (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS changed (
    change INTEGER PRIMARY KEY AUTOINCREMENT, kind INTEGER NOT NULL, owner INTEGER NOT NULL, key NOT NULL);
  CREATE TABLE IF NOT EXISTS sealed_under (source INTEGER PRIMARY KEY, generation INTEGER NOT NULL);
`

/** By table, the kinds of rows whose changes are recorded, with the column that names a row beside its owner. */
const watched = {
  memory: [
    ['items', 'n'],
    ['resources', 'id'],
    ['summaries', 'category'],
    ['receipts', 'before'],
  ],
  graph: [
    ['graph_facts', 'fact_id'],
    ['receipts', 'before'],
  ],
} as const satisfies Record<StateName, readonly (readonly [string, string])[]>

export function stateSchema(name: StateName): string {
  const triggers = watched[name].flatMap(([table, key], kind) =>
    ['INSERT', 'UPDATE'].map(
      (change) => `CREATE TRIGGER IF NOT EXISTS ${table}_${change} AFTER ${change} ON ${table} BEGIN
        INSERT INTO changed (kind, owner, key) VALUES (${kind}, new.owner, new.${key}); END;`,
    ),
  )
  return `${storeSchemas[name]}${stateTables}${triggers.join('\n')}${forgetting(name)}`
}

/** A fence removes rows, then adds its receipt: what the fence removed is not among the changes any more. */
function forgetting(name: StateName): string {
  const forgotten = watched[name].map(
    ([table, key], kind) => `DELETE FROM changed WHERE owner = new.owner AND kind = ${kind}
      AND key NOT IN (SELECT ${key} FROM ${table} WHERE owner = new.owner);`,
  )
  return `CREATE TRIGGER IF NOT EXISTS receipts_forget AFTER INSERT ON receipts BEGIN
    ${forgotten.join('\n')} END;`
}

/** False if another version wrote the file. Marks a new file with the layout. */
export function isOfLayout(db: Database): boolean {
  const layout = readFact(db, 'layout')
  if (layout !== undefined) return layout === LAYOUT
  if (db.get('SELECT 1 FROM checkpoints LIMIT 1')) return false
  db.transaction(() => writeFact(db, 'layout', LAYOUT))
  return true
}

/** What a file says of itself: `basedOn` is the last snapshot, `taken` the last change that it holds. */
type Facts = { layout: number; basedOn: string; taken: number }

export function readFact<Name extends keyof Facts>(
  db: Database,
  name: Name,
): Facts[Name] | undefined {
  return db.get<{ value: Facts[Name] }>`SELECT value FROM state_facts WHERE name = ${name}`?.value
}

export function writeFact<Name extends keyof Facts>(
  db: Database,
  name: Name,
  value: Facts[Name],
): void {
  db.run`INSERT OR REPLACE INTO state_facts VALUES (${name}, ${value})`
}
