// One process's claim on a folder or a file: a lock of the operating system, which ends with the process, however that
// dies.
import { DatabaseSync } from 'node:sqlite'
import { makePrivate } from './database-file.ts'

/** Null when another process holds it; the returned function releases it. */
export function lockFile(path: string): (() => void) | null {
  makePrivate(path)
  // No busy timeout: a lock that another process holds is refused at once.
  const held = new DatabaseSync(path)
  try {
    held.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch {
    held.close()
    return null
  }
  return () => held.close()
}
