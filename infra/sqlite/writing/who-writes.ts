// Who writes what, where a thread has a writing thread beside it: that thread everything, or this one the small writes.
import { isBusy } from '../database/busy.ts'
import type { KeyWrites } from '../key-store.ts'
import type { ObjectWrites } from '../object-store.ts'
import type { LogWrites } from './log-writes.ts'
import type { Writer } from './open-writer.ts'

/** Bytes of content that SQLite commits in about a millisecond. */
const SMALL_BYTES = 64 * 1024

/** `own`: what this thread would do itself. */
export type WhoWrites = {
  log: (own: LogWrites) => LogWrites
  objects: (own: ObjectWrites) => ObjectWrites
  keys: KeyWrites
}

/** For a thread that no client waits for. */
export function allThere(writer: Writer): WhoWrites {
  return { log: () => writer.log, objects: () => writer.objects, keys: writer.keys }
}

/**
 * For a thread that acknowledges: a small commit takes less time than the way to another thread and back. A large one
 * would hold the event loop, and so would waiting for a connection that writes to the same file. What comes while the
 * writing thread works waits in its line, because a file has one writer at a time.
 */
export function smallHere(writer: Writer): WhoWrites {
  const write = async <T>(bytes: number, here: () => Promise<T>, there: () => Promise<T>) => {
    if (bytes > SMALL_BYTES || !writer.isIdle()) return there()
    try {
      return await here()
    } catch (error) {
      if (isBusy(error)) return there()
      throw error
    }
  }
  return {
    log: (own) => ({
      ...writer.log,
      append: (records) =>
        write(
          records.reduce((sum, { event }) => sum + (event.sealed?.byteLength ?? 0), 0),
          () => own.append(records),
          () => writer.log.append(records),
        ),
      // Each connection knows which of its own writes failed.
      ping: async (topic) => {
        await own.ping(topic)
        await writer.log.ping(topic)
      },
    }),
    objects: (own) => ({
      ...writer.objects,
      addMany: (objects) =>
        write(
          objects.reduce((sum, { body }) => sum + body.byteLength, 0),
          () => own.addMany(objects),
          () => writer.objects.addMany(objects),
        ),
      ping: async () => {
        await own.ping()
        await writer.objects.ping()
      },
    }),
    keys: writer.keys,
  }
}
