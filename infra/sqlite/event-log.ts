// The embedded event log: topics as tables of SQLite files, one partition each.
import type { AnyTopicName } from '../../schemas/topics.ts'
import type {
  Checkpoints,
  EraseOptions,
  EventLog,
  LogPosition,
  LogRecord,
  NewRecord,
  ReadOptions,
} from '../ports/event-log.ts'
import type { Database } from './database.ts'
import {
  checkpointsOf,
  fileOfCheckpoint,
  moveCheckpoint,
  notesOf,
  standingOf,
} from './log-checkpoints.ts'
import {
  fileOf,
  type LogFiles,
  type LogOptions,
  openLogFiles,
  PARTITION,
  trim,
  wake,
} from './log-files.ts'
import { insert, readBatch, recordOf, userRows } from './log-rows.ts'
import { subscribe } from './log-subscription.ts'

const READ_BATCH = 500
/** Nothing bounds it but what is written with each commit. */
const NOTE_LIMIT = 100_000

export function createSqliteEventLog(options: LogOptions): EventLog {
  const log = openLogFiles(options)
  trim(log)
  return {
    noteLimit: NOTE_LIMIT,
    append: async (records) => append(log, records),
    commit: async (commit) => commitTo(log, commit),
    checkpoints: async (group, topic) => checkpointsOf(log, group, topic),
    notes: async (group, topic) => notesOf(log, group, topic),
    standing: async (group, topics) =>
      new Map(topics.map((topic) => [topic, standingOf(log, group, topic)])),
    subscribe: async (subscription) =>
      subscribe(log, subscription, (at) => {
        commitTo(log, { group: subscription.group, records: [], checkpoints: at })
      }),
    read: (read) => readStretch(log, read),
    ends: async (topic) => {
      fileOf(log, topic).ping()
      return endsOf(log, topic)
    },
    isNext: (after, position) => position === after + 1,
    partitionOf: () => PARTITION,
    partitions: () => [PARTITION],
    erase: async (erase) => eraseFrom(log, erase),
    close: async () => closeLog(log),
  }
}

function append(log: LogFiles, records: readonly NewRecord[]): LogPosition[] {
  if (records.length === 0) return []
  const file = singleFile(log, records)
  const positions = file.transaction(() => records.map((record) => insert(file, record)))
  wake(log, topicsOf(records))
  return positions
}

function topicsOf(records: readonly NewRecord[]): AnyTopicName[] {
  return records.map(({ topic }) => topic)
}

function singleFile(log: LogFiles, records: readonly NewRecord[]): Database {
  const files = new Set(records.map((record) => fileOf(log, record.topic)))
  if (files.size > 1) throw new Error('records of two writers cannot be appended in one step')
  return files.values().next().value ?? log.derived
}

/** A checkpoint alone is not synced: if it were lost, what it passed would be passed again, and yields nothing. */
function commitTo(log: LogFiles, commit: Parameters<EventLog['commit']>[0]): LogPosition[] {
  const alone = commit.records.length === 0
  const file = alone ? fileOfCheckpoint(log, commit) : singleFile(log, commit.records)
  const transaction = alone ? file.unsyncedTransaction : file.transaction
  const positions = transaction(() => {
    const appended = commit.records.map((record) => insert(file, record))
    for (const checkpoint of commit.checkpoints) moveCheckpoint(file, commit.group, checkpoint)
    return appended
  })
  if (positions.length > 0) wake(log, topicsOf(commit.records))
  return positions
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
    after = records.at(-1)!.position
  }
}

function endsOf(log: LogFiles, topic: AnyTopicName): Checkpoints {
  const row = fileOf(log, topic).get<{ position: number | null }>(
    `SELECT max(position) AS position FROM "${topic}"`,
  )
  return row?.position == null ? new Map() : new Map([[PARTITION, row.position]])
}

function eraseFrom(log: LogFiles, { topic, scope, matches }: EraseOptions): number {
  const file = fileOf(log, topic)
  const erased = file.transaction(() => {
    const positions = userRows(file, topic, scope)
      .map((row) => recordOf(topic, row))
      .filter(matches)
      .map((record) => record.position)
    for (const position of positions)
      file.run(`DELETE FROM "${topic}" WHERE position = ?`, position)
    return positions.length
  })
  file.truncateLog()
  return erased
}

async function closeLog(log: LogFiles): Promise<void> {
  await Promise.all([...log.subscriptions].map((subscription) => subscription.close()))
  if (log.timer) clearInterval(log.timer)
  log.channel?.close()
  log.intake.close()
  log.derived.close()
}
