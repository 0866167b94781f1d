// The embedded event log: a table per topic, one partition each, in two files with one writer thread each, so that
// the thread that acknowledges writes never waits for the thread that processes them.
import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import type { StoredEvent } from '../../schemas/events/envelope.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { type AnyTopicName, topics } from '../../schemas/topics.ts'
import type {
  Checkpoints,
  Delivery,
  EraseOptions,
  EventLog,
  LogPosition,
  LogRecord,
  NewRecord,
  Position,
  ReadOptions,
  SubscribeOptions,
  Subscription,
} from '../ports/event-log.ts'
import { type Database, openDatabase } from './database.ts'

const PARTITION = 0
/** Clients' requests are appended to the first by the API; what processors derive goes to the second. */
const INTAKE: readonly AnyTopicName[] = [
  'memory.inbox.v1',
  'memory.writes.v1',
  'memory.settings.v1',
]
/** A safety net only: appends wake the readers at once. */
const POLL_MS = 500
const READ_BATCH = 500

const columns =
  'id, app_id, user_id, type, version, occurred_at, recorded_at, causation_id, traceparent, open, sealed'

type LogRow = {
  position: number
  id: string
  app_id: string
  user_id: string
  type: string
  version: number
  occurred_at: string
  recorded_at: string
  causation_id: string | null
  traceparent: string | null
  open: string
  sealed: Uint8Array | null
}

export function createSqliteEventLog(options: { directory: string | null }): EventLog {
  const log = openLogFiles(options.directory)
  trim(log)
  return {
    append: async (records) => append(log, records),
    commit: async (commit) => commitTo(log, commit),
    checkpoints: async (group, topic) => checkpointsOf(log, group, topic),
    subscribe: async (subscription) => subscribe(log, subscription),
    read: (read) => readStretch(log, read),
    ends: async (topic) => endsOf(log, topic),
    partitionOf: () => PARTITION,
    partitions: () => [PARTITION],
    erase: async (erase) => eraseFrom(log, erase),
    close: async () => closeLog(log),
  }
}

type LogFiles = {
  intake: Database
  derived: Database
  /** Tells this thread's readers of an append. */
  woken: EventEmitter
  /** Tells other threads' readers. */
  channel: BroadcastChannel | null
  subscriptions: Set<Subscription>
}

function openLogFiles(directory: string | null): LogFiles {
  const open = (name: string, wanted: (topic: AnyTopicName) => boolean) =>
    openDatabase({
      path: directory === null ? ':memory:' : join(directory, name),
      durable: true,
      schema: schemaFor(topics.map((topic) => topic.name).filter(wanted)),
    })
  const woken = new EventEmitter().setMaxListeners(0)
  const channel = directory === null ? null : new BroadcastChannel(`log:${directory}`)
  if (channel) {
    channel.onmessage = () => woken.emit('appended')
    channel.unref()
  }
  return {
    intake: open('intake.db', (topic) => INTAKE.includes(topic)),
    derived: open('derived.db', (topic) => !INTAKE.includes(topic)),
    woken,
    channel,
    subscriptions: new Set(),
  }
}

function schemaFor(names: readonly AnyTopicName[]): string {
  const table = (name: string) => `
    CREATE TABLE IF NOT EXISTS "${name}" (
      position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
      app_id TEXT NOT NULL, user_id TEXT NOT NULL, type TEXT NOT NULL, version INTEGER NOT NULL,
      occurred_at TEXT NOT NULL, recorded_at TEXT NOT NULL, causation_id TEXT, traceparent TEXT,
      open TEXT NOT NULL, sealed BLOB);
    CREATE INDEX IF NOT EXISTS "${name}.by_user" ON "${name}" (app_id, user_id);`
  return `${names.map(table).join('')}
    CREATE TABLE IF NOT EXISTS checkpoints (
      consumer_group TEXT, topic TEXT, partition INTEGER, position INTEGER NOT NULL,
      PRIMARY KEY (consumer_group, topic, partition)) WITHOUT ROWID;`
}

/** Topics with a retention lose what is older, at start. */
function trim(log: LogFiles): void {
  for (const topic of topics) {
    if (topic.retentionMs === null) continue
    const oldest = new Date(Date.now() - topic.retentionMs).toISOString()
    fileOf(log, topic.name).run(`DELETE FROM "${topic.name}" WHERE recorded_at < ?`, oldest)
  }
}

function fileOf(log: LogFiles, topic: AnyTopicName): Database {
  return INTAKE.includes(topic) ? log.intake : log.derived
}

function wake(log: LogFiles): void {
  log.woken.emit('appended')
  log.channel?.postMessage(null)
}

function append(log: LogFiles, records: readonly NewRecord[]): LogPosition[] {
  if (records.length === 0) return []
  const file = singleFile(log, records)
  const positions = file.transaction(() => records.map((record) => insert(file, record)))
  wake(log)
  return positions
}

function singleFile(log: LogFiles, records: readonly NewRecord[]): Database {
  const files = new Set(records.map((record) => fileOf(log, record.topic)))
  if (files.size > 1) throw new Error('records of two writers cannot be appended in one step')
  return files.values().next().value ?? log.derived
}

