// Checkpoints of deliveries in which there was nothing to do. Writing each of them would cost as much as work does, so
// they are written a moment later, the last one of a partition for all before it. A process that dies before that reads
// these deliveries again, and again finds nothing to do.
import type { LogPosition } from '../../ports/event-log.ts'
import { createLastPlaces } from './last-places.ts'

const IDLE_CHECKPOINT_MS = 200

type IdleCheckpoints = {
  /** There was nothing to do up to this place. */
  idle(at: LogPosition): void
  /** The next delivery of this partition brings its own checkpoint, or another process reads the partition now. */
  forget(at: Pick<LogPosition, 'topic' | 'partition'>): void
  /** Writes what waits and ends. */
  close(): Promise<void>
}

/** A failed `write` is not repeated: the next one says more. A `write` that others wait for retries by itself. */
export function createIdleCheckpoints(
  write: (at: LogPosition) => Promise<void>,
  afterMs = IDLE_CHECKPOINT_MS,
): IdleCheckpoints {
  const places = createLastPlaces((all) => Promise.allSettled(all.map(write)), afterMs)
  return { idle: places.add, forget: places.forget, close: places.close }
}
