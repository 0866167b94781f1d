// Where the last record of each partition stands. The end that a log tells may hold no record: a transaction's mark, or
// what has been erased.
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { Checkpoints, EventLog, Position } from '../../ports/event-log.ts'

const FIRST_STRETCH = 64

/** Partitions without a record are left out. */
export async function lastRecords(
  log: Pick<EventLog, 'ends' | 'read'>,
  topic: AnyTopicName,
): Promise<Checkpoints> {
  const ends = [...(await log.ends(topic))]
  const last = await Promise.all(
    ends.map(async ([partition, upTo]) => [
      partition,
      await lastOf(log, { topic, partition, upTo }),
    ]),
  )
  return new Map(last.filter((each): each is [number, Position] => each[1] !== null))
}

/** Looks further and further back. */
async function lastOf(
  log: Pick<EventLog, 'read'>,
  { topic, partition, upTo }: { topic: AnyTopicName; partition: number; upTo: Position },
): Promise<Position | null> {
  for (let length = FIRST_STRETCH; ; length *= 8) {
    const after = upTo - length
    let last: Position | null = null
    const stretch = { topic, partition, upTo, ...(after >= 0 && { after }) }
    for await (const records of log.read(stretch)) last = records.at(-1)?.position ?? last
    if (last !== null || after < 0) return last
  }
}
