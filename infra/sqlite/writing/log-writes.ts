// What changes the embedded log. Separate from reading, because a commit waits for the disk: in a service a thread of
// its own writes (writing-thread.ts), and event loops continue meanwhile.
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { EventLog, LogPosition, NewRecord, Position } from '../../ports/event-log.ts'
import type { Database } from '../database/database.ts'
import { fileOfCheckpoint, moveCheckpoint } from '../log/log-checkpoints.ts'
import { fileOf, type LogFiles, wake } from '../log/log-files.ts'
import { insert } from '../log/log-rows.ts'

export type LogWrites = Pick<EventLog, 'append' | 'commit'> & {
  /** Removes these records for ever; returns how many there were. */
  remove(topic: AnyTopicName, positions: readonly Position[]): Promise<number>
  /** Throws if the topic cannot be written to. */
  ping(topic: AnyTopicName): Promise<void>
}

export function createLogWrites(log: LogFiles): LogWrites {
  // Not known at first: an earlier process may have died between a removal and this.
  const truncated = new WeakSet<Database>()
  return {
    append: async (records) => append(log, records),
    commit: async (commit) => commitTo(log, commit),
    remove: async (topic, positions) => remove(fileOf(log, topic), truncated, { topic, positions }),
    ping: async (topic) => fileOf(log, topic).ping(),
  }
}

function append(log: LogFiles, records: readonly NewRecord[]): LogPosition[] {
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

/**
 * A checkpoint without records is not synced: if it is lost, the records that it passed are processed again and yield
 * nothing.
 */
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

/** `truncated`: files whose write-ahead log holds nothing that was removed. */
function remove(
  file: Database,
  truncated: WeakSet<Database>,
  { topic, positions }: { topic: AnyTopicName; positions: readonly Position[] },
): number {
  if (positions.length === 0 && truncated.has(file)) return 0
  truncated.delete(file)
  const removed = file.transaction(() =>
    file.run(
      `DELETE FROM "${topic}" WHERE position IN (SELECT value FROM json_each(?))`,
      JSON.stringify(positions),
    ),
  )
  file.truncateLog()
  truncated.add(file)
  return removed
}
