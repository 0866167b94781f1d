// The files of the embedded log: a table per topic, in two files with one writer thread each, so that the thread that
// acknowledges writes never waits for the thread that processes them.
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import { type AnyTopicName, topics } from '../../../schemas/topics.ts'
import type { LogRecord, Subscription } from '../../ports/event-log.ts'
import { type LogNames, ownNames } from '../../ports/rules/own-names.ts'
import { isOutage } from '../../runtime/fail/retry.ts'
import { every } from '../../runtime/wait/every.ts'
import { type Database, openDatabase } from '../database/database.ts'

export const PARTITION = 0
/** The API appends clients' requests to the first file; what processors derive goes to the second. */
const INTAKE: readonly AnyTopicName[] = [
  'memory.inbox.v1',
  'memory.inbox.v1.dlq',
  'memory.writes.v1',
  'memory.settings.v1',
]
const CHECKPOINT_MS = 1_000
const TRIM_MS = 60_000
/** Of a topic: more than a service writes in that time. */
const TRIMMED_AT_ONCE = 20_000

/** All records of a topic after a position, and up to that of the last of them. */
export type Stretch = { after: number; records: LogRecord[] }
export type RecentRecords = Map<AnyTopicName, Stretch>

export type LogFiles = {
  intake: Database
  derived: Database
  /** Tells this thread's readers of an append, by topic. */
  woken: EventEmitter
  /** Tells other threads' readers. */
  channel: BroadcastChannel | null
  subscriptions: Set<Subscription>
  recent: RecentRecords
  names: LogNames
  stopKeeping: (() => void) | null
}

export type LogOptions = {
  /** Null: in memory. */
  directory: string | null
  /**
   * Which connection moves the intake's write-ahead log into its file, which causes a pause: this one on its commits
   * (`automatic`), this one at intervals on behalf of another (`done`), or another on behalf of this one (`left`). The
   * one at intervals also removes what expires while the service runs.
   */
  checkpointing?: 'automatic' | 'done' | 'left'
  /** `fails`: what this thread writes itself never waits for another one. */
  whileLocked?: 'waits' | 'fails'
  /** How long its connections wait for others. */
  busyTimeoutMs?: number
  /** How events name their users in the files; by default, as they are given. */
  names?: LogNames
}

export function openLogFiles(options: LogOptions): LogFiles {
  const { directory, checkpointing, whileLocked, busyTimeoutMs, names = ownNames } = options
  const open = (name: string, wanted: (topic: AnyTopicName) => boolean) =>
    openDatabase({
      path: directory === null ? ':memory:' : join(directory, name),
      durable: true,
      checkpoints: checkpointing === 'left' ? 'left' : 'automatic',
      whileLocked,
      busyTimeoutMs,
      schema: schemaFor(topics.map((topic) => topic.name).filter(wanted)),
    })
  const woken = new EventEmitter().setMaxListeners(0)
  const channel = directory === null ? null : new BroadcastChannel(`log:${directory}`)
  if (channel) {
    channel.onmessage = (message) => tellReaders(woken, message.data)
    channel.unref()
  }
  const intake = open('intake.db', (topic) => INTAKE.includes(topic))
  const derived = open('derived.db', (topic) => !INTAKE.includes(topic))
  return {
    intake,
    derived,
    woken,
    channel,
    subscriptions: new Set(),
    recent: new Map(),
    names,
    stopKeeping: checkpointing === 'done' ? keepUp({ intake, derived }) : null,
  }
}

export function closeLogFiles(log: LogFiles): void {
  log.stopKeeping?.()
  log.channel?.close()
  log.intake.close()
  log.derived.close()
}

type Files = Pick<LogFiles, 'intake' | 'derived'>

function keepUp(files: Files): () => void {
  const ends = [
    // Moves what the other thread committed from the write-ahead log into the file, without making it wait.
    every(CHECKPOINT_MS, () => files.intake.checkpoint()),
    every(TRIM_MS, () => trimStarts(files)),
  ]
  return () => {
    for (const end of ends) end()
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
      PRIMARY KEY (consumer_group, topic, partition)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS notes (
      consumer_group TEXT, topic TEXT, partition INTEGER, note TEXT NOT NULL,
      PRIMARY KEY (consumer_group, topic, partition)) WITHOUT ROWID;`
}

/** Removes, at start, what is older than a topic's retention. */
export function trim(files: Files): void {
  for (const [topic, oldest] of lifetimes()) {
    fileOf(files, topic).run(`DELETE FROM "${topic}" WHERE recorded_at < ?`, oldest)
  }
}

/** The same for the first records of each topic: the rest is left to the next time, because writers wait meanwhile. */
function trimStarts(files: Files): void {
  for (const [topic, oldest] of lifetimes()) {
    const file = fileOf(files, topic)
    const first = `"${topic}" ORDER BY position LIMIT`
    try {
      const at = file.get<{ at: string }>(`SELECT recorded_at AS at FROM ${first} 1`)?.at
      if (at === undefined || at >= oldest) continue
      file.run(
        `DELETE FROM "${topic}" WHERE recorded_at < ?
         AND position IN (SELECT position FROM ${first} ${TRIMMED_AT_ONCE})`,
        oldest,
      )
    } catch (error) {
      // Writes tell of a full disk, and the next time is soon.
      if (!isOutage(error)) throw error
    }
  }
}

/** Since when the records of topics that expire are kept. */
function lifetimes(): (readonly [AnyTopicName, string])[] {
  return topics.flatMap(({ name, retentionMs }) =>
    retentionMs === null ? [] : [[name, new Date(Date.now() - retentionMs).toISOString()] as const],
  )
}

export function fileOf({ intake, derived }: Files, topic: AnyTopicName): Database {
  return INTAKE.includes(topic) ? intake : derived
}

/** Wakes the readers of these topics and no others: each woken reader queries its table. */
export function wake(log: LogFiles, appended: Iterable<AnyTopicName>): void {
  const names = [...new Set(appended)]
  tellReaders(log.woken, names)
  log.channel?.postMessage(names)
}

function tellReaders(woken: EventEmitter, names: readonly AnyTopicName[]): void {
  for (const name of names) woken.emit(name)
}
