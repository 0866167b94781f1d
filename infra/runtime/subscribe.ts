// What all processors have in common: how their topics are read. Deliveries in which nothing is for them are passed over
// here, and cost a checkpoint now and then.
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyTopicName } from '../../schemas/topics.ts'
import type {
  Delivery,
  LogPosition,
  LogRecord,
  Position,
  Subscription,
} from '../ports/event-log.ts'
import { isForOthers } from './codec.ts'
import { createIdleCheckpoints, type IdleCheckpoints } from './idle-checkpoints.ts'
import type { Topology } from './processor.ts'
import type { RuntimeParts } from './run-transformer.ts'

const MAX_RECORDS = 256
const CLOSE_TIMEOUT_MS = 2_000

export type Reading = {
  /** Where to go on. Asked whenever a partition is assigned. */
  resumeAfter: (topic: AnyTopicName, partition: number) => Promise<Position | undefined>
  deliver: (delivery: Delivery) => Promise<void>
  /** Stores a checkpoint before which nothing was to be done. */
  checkpoint: (at: LogPosition) => Promise<void>
}

export async function subscribe(
  parts: RuntimeParts,
  { name, reads, handles }: Topology,
  { resumeAfter, deliver, checkpoint }: Reading,
): Promise<Subscription> {
  const idle = createIdleCheckpoints(checkpoint, parts.idleCheckpointMs)
  const subscription = await parts.log.subscribe({
    group: name,
    topics: reads,
    maxRecords: MAX_RECORDS,
    resumeAfter: (topic, partition) => {
      idle.forget({ topic, partition })
      return resumeAfter(topic, partition)
    },
    deliver: async (delivery) => {
      const last = delivery.records.at(-1)!
      if (isIdle(delivery, handles)) {
        observeLag(parts, name, last)
        return idle.idle(place(last))
      }
      idle.forget(last)
      await deliver(delivery)
    },
    failed: (error) => parts.failed(name, error),
  })
  return closingWith(subscription, idle)
}

/** A subscription that takes its idle checkpoints with it when it closes. */
export function closingWith(subscription: Subscription, idle: IdleCheckpoints): Subscription {
  return {
    close: async () => {
      // Before, because whoever has left may write no checkpoints.
      await Promise.race([idle.close(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      await subscription.close()
    },
  }
}

/** True where none of the records is for this processor. */
export function isIdle({ records }: Delivery, handles: readonly string[]): boolean {
  return records.every((record) => isForOthers(record, handles))
}

/** How old the newest event was when a processor had done with it. */
export function observeLag(
  { telemetry, now }: RuntimeParts,
  processor: string,
  record: LogRecord,
): void {
  if (!record.event) return
  const seconds = (now().getTime() - Date.parse(record.event.recordedAt)) / 1000
  telemetry.lagSeconds.set({ processor }, seconds)
}

export function place({ topic, partition, position }: LogRecord): LogPosition {
  return { topic, partition, position }
}