function insert(file: Database, { topic, event }: NewRecord): LogPosition {
  const row = file.get<{ position: number }>(
    `INSERT INTO "${topic}" (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO NOTHING RETURNING position`,
    event.id,
    event.appId,
    event.userId,
    event.type,
    event.version,
    event.occurredAt,
    event.recordedAt,
    event.causationId,
    event.traceparent,
    JSON.stringify(event.open),
    event.sealed,
  )
  const position =
    row?.position ??
    file.get<{ position: number }>(`SELECT position FROM "${topic}" WHERE id = ?`, event.id)!
      .position
  return { topic, partition: PARTITION, position }
}

function commitTo(log: LogFiles, commit: Parameters<EventLog['commit']>[0]): LogPosition[] {
  const file = singleFile(log, commit.records)
  const positions = file.transaction(() => {
    const appended = commit.records.map((record) => insert(file, record))
    for (const { topic, partition, position } of commit.checkpoints) {
      file.run(
        `INSERT INTO checkpoints VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET position = max(position, excluded.position)`,
        commit.group,
        topic,
        partition,
        position,
      )
    }
    return appended
  })
  if (positions.length > 0) wake(log)
  return positions
}

/** A group's checkpoint lies beside what it produced; where it has produced to both files, the later one holds. */
function checkpointsOf(log: LogFiles, group: string, topic: AnyTopicName): Checkpoints {
  const found = new Map<number, Position>()
  for (const file of [log.intake, log.derived]) {
    const row = file.get<{ position: number }>(
      'SELECT position FROM checkpoints WHERE consumer_group = ? AND topic = ? AND partition = ?',
      group,
      topic,
      PARTITION,
    )
    if (row) found.set(PARTITION, Math.max(row.position, found.get(PARTITION) ?? row.position))
  }
  return found
}

function recordOf(topic: AnyTopicName, row: LogRow): LogRecord {
  const event: StoredEvent = {
    id: row.id,
    type: row.type,
    version: row.version,
    appId: row.app_id,
    userId: row.user_id,
    occurredAt: row.occurred_at,
    recordedAt: row.recorded_at,
    causationId: row.causation_id,
    traceparent: row.traceparent,
    open: JSON.parse(row.open),
    sealed: row.sealed,
  }
  return { topic, partition: PARTITION, position: row.position, event, defect: null }
}

function readBatch(
  log: LogFiles,
  { topic, after, upTo, maxRecords }: ReadOptions & { maxRecords: number },
): LogRecord[] {
  return fileOf(log, topic)
    .all<LogRow>(
      `SELECT position, ${columns} FROM "${topic}" WHERE position > ? AND position <= ?
       ORDER BY position LIMIT ?`,
      after ?? -1,
      upTo ?? Number.MAX_SAFE_INTEGER,
      maxRecords,
    )
    .map((row) => recordOf(topic, row))
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

async function subscribe(log: LogFiles, options: SubscribeOptions): Promise<Subscription> {
  const stopped = new AbortController()
  const loops = options.topics.map((topic) =>
    follow(log, options, topic, stopped.signal).catch((error) => {
      if (stopped.signal.aborted) return
      stopped.abort()
      options.failed(error as Error)
    }),
  )
  const subscription: Subscription = {
    close: async () => {
      stopped.abort()
      log.woken.emit('appended')
      await Promise.all(loops)
      log.subscriptions.delete(subscription)
    },
  }
  log.subscriptions.add(subscription)
  return subscription
}

async function follow(
  log: LogFiles,
  options: SubscribeOptions,
  topic: AnyTopicName,
  signal: AbortSignal,
): Promise<void> {
  let after = await options.resumeAfter(topic, PARTITION)
  while (!signal.aborted) {
    const records = readBatch(log, {
      topic,
      partition: PARTITION,
      after,
      maxRecords: options.maxRecords,
    })
    if (records.length === 0) {
      await appended(log, signal)
      continue
    }
    const delivery: Delivery = { topic, partition: PARTITION, records }
    await options.deliver(delivery)
    after = records.at(-1)!.position
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Resolves on the next append, when stopped, or after the safety net's time. */
async function appended(log: LogFiles, signal: AbortSignal): Promise<void> {
  const wait = AbortSignal.any([signal, AbortSignal.timeout(POLL_MS)])
  await once(log.woken, 'appended', { signal: wait }).catch(() => undefined)
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

function userRows(file: Database, topic: AnyTopicName, { appId, userId }: Scope): LogRow[] {
  return file.all<LogRow>(
    `SELECT position, ${columns.replace(/sealed$/, 'NULL AS sealed')} FROM "${topic}"
     WHERE app_id = ? AND user_id = ? ORDER BY position`,
    appId,
    userId,
  )
}

async function closeLog(log: LogFiles): Promise<void> {
  await Promise.all([...log.subscriptions].map((subscription) => subscription.close()))
  log.channel?.close()
  log.intake.close()
  log.derived.close()
}
