// The embedded object store: raw content as rows, in the log's own file. Its commits are not synced by themselves: the
// next commit of the log syncs them too, because both go through the same write-ahead log. So one sync makes a whole
// batch of objects and their events durable, which a file for each object could not do (infra/README.md).
import type { ObjectStore, StoredObject } from '../ports/object-store.ts'
import { type Database, openDatabase } from './database/database.ts'

const schema = 'CREATE TABLE IF NOT EXISTS objects (key TEXT PRIMARY KEY, body BLOB NOT NULL)'

/** What another thread may do for this one. */
export type ObjectWrites = Pick<ObjectStore, 'putMany' | 'addMany' | 'deleteMany' | 'ping'>

export function createSqliteObjectStore(options: {
  path: string
  /** As for the log, whose file it shares. */
  checkpoints?: 'automatic' | 'left'
  /** Chooses who writes what, if another thread writes; given what this thread would do itself. */
  writes?: (own: ObjectWrites) => ObjectWrites
}): ObjectStore {
  // As in the log.
  const whileLocked = options.writes ? 'fails' : 'waits'
  const db = openDatabase({ ...options, durable: false, whileLocked, schema })
  const own = writesTo(db)
  const writes = options.writes?.(own) ?? own
  return {
    ...writes,
    deleteMany: async (keys) => (keys.length === 0 ? 0 : writes.deleteMany(keys)),
    get: async (key) =>
      db.get<{ body: Uint8Array }>`SELECT body FROM objects WHERE key = ${key}`?.body ?? null,
    list: async ({ prefix, after, limit }) => list(db, prefix, { after, limit }),
    close: async () => db.close(),
  }
}

function writesTo(db: Database): ObjectWrites {
  return {
    putMany: async (objects) => db.transaction(() => objects.map((object) => put(db, object))),
    addMany: async (objects) => {
      db.transaction(() => objects.map((object) => put(db, object)))
      return objects.map(({ key }) => key)
    },
    deleteMany: async (keys) => deleteMany(db, keys),
    ping: async () => db.ping(),
  }
}

function put(db: Database, { key, body }: StoredObject): 'created' | 'existed' {
  const changes = db.run`INSERT INTO objects VALUES (${key}, ${body}) ON CONFLICT DO NOTHING`
  return changes === 1 ? 'created' : 'existed'
}

function deleteMany(db: Database, keys: readonly string[]): number {
  const deleted = db.transaction(() =>
    keys.reduce((sum, key) => sum + db.run`DELETE FROM objects WHERE key = ${key}`, 0),
  )
  db.truncateLog()
  return deleted
}

/** Keys are ASCII, so the end of a prefix's range is the prefix followed by the highest character. */
function list(
  db: Database,
  prefix: string,
  { after, limit }: { after: string | undefined; limit: number },
): string[] {
  return db
    .all<{ key: string }>(
      'SELECT key FROM objects WHERE key >= ? AND key < ? AND key > ? ORDER BY key LIMIT ?',
      prefix,
      `${prefix}\u{10ffff}`,
      after ?? '',
      limit,
    )
    .map((row) => row.key)
}
