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
  /** Unless the user was forgotten meanwhile: then another may have begun. */
  const end = (name: string, batch: Promise<Batch>) => {
    if (users.get(name) === batch) users.delete(name)
  }
  return {
    start: (scope, begin) => {
      const name = scopeName(scope)
      if (users.has(name)) return
      // What cannot be prepared is read, and fails, in its own turn.
      const batch = begin().then(untold, (): Batch => new Map())
      users.set(name, batch)
      // Most writes are followed by none, and nothing is kept of a user who writes no more.
      void batch.then((writes) => {
        if (writes.size === 0) end(name, batch)
      })
    },
    take: async (write) => {
      const name = scopeName(write)
      const batch = users.get(name)
      if (!batch) return undefined
      const writes = await batch
      const ahead = writes.get(write.id)
      writes.delete(write.id)
      // Writes come in order: where this one is missing, the others are of no use either.
      if (!ahead || writes.size === 0) end(name, batch)
      return ahead
    },
    forget: (scope) => void users.delete(scopeName(scope)),
  }
}

/** A failure is told to the one that takes it. */
function untold(batch: Batch): Batch {
  for (const { sealed, read } of batch.values()) {
    sealed.catch(() => undefined)
    read.catch(() => undefined)
  }
  return batch
}
