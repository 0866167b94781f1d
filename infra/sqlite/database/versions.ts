// What was read of a file may be kept until something is written to it, by this connection or by another.
import type { Scope } from '../../../schemas/identifiers.ts'
import { scopeName } from '../../../schemas/scope-name.ts'
import { createBounded } from '../../runtime/envelope/bounded.ts'
import { untilHandled } from './spans.ts'

/**
 * `readVersion` reads what changes with each commit of another connection (sqlite.org/pragma.html#pragma_data_version),
 * once for each event of this thread and after each of its writes; call `renew` for what this connection writes.
 */
export function createVersions(readVersion: () => unknown) {
  let read: unknown
  let version = {}
  let isRead = false
  const renew = () => {
    version = {}
  }
  const now = () => {
    if (isRead) return version
    isRead = true
    untilHandled(() => {
      isRead = false
    })
    const others = readVersion()
    if (others !== read) renew()
    read = others
    return version
  }
  return { renew, now }
}

const MOST_USERS = 2_000

/** Calls `read` for a user again after something was written to the file. */
export function untilWritten<T extends {}>(
  db: { version(): object },
  read: (scope: Scope) => T,
): (scope: Scope) => T {
  const known = createBounded<T>(MOST_USERS)
  let version: object | null = null
  return (scope) => {
    // Before it reads: what is written in between makes it read once more.
    const now = db.version()
    if (now !== version) known.clear()
    version = now
    const name = scopeName(scope)
    return known.get(name) ?? known.set(name, read(scope))
  }
}
