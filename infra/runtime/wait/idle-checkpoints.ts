// Checkpoints of deliveries in which there was nothing to do. Writing each of them would cost as much as work does, so
// they are written a moment later, the last one of a partition for all before it. A process that dies before that reads
// these deliveries again, and again finds nothing to do.
import type { LogPosition } from '../../ports/event-log.ts'

const IDLE_CHECKPOINT_MS = 200

export type IdleCheckpoints = {
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
  const waiting = new Map<string, LogPosition>()
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let writing: Promise<unknown> = Promise.resolve()
  // One after another: while a store is down, new checkpoints replace those that wait.
  const flush = () => {
    writing = writing.then(() => {
      timer = undefined
      const places = [...waiting.values()]
      waiting.clear()
      return Promise.allSettled(places.map(write))
    })
    return writing
  }
  return {
    idle: (at) => {
      if (closed) return
      waiting.set(nameOf(at), at)
      timer ??= setTimeout(() => void flush(), afterMs)
    },
    forget: (at) => void waiting.delete(nameOf(at)),
    close: async () => {
      closed = true
      clearTimeout(timer)
      await flush()
    },
  }
}

function nameOf({ topic, partition }: Pick<LogPosition, 'topic' | 'partition'>): string {
  return `${topic}/${partition}`
}
