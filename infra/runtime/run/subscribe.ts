// How every processor reads its topics. Deliveries that hold nothing for it are skipped here, and cost a checkpoint now
// and then.
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type {
  LogPosition,
  LogRecord,
  Position,
  RecordBatch,
  Subscription,
} from '../../ports/event-log.ts'
import { lastOf } from '../certain.ts'
import { type Decoded, isForOthers } from '../envelope/codec.ts'
import type { Why } from '../fail/dead-letter.ts'
import { resourceOf } from '../fail/failure-log.ts'
import { createLastPlaces } from '../wait/last-places.ts'
import { atMost } from '../wait/within.ts'
import type { Delivered, Topology } from './processor.ts'
import type { RuntimeParts } from './runtime-parts.ts'

const MAX_RECORDS = 256
const CLOSE_TIMEOUT_MS = 2_000
export const ANNOUNCE_AFTER_MS = 1_000
const IDLE_CHECKPOINT_MS = 200

type Reading = {
  /** Where to resume. Called whenever a partition is assigned. */
  resumeAfter: (topic: AnyTopicName, partition: number) => Promise<Position | undefined>
  deliver: (delivery: RecordBatch) => Promise<void>
  /** Up to where another feed of the same store is. */
  takenInUpTo?:
    | ((topic: AnyTopicName, partition: number) => Promise<Position | undefined>)
    | undefined
  /** There is nothing to do up to there, and everything before it is done. Its checkpoint follows. */
  passed?: ((at: LogPosition) => void) | undefined
  /** Stores a checkpoint before which there was nothing to do. */
  checkpoint: (at: LogPosition) => Promise<void>
  released: (topic: AnyTopicName, partition: number) => Promise<void>
}

export async function subscribe(
  parts: RuntimeParts,
  { name, reads, handles }: Topology,
  { resumeAfter, deliver, takenInUpTo, passed, checkpoint, released }: Reading,
): Promise<Subscription> {
  // For who reads the groups' offsets (exporters, scalers, our own watch while a store is down). No processor resumes
  // from it.
  const announcer = createLastPlaces(
    async (at) => (await subscribed).announce(at),
    ANNOUNCE_AFTER_MS,
  )
  const idle = createIdleCheckpoints(async (at) => {
    await checkpoint(at)
    announcer.add(at)
  }, parts.idleCheckpointMs)
  const subscribed = parts.log.subscribe({
    group: name,
    member: parts.member,
    topics: reads,
    maxRecords: MAX_RECORDS,
    resumeAfter: (topic, partition) => {
      idle.forget({ topic, partition })
      return resumeAfter(topic, partition)
    },
    deliver: async (delivery) => {
      const last = lastOf(delivery.records)
      if (isIdle(delivery, handles)) {
        passed?.(place(last))
        return idle.add(place(last))
      }
      idle.forget(last)
      await deliver(delivery)
      announcer.add(place(last))
    },
    takenInUpTo:
      takenInUpTo &&
      (async (topic, partition) => {
        const position = await takenInUpTo(topic, partition)
        if (position !== undefined) announcer.add({ topic, partition, position })
        return position
      }),
    released,
    failed: (error) => parts.failed(name, error),
  })
  return closingWith(await subscribed, [idle, announcer])
}

/**
 * Checkpoints of deliveries in which there was nothing to do. Writing each of them would cost as much as work does, so
 * they are written a moment later, the last one of a partition for all before it. A process that dies before that reads
 * these deliveries again, and again finds nothing to do. A `write` that others wait for retries by itself.
 */
export function createIdleCheckpoints(
  write: (at: LogPosition) => Promise<void>,
  afterMs = IDLE_CHECKPOINT_MS,
) {
  return createLastPlaces((all) => Promise.allSettled(all.map(write)), afterMs)
}

/** A subscription that writes what still waits when it closes. */
export function closingWith(
  subscription: Subscription,
  writers: readonly { close(): Promise<void> }[],
): Subscription {
  const closeWriters = async () => {
    // One after another: the last checkpoints are announced too.
    for (const writer of writers) await writer.close()
  }
  return {
    ...subscription,
    close: async () => {
      // Before leaving the group, because a member that has left may write no checkpoints.
      await atMost(closeWriters(), CLOSE_TIMEOUT_MS)
      await subscription.close()
    },
  }
}

/** True where none of the records is for this processor. */
export function isIdle({ records }: RecordBatch, handles: readonly string[]): boolean {
  return records.every((record) => isForOthers(record, handles))
}

export function deliveredAs(record: LogRecord, decoded: Extract<Decoded, { ok: true }>): Delivered {
  const { event, keyGeneration } = decoded
  return { ...place(record), event, keyGeneration }
}

export function place({ topic, partition, position }: LogRecord): LogPosition {
  return { topic, partition, position }
}

/** For operators, who find the dead letter by its place. */
export function logParked(
  { telemetry }: RuntimeParts,
  processor: string,
  { record, why: { errorClass } }: { record: LogRecord; why: Why },
): void {
  telemetry.logger.error(
    { processor, ...place(record), resourceId: resourceOf(record), errorClass },
    'parked in the dead letters',
  )
}
