// Collects places of the log and writes them a moment later, the last one of a partition for all before it.
import type { LogPosition } from '../../ports/event-log.ts'

type LastPlaces = {
  add(at: LogPosition): void
  /** Another writer speaks for this partition now. */
  forget(at: Pick<LogPosition, 'topic' | 'partition'>): void
  /** Writes what waits and ends. */
  close(): Promise<void>
}

/**
 * One write at a time, so that an older place never comes last: new places wait meanwhile. A failed write is not
 * repeated: the next one says more.
 */
export function createLastPlaces(
  write: (places: readonly LogPosition[]) => Promise<unknown>,
  afterMs: number,
): LastPlaces {
  const waiting = new Map<string, LogPosition>()
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let writing: Promise<unknown> = Promise.resolve()
  const flush = () => {
    writing = writing.then(async () => {
      timer = undefined
      const places = [...waiting.values()]
      waiting.clear()
      if (places.length > 0) await write(places).catch(() => undefined)
    })
    return writing
  }
  return {
    add: (at) => {
      if (closed) return
      waiting.set(partitionName(at), at)
      timer ??= setTimeout(() => void flush(), afterMs).unref()
    },
    forget: (at) => void waiting.delete(partitionName(at)),
    close: async () => {
      closed = true
      clearTimeout(timer)
      await flush()
    },
  }
}

/** One name for a partition of a topic. */
export function partitionName({
  topic,
  partition,
}: Pick<LogPosition, 'topic' | 'partition'>): string {
  return `${topic}/${partition}`
}
