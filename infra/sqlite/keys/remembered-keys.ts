// Remembers what a file of keys says of a user, because each processor asks for the keys of each user of a delivery.
// Whether the file has changed is asked once in a turn of the event loop: a delivery keeps its keys for longer.
import type { Scope } from '../../../schemas/identifiers.ts'
import { createBounded } from '../../runtime/envelope/bounded.ts'
import type { Database } from '../database/database.ts'

export type RememberedKeys<T> = {
  of(scope: Scope): T
  /** After a change by this connection, or on behalf of this thread. */
  clear(): void
}

const MOST_USERS = 2_000
/** A thread that asks for nothing more keeps no key that another one has destroyed. */
const KEPT_MS = 50_000

/** @param read - reads what the file says of a user. */
export function rememberKeys<T extends {}>(
  db: Database,
  read: (scope: Scope) => T,
): RememberedKeys<T> {
  const known = createBounded<T>(MOST_USERS)
  let version: number | null = null
  let isChecked = false
  let isTimed = false
  const check = () => {
    isChecked = true
    setImmediate(() => {
      isChecked = false
    }).unref()
    const now = versionOf(db)
    if (now !== version) known.clear()
    version = now
  }
  const clear = () => {
    known.clear()
    isChecked = false
  }
  const clearLater = () => {
    if (isTimed) return
    isTimed = true
    setTimeout(() => {
      isTimed = false
      clear()
    }, KEPT_MS).unref()
  }
  return {
    of: (scope) => {
      if (!isChecked) check()
      const name = `${scope.appId.length} ${scope.appId}${scope.userId}`
      clearLater()
      return known.get(name) ?? known.set(name, read(scope))
    },
    clear,
  }
}

/** Changes whenever another connection has changed the file. */
function versionOf(db: Database): number {
  return db.get<{ data_version: number }>('PRAGMA data_version')?.data_version ?? 0
}
