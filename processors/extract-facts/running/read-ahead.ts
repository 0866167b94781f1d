// Reads a user's next writes while one is decided on. A user's writes are handled one after another, and each answer of
// a thread that reads takes a turn of the event loop, in which other processors work too.
import type { Scope } from '../../../schemas/identifiers.ts'
import { scopeName } from '../../../schemas/scope-name.ts'
import type { Costed, OpenedContent } from '../reading/reading.ts'

type Ahead = {
  /** The raw content, as it is stored; null where there is none. */
  sealed: Promise<Uint8Array | null>
  /** Undefined where there is nothing to read. Fails as reading has failed. */
  read: Promise<Costed<OpenedContent> | undefined>
}
/** By the id of the write. */
type Batch = Map<string, Ahead>

/** What was read ahead: it is taken, or the user is forgotten. */
export type ReadAhead = {
  /** Begins a batch, unless one of the user is not used up. `begin` gives what is being read, by write. */
  start(scope: Scope, begin: () => Promise<Batch>): void
  /** Undefined if the write was not read ahead. */
  take(write: Scope & { id: string }): Promise<Ahead | undefined>
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
      const batch = begin().then((writes) => {
        // A failure is told to the one that takes it.
        for (const { sealed, read } of writes.values()) {
          sealed.catch(() => undefined)
          read.catch(() => undefined)
        }
        return writes
      })
      // What cannot be prepared is read, and fails, in its own turn.
      const prepared = batch.catch(() => new Map())
      users.set(name, prepared)
    },
    take: async (write) => {
      const name = scopeName(write)
      const started = users.get(name)
      const batch = await started
      const ahead = batch?.get(write.id)
      batch?.delete(write.id)
      // Writes come in order: where this one is missing, the others are of no use either.
      if ((!ahead || batch?.size === 0) && users.get(name) === started) users.delete(name)
      return ahead
    },
    forget: (scope) => void users.delete(scopeName(scope)),
  }
}
