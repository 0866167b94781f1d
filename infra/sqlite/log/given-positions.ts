// How far the embedded log has come, whatever has been erased or has expired since.
import { join } from 'node:path'
import type { Position } from '../../ports/event-log.ts'
import { openDatabase } from '../database/database.ts'

/** By topic, the last position that a record was given, in a log that is open; a topic that never had one is left out. */
export function givenPositions(directory: string): ReadonlyMap<string, Position> {
  const files = ['intake.db', 'derived.db'].map((name) => join(directory, name))
  return new Map(files.flatMap(positionsIn))
}

function positionsIn(path: string): [string, Position][] {
  using db = openDatabase({ path, durable: true, readOnly: true, schema: '' })
  const rows = db.all<{ name: string; seq: Position }>('SELECT name, seq FROM sqlite_sequence')
  return rows.map(({ name, seq }) => [name, seq])
}
