// A log and an object store in memory that note what a forget asks of them.
import type { EventLog, LogRecord, ReadOptions } from '../../../infra/ports/event-log.ts'
import type { ObjectStore } from '../../../infra/ports/object-store.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import type { AnyTopicName } from '../../../schemas/topics.ts'

export type ToldStores = ReturnType<typeof createToldStores>

export function createToldStores() {
  const own = createSqliteEventLog({ directory: null })
  const store = createSqliteObjectStore({ path: ':memory:' })
  const reads: ReadOptions[] = []
  /** The ids of each erasure by ids, and the keys of each deletion. */
  const erasures: [AnyTopicName, readonly string[]][] = []
  const deletions: (readonly string[])[] = []
  /** What the log has of a topic, instead of what is in it. */
  const holds: Partial<Record<AnyTopicName, LogRecord[]>> = {}
  const objects: ObjectStore = {
    ...store,
    deleteMany: (keys) => {
      deletions.push(keys)
      return store.deleteMany(keys)
    },
  }
  const log: EventLog = {
    ...own,
    findsUsers: false,
    read: async function* (options) {
      reads.push(options)
      const records = holds[options.topic]
      if (records) yield records
    },
    eraseKnown: (topic, scope, ids) => {
      erasures.push([topic, ids])
      return own.eraseKnown(topic, scope, ids)
    },
  }
  return { log, objects, reads, erasures, deletions, holds }
}
