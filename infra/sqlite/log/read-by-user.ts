// Reads a stretch of a topic user by user, for a rebuild that fills a file: the rows of a user lie together in that file, so
// each of its pages is written once, and not with the records of every step.
import type { Scope } from '../../../schemas/identifiers.ts'
import { scopeName } from '../../../schemas/scope-name.ts'
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { LogRecord, Position } from '../../ports/event-log.ts'
import { closeLogFiles, fileOf, type LogFiles, type LogOptions, openLogFiles } from './log-files.ts'
import { columns, type LogRow, recordOf } from './log-rows.ts'

type Wanted = {
  topic: AnyTopicName
  /** Exclusive; undefined: from the beginning. */
  after: Position | undefined
  /** Inclusive. */
  upTo: Position
  isOwn: (scope: Scope) => boolean
  /** Of a part. */
  maxRecords: number
}

/** `passed`: up to there everything has been given, this part included; null within a window. */
type Part = { records: readonly LogRecord[]; passed: Position | null }

/** So many records are put in the order of their users at a time. They are read twice, the second time from memory. */
const WINDOW = 262_144

export type UserReader = {
  read(wanted: Wanted): Iterable<Part>
  close(): void
}

/** Reads the log of a directory, which another thread may be writing. */
export function openUserReader(options: Pick<LogOptions, 'directory' | 'names'>): UserReader {
  const log = openLogFiles({ ...options, checkpointing: 'left' })
  return { read: (wanted) => readByUser(log, wanted), close: () => closeLogFiles(log) }
}

/** The records of a user come in the order of the log within each window, and windows follow one another. */
export function* readByUser(
  log: LogFiles,
  wanted: Wanted,
  window = WINDOW,
): Generator<Part, void, undefined> {
  let after = wanted.after ?? -1
  while (after < wanted.upTo) {
    const { positions, end } = inUserOrder(log, { ...wanted, after }, window)
    for (let from = 0; from < positions.length; from += wanted.maxRecords) {
      const some = positions.slice(from, from + wanted.maxRecords)
      const isLast = from + some.length >= positions.length
      yield { records: recordsAt(log, wanted.topic, some), passed: isLast ? end : null }
    }
    if (positions.length === 0) yield { records: [], passed: end }
    after = end
  }
}

type Placed = {
  app_id: string
  user_id: string
  type: string
  count: number
  last: Position
  /** As JSON. */
  positions: string
}

/** The own records of the next window, and where it ends. */
function inUserOrder(
  log: LogFiles,
  { topic, after, upTo, isOwn }: Wanted & { after: Position },
  window: number,
): { positions: Position[]; end: Position } {
  const groups = fileOf(log, topic).all<Placed>(
    `SELECT app_id, user_id, type, count(*) AS count, max(position) AS last,
       json_group_array(position) AS positions
     FROM (SELECT position, app_id, user_id, type FROM "${topic}" WHERE position > ? AND position <= ?
       ORDER BY position LIMIT ?)
     GROUP BY app_id, user_id, type`,
    after,
    upTo,
    window,
  )
  const byUser = new Map<string, Position[]>()
  let [read, end] = [0, after]
  for (const { app_id: appId, user_id, type, count, last, positions } of groups) {
    read += count
    end = Math.max(end, last)
    const scope = { appId, userId: log.names.known({ appId, userId: user_id, type }).userId }
    if (!isOwn(scope)) continue
    const name = scopeName(scope)
    const more: Position[] = JSON.parse(positions)
    byUser.set(name, [...(byUser.get(name) ?? []), ...more])
  }
  const inOrder = (some: Position[]) => some.sort((a, b) => a - b)
  return { positions: [...byUser.values()].flatMap(inOrder), end: read < window ? upTo : end }
}

function recordsAt(log: LogFiles, topic: AnyTopicName, at: readonly Position[]): LogRecord[] {
  // The outer loop of a cross join is its first table, so the rows come in the order of the list.
  const rows = fileOf(log, topic).tuples<LogRow>(
    `SELECT position, ${columns} FROM (SELECT value AS place FROM json_each(?))
     CROSS JOIN "${topic}" ON position = place`,
    JSON.stringify(at),
  )
  return rows.map((row) => recordOf(log, topic, row))
}
