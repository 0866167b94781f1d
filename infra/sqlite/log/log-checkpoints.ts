// Where consumer groups stand in the embedded log. A checkpoint lies beside what its group produced, so that both are
// one transaction. A group that has produced to both files has a checkpoint in each; the one that is ahead counts.
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { Checkpoints, NewCheckpoint, Position, Standing } from '../../ports/event-log.ts'
import type { Database } from '../database/database.ts'
import { type LogFiles, PARTITION } from './log-files.ts'

type Row = { position: Position; note: string | null }

export function checkpointsOf(log: LogFiles, group: string, topic: AnyTopicName): Checkpoints {
  const row = furthest(log, group, topic)
  return row ? new Map([[PARTITION, row.position]]) : new Map()
}

export function notesOf(
  log: LogFiles,
  group: string,
  topic: AnyTopicName,
): ReadonlyMap<number, string> {
  const note = furthest(log, group, topic)?.note
  return note ? new Map([[PARTITION, note]]) : new Map()
}

/** The file for a checkpoint without records: the one in which the group already stands. */
export function fileOfCheckpoint(
  log: LogFiles,
  { group, checkpoints }: { group: string; checkpoints: readonly NewCheckpoint[] },
): Database {
  const [first] = checkpoints
  const standsIn = [log.intake, log.derived].find(
    (file) => first && rowOf(file, group, first.topic),
  )
  return standsIn ?? log.derived
}

/** A checkpoint never moves back; its note goes with it. */
export function moveCheckpoint(
  file: Database,
  group: string,
  { topic, partition, position, note = null }: NewCheckpoint,
): void {
  const moved = file.run`INSERT INTO checkpoints
    VALUES (${group}, ${topic}, ${partition}, ${position})
    ON CONFLICT DO UPDATE SET position = excluded.position WHERE position <= excluded.position`
  if (moved === 0) return
  const of = 'consumer_group = ? AND topic = ? AND partition = ?'
  if (note === null) file.run(`DELETE FROM notes WHERE ${of}`, group, topic, partition)
  else file.run`INSERT OR REPLACE INTO notes VALUES (${group}, ${topic}, ${partition}, ${note})`
}

/**
 * When both files have the same position, the intake's is the later one: checkpoints without records go to the intake
 * once it has one.
 */
function furthest(log: LogFiles, group: string, topic: AnyTopicName): Row | undefined {
  const [intake, derived] = [log.intake, log.derived].map((file) => rowOf(file, group, topic))
  if (!intake || !derived) return intake ?? derived
  return derived.position > intake.position ? derived : intake
}

function rowOf(file: Database, group: string, topic: AnyTopicName): Row | undefined {
  return file.get<Row>`SELECT position, note FROM checkpoints
    LEFT JOIN notes USING (consumer_group, topic, partition)
    WHERE consumer_group = ${group} AND topic = ${topic} AND partition = ${PARTITION}`
}

export function standingOf(
  log: LogFiles,
  group: string,
  topic: AnyTopicName,
): ReadonlyMap<number, Standing> {
  const row = furthest(log, group, topic)
  return row ? new Map([[PARTITION, { position: row.position, note: row.note }]]) : new Map()
}
