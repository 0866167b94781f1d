// Events as rows of a topic's table, and back.
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { LogPosition, LogRecord, NewRecord, ReadOptions } from '../../ports/event-log.ts'
import { present } from '../../runtime/certain.ts'
import type { Database } from '../database/database.ts'
import { fileOf, type LogFiles, PARTITION } from './log-files.ts'

export const columns =
  'id, app_id, user_id, type, version, occurred_at, recorded_at, causation_id, traceparent, open, sealed'

const openColumns = columns.replace(/sealed$/, 'NULL AS sealed')

/** The position, then `columns`. */
export type LogRow = readonly [
  position: number,
  id: string,
  appId: string,
  userId: string,
  type: string,
  version: number,
  occurredAt: string,
  recordedAt: string,
  causationId: string | null,
  traceparent: string | null,
  open: string,
  sealed: Uint8Array | null,
]

/** No identifier holds it. */
const AND_OWNER = '\n'

/** The id of a row whose event shares its id with another user's, as after an import: `id` is unique in each topic. */
function idBeside({ id, appId, userId }: StoredEvent): string {
  return [id, appId, userId].join(AND_OWNER)
}

function eventIdOf(id: string): string {
  const end = id.indexOf(AND_OWNER)
  return end === -1 ? id : id.slice(0, end)
}

/** Returns the event's place, even if the topic already held the event. */
export function insert(file: Database, record: NewRecord): LogPosition {
  const { topic, event } = record
  const position =
    insertAs(file, event.id, record) ??
    placeOf(file, record) ??
    present(insertAs(file, idBeside(event), record), 'position')
  return { topic, partition: PARTITION, position }
}

function placeOf(file: Database, { topic, event }: NewRecord): number | undefined {
  return file.get<{ position: number }>(
    `SELECT position FROM "${topic}" WHERE id IN (?, ?) AND app_id = ? AND user_id = ?`,
    event.id,
    idBeside(event),
    event.appId,
    event.userId,
  )?.position
}

/** Undefined: the topic has a row of this id. */
function insertAs(file: Database, id: string, { topic, event }: NewRecord): number | undefined {
  return file.get<{ position: number }>(
    `INSERT INTO "${topic}" (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO NOTHING RETURNING position`,
    id,
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
  )?.position
}

export function recordOf(log: LogFiles, topic: AnyTopicName, row: LogRow): LogRecord {
  const [
    position,
    id,
    appId,
    userId,
    type,
    version,
    occurredAt,
    recordedAt,
    causationId,
    traceparent,
    open,
    sealed,
  ] = row
  const event: StoredEvent = {
    id: eventIdOf(id),
    type,
    version,
    appId,
    userId,
    occurredAt,
    recordedAt,
    causationId,
    traceparent,
    open: fileOf(log, topic).parsed(open, () => `${topic}, position ${position}`),
    sealed,
  }
  return { topic, partition: PARTITION, position, event: log.names.known(event), defect: null }
}

export function readBatch(
  log: LogFiles,
  { topic, after, upTo, scope, maxRecords, openOnly }: ReadOptions & { maxRecords: number },
): LogRecord[] {
  const ofUser = scope ? 'AND app_id = ? AND user_id = ?' : ''
  const rowsOf = (owner: readonly string[]) =>
    fileOf(log, topic).tuples<LogRow>(
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
    fileOf(log, topic).tuples<LogRow>(
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
  return found.sort(([a], [b]) => a - b)
}
