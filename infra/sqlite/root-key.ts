// The wrapped root key of the embedded setting: a row beside the users' keys, so that a backup holds both.
import { existsSync } from 'node:fs'
import { ROOT, type RootRecord, type WrappedRoot } from '../runtime/envelope/root-key.ts'
import { type Database, openDatabase } from './database/database.ts'
import { keysSchema } from './key-store.ts'

const NAMED = [ROOT.appId, ROOT.userId] as const

/** Works beside a running service. */
export function sqliteRootRecord(path: string): RootRecord {
  return {
    read: async () => (existsSync(path) ? within(path, newest) : null),
    replace: async (next) => within(path, (db) => replace(db, next)),
  }
}

/** True where keys lie that some master key has wrapped. */
export function holdsKeys(path: string): boolean {
  const isOne = (db: Database) => db.get('SELECT 1 FROM data_keys LIMIT 1') !== undefined
  return existsSync(path) && within(path, isOne)
}

function within<T>(path: string, work: (db: Database) => T): T {
  using db = openDatabase({ path, durable: true, schema: keysSchema })
  return work(db)
}

function newest(db: Database): WrappedRoot | null {
  const row = db.get<WrappedRoot>(
    `SELECT generation, wrapped FROM data_keys WHERE app_id = ? AND user_id = ?
     ORDER BY generation DESC LIMIT 1`,
    ...NAMED,
  )
  return row ?? null
}

function replace(db: Database, { generation, wrapped }: WrappedRoot): boolean {
  const isFirst = db.transaction(() => {
    if ((newest(db)?.generation ?? 0) >= generation) return false
    db.run('INSERT INTO data_keys VALUES (?, ?, ?, ?)', ...NAMED, generation, wrapped)
    db.run(
      'DELETE FROM data_keys WHERE app_id = ? AND user_id = ? AND generation < ?',
      ...NAMED,
      generation,
    )
    return true
  })
  db.truncateLog()
  return isFirst
}
