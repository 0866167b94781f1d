// Reads a user's next writes while one is decided on. A user's writes are handled one after another, and each answer of
// a thread that reads takes a turn of the event loop, in which other processors work too.
import type { Scope } from '../../../schemas/identifiers.ts'
import { scopeName } from '../../../schemas/scope-name.ts'
import type { Costed, OpenedContent } from '../reading/reading.ts'

type Read = Costed<OpenedContent>
/** By the id of the write; undefined where there is nothing to read. */
type Batch = Map<string, Promise<Read | undefined>>

/** What was read ahead: it is taken, or the user is forgotten. */
export type ReadAhead = {
  /** Begins a batch, unless one of the user is not used up. `begin` gives what is being read, by write. */
  start(scope: Scope, begin: () => Promise<Batch>): void
  /** Undefined if the write was not read ahead. Fails as reading has failed. */
  take(write: Scope & { id: string }): Promise<Read | undefined>
  forget(scope: Scope): void
}

/** Writes in a batch. */
export const MOST_AHEAD = 16

export function createReadAhead(): ReadAhead {
  const users = new Map<string, Promise<Batch>>()
  return {
    start: (scope, begin) => {
      const name = scopeName(scope)
      if (users.has(name)) return
      const batch = begin().then((reads) => {
        // A failure is told to the one that takes it.
        for (const read of reads.values()) read.catch(() => undefined)
        return reads
      })
      // What cannot be prepared is read, and fails, in its own turn.
      const prepared = batch.catch(() => new Map())
      users.set(name, prepared)
    },
    take: async (write) => {
      const name = scopeName(write)
      const started = users.get(name)
      const batch = await started
      const read = batch?.get(write.id)
      batch?.delete(write.id)
      // Writes come in order: where this one is missing, the others are of no use either.
      if ((!read || batch?.size === 0) && users.get(name) === started) users.delete(name)
      return read
    },
    forget: (scope) => void users.delete(scopeName(scope)),
  }
}
