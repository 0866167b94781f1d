// The embedded event log: topics as tables of SQLite files, one partition each.
import type { AnyTopicName } from '../../schemas/topics.ts'
import type {
  Checkpoints,
  EraseOptions,
  EventLog,
  LogRecord,
  NewRecord,
  Position,
  ReadOptions,
} from '../ports/event-log.ts'
import { lastOf } from '../runtime/certain.ts'
import { checkpointsOf, notesOf, standingOf } from './log/log-checkpoints.ts'
import {
  closeLogFiles,
  fileOf,
  type LogFiles,
  type LogOptions,
  openLogFiles,
  PARTITION,
  trim,
} from './log/log-files.ts'
import { readBatch, recordOf, userRows } from './log/log-rows.ts'
import { subscribe } from './log/log-subscription.ts'
import { createLogWrites, type LogWrites } from './writing/log-writes.ts'

const READ_BATCH = 500
/** SQLite sets no limit; this one bounds what each commit writes. */
const NOTE_LIMIT = 100_000

/** `writes`: chooses who writes what, if another thread writes; given what this thread would do itself. */
export function createSqliteEventLog(
  options: LogOptions & { writes?: (own: LogWrites) => LogWrites },
): EventLog {
  // Where another thread may write in its place, this one need not wait.
  const log = openLogFiles({ ...options, whileLocked: options.writes ? 'fails' : 'waits' })
  trim(log)
  const own = createLogWrites(log)
  const writes = options.writes?.(own) ?? own
  return {
    noteLimit: NOTE_LIMIT,
    begins: 1,
    remainders: [],
    findsUsers: true,
    append: async (records) => (records.length === 0 ? [] : writes.append(stored(log, records))),
    commit: (commit) => writes.commit({ ...commit, records: stored(log, commit.records) }),
    checkpoints: async (group, topic) => checkpointsOf(log, group, topic),
    notes: async (group, topic) => notesOf(log, group, topic),
    standing: async (group, topics) =>
      new Map(topics.map((topic) => [topic, standingOf(log, group, topic)])),
    standbys: async () => new Map(),
    subscribe: async (subscription) =>
      subscribe(log, subscription, async (at) => {
        await writes.commit({ group: subscription.group, records: [], checkpoints: at })
      }),
    read: (read) => (read.at ? readPlaces(log, read, read.at) : readStretch(log, read)),
    ends: async (topic) => {
      await writes.ping(topic)
      return endsOf(log, topic)
    },
    isNext: (after, position) => position === after + 1,
    partitionOf: () => PARTITION,
    partitions: () => [PARTITION],
    erase: async (erase) => writes.remove(erase.topic, positionsOf(log, erase)),
    eraseKnown: async (topic, scope, ids) => {
      const wanted = new Set(ids)
      const matches = ({ event }: LogRecord) => event !== null && wanted.has(event.id)
      await writes.remove(topic, positionsOf(log, { topic, scope, matches }))
      return ids.length
    },
    close: async () => closeLog(log),
  }
}

function stored({ names }: LogFiles, records: readonly NewRecord[]): NewRecord[] {
  return records.map((record) => ({ ...record, event: names.stored(record.event) }))
}

async function* readStretch(
  log: LogFiles,
  options: ReadOptions,
): AsyncIterable<readonly LogRecord[]> {
  const upTo = options.upTo ?? endsOf(log, options.topic).get(PARTITION)
  const maxRecords = options.maxRecords ?? READ_BATCH
  let after = options.after
  while (upTo !== undefined) {
    const records = readBatch(log, { ...options, after, upTo, maxRecords })
    if (records.length === 0) return
    yield records
    after = lastOf(records).position
  }
}

/** Each place by itself: what lies before it would cost a client that polls for one write the whole topic. */
async function* readPlaces(
  log: LogFiles,
  { at: _, after = -1, upTo = Number.MAX_SAFE_INTEGER, ...options }: ReadOptions,
  at: readonly Position[],
): AsyncIterable<readonly LogRecord[]> {
  const { maxRecords = READ_BATCH } = options
  let records: LogRecord[] = []
  for (const place of at) {
    if (place <= after || place > upTo) continue
    records.push(...readBatch(log, { ...options, after: place - 1, upTo: place, maxRecords: 1 }))
    if (records.length < maxRecords) continue
    yield records
    records = []
  }
  if (records.length > 0) yield records
}

function endsOf(log: LogFiles, topic: AnyTopicName): Checkpoints {
  const row = fileOf(log, topic).get<{ position: number | null }>(
    `SELECT max(position) AS position FROM "${topic}"`,
  )
  return row?.position == null ? new Map() : new Map([[PARTITION, row.position]])
}

function positionsOf(log: LogFiles, { topic, scope, after = -1, matches }: EraseOptions): number[] {
  return userRows(log, topic, scope)
    .filter(([position]) => position > after)
    .map((row) => recordOf(log, topic, row))
    .filter(matches)
    .map((record) => record.position)
}

async function closeLog(log: LogFiles): Promise<void> {
  await Promise.all([...log.subscriptions].map((subscription) => subscription.close()))
  closeLogFiles(log)
}
