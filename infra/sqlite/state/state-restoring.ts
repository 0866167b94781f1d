// Builds a state's file from the rows of a snapshot, beside the existing file: first rows, without indexes and without
// a journal, then what is derived from them. Only a file that is whole and on disk replaces the other.
import type { RowsRestoring, StateName, StateStore } from '../../ports/states.ts'
import { nth, present } from '../../runtime/certain.ts'
import { nextTurn } from '../../runtime/turns/next-turn.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { flushFile, removeDatabase } from '../database/database-file.ts'
import { eraseFromGraph } from '../graph/graph-store-writes.ts'
import { eraseFromMemory } from '../memory/writing/erase-memory.ts'
import { indexItems } from '../memory/writing/fill-memory.ts'
import { findOwner, ownerOf, readFences } from '../projection/projection-tables.ts'
import { numberIn } from './row-values.ts'
import { kindsOf } from './state-kinds.ts'
import { LAYOUT, stateTables, storeSchemas, writeFact } from './state-tables.ts'

/** The ending of a file's name while it is being built. */
export const BUILDING = '.restoring'

/** `path`: the state's file; `place` moves the other path's file there. */
export function createStateRestoring(options: {
  of: StateStore
  path: string
  place: (building: string) => void
}): RowsRestoring {
  const { of, path, place } = options
  const kinds = kindsOf[of.name]
  const building = `${path}${BUILDING}`
  removeDatabase(building)
  const db = openDatabase({ path: building, durable: false, schema: storeSchemas[of.name] })
  begin(db)
  return {
    put: ({ rows, keyGeneration, ...scope }) => {
      const owner = ownerOf(db, scope)
      for (const [kind, some] of Map.groupBy(rows, (row) => numberIn(row, 0))) {
        const bare = some.map((row) => row.slice(1))
        nth(kinds, kind).put(db, owner, { rows: bare, generation: keyGeneration })
      }
    },
    finish: async (stands) => {
      for (const work of completing(db, of.name)) {
        await nextTurn()
        work()
      }
      end(db, of, stands)
      place(building)
    },
    discard: () => {
      db.close()
      removeDatabase(building)
    },
  }
}

/** One transaction that cannot be rolled back: an incomplete file is removed. */
function begin(db: Database): void {
  const indexes = db.all<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`,
  )
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`)
  db.exec(`${stateTables}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN`)
}

function end(
  db: Database,
  { partition }: StateStore,
  { snapshot, checkpoints }: Parameters<RowsRestoring['finish']>[0],
): void {
  writeFact(db, 'layout', LAYOUT)
  writeFact(db, 'basedOn', snapshot)
  for (const [topic, position] of checkpoints) {
    db.run`INSERT INTO checkpoints VALUES (${topic}, ${partition}, ${position})`
  }
  db.exec('COMMIT')
  const { file } = db.one<{ file: string }>('SELECT file FROM pragma_database_list')
  db.close()
  flushFile(file)
}

/** The remaining work once all rows are there, in pieces. */
function* completing(db: Database, name: StateName): Generator<() => void> {
  // Existing tables are skipped: this makes the indexes.
  for (const sql of storeSchemas[name].split(';')) yield () => db.exec(sql)
  // Rows of an earlier part of the snapshot may be older than a fence of a later part.
  const fenced = db.all<{ app_id: string; user_id: string }>(
    'SELECT DISTINCT app_id, user_id FROM fences JOIN owners USING (owner)',
  )
  for (const { app_id: appId, user_id: userId } of fenced) {
    yield () => {
      for (const fence of readFences(db, [{ appId, userId }])) {
        erasers[name](db, present(findOwner(db, fence), 'owner'), fence)
      }
    }
  }
  if (name === 'memory') yield* memoryDerived(db)
}

const erasers = { memory: eraseFromMemory, graph: eraseFromGraph }

function* memoryDerived(db: Database): Generator<() => void> {
  yield () =>
    db.exec(`UPDATE owners SET sequence = coalesce(
      (SELECT max(n) + 1 FROM items WHERE items.owner = owners.owner), 0)`)
  yield* indexItems(db)
}
