// Events as rows of a topic's table, and back.
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { LogPosition, LogRecord, NewRecord, ReadOptions } from '../../ports/event-log.ts'
import type { Database } from '../database/database.ts'
import { fileOf, type LogFiles, PARTITION } from './log-files.ts'

export const columns =
  'id, app_id, user_id, type, version, occurred_at, recorded_at, causation_id, traceparent, open, sealed'

const openColumns = columns.replace(/sealed$/, 'NULL AS sealed')

export type LogRow = {
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

/** Returns the event's place, even if the topic already held the event. */
export function insert(file: Database, { topic, event }: NewRecord): LogPosition {
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
    file.one<{ position: number }>(`SELECT position FROM "${topic}" WHERE id = ?`, event.id)
      .position
  return { topic, partition: PARTITION, position }
}

export function recordOf({ names }: LogFiles, topic: AnyTopicName, row: LogRow): LogRecord {
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
  return {
    topic,
    partition: PARTITION,
    position: row.position,
    event: names.known(event),
    defect: null,
  }
}

export function readBatch(
  log: LogFiles,
  { topic, after, upTo, scope, maxRecords, openOnly }: ReadOptions & { maxRecords: number },
): LogRecord[] {
  const ofUser = scope ? 'AND app_id = ? AND user_id = ?' : ''
  const rowsOf = (owner: readonly string[]) =>
    fileOf(log, topic).all<LogRow>(
      `SELECT position, ${openOnly ? openColumns : columns} FROM "${topic}" WHERE position > ? AND position <= ? ${ofUser}
       ORDER BY position LIMIT ?`,
      after ?? -1,
      upTo ?? Number.MAX_SAFE_INTEGER,
      ...owner,
      maxRecords,
    )
  const rows = scope ? underEachName(log, scope, rowsOf).slice(0, maxRecords) : rowsOf([])
  return rows.map((row) => recordOf(log, topic, row))
}

/** A user's rows in order, without their sealed part. */
export function userRows(log: LogFiles, topic: AnyTopicName, scope: Scope): LogRow[] {
  return underEachName(log, scope, (owner) =>
    fileOf(log, topic).all<LogRow>(
      `SELECT position, ${openColumns} FROM "${topic}"
       WHERE app_id = ? AND user_id = ? ORDER BY position`,
      ...owner,
    ),
  )
}

/** A question for each name, because SQLite answers one for several in no order. */
function underEachName(
  { names }: LogFiles,
  scope: Scope,
  rowsOf: (owner: readonly string[]) => LogRow[],
): LogRow[] {
  const found = names.of(scope).flatMap((userId) => rowsOf([scope.appId, userId]))
  return found.sort((a, b) => a.position - b.position)
}
