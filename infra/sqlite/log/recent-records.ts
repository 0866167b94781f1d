// The records of a topic that were read last. A topic has several readers, which follow each other closely: one reads the
// rows, and the others are given the same records, so that their content is opened once too.
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { LogRecord } from '../../ports/event-log.ts'
import { type LogFiles, PARTITION, type RecentRecords, type Stretch } from './log-files.ts'
import { readBatch } from './log-rows.ts'

const MOST = 256
/** Records may hold what a forget erases, so none is held for longer. */
const HELD_MS = 1_000

type Wanted = { topic: AnyTopicName; after: number; maxRecords: number }

/** The next records after a position: at most `maxRecords`, none at the end of the topic. */
export function nextRecords(log: LogFiles, wanted: Wanted): readonly LogRecord[] {
  const held = log.recent.get(wanted.topic)
  const known = held ? recordsAfter(held, wanted) : []
  if (known.length > 0) return known
  const read = readBatch(log, { ...wanted, partition: PARTITION })
  if (read.length > 0) hold(log, wanted, read)
  return read
}

function recordsAfter({ after, records }: Stretch, wanted: Wanted): LogRecord[] {
  if (wanted.after < after) return []
  const first = records.findIndex(({ position }) => position > wanted.after)
  return first < 0 ? [] : records.slice(first, first + wanted.maxRecords)
}

/** A reader that is far behind the others reads alone. */
function hold({ recent }: LogFiles, { topic, after }: Wanted, read: readonly LogRecord[]): void {
  const held = recent.get(topic)
  const end = held?.records.at(-1)?.position ?? -1
  if (!held || after > end) begin(recent, topic, { after, records: [...read] })
  else if (after === end && held.records.length + read.length <= MOST) held.records.push(...read)
  else if (after === end) begin(recent, topic, { after, records: [...read] })
}

function begin(recent: RecentRecords, topic: AnyTopicName, stretch: Stretch): void {
  recent.set(topic, stretch)
  const drop = () => {
    if (recent.get(topic) === stretch) recent.delete(topic)
  }
  setTimeout(drop, HELD_MS).unref()
}
