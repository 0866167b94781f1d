// A claim on a folder or a file for one process: a lock of the operating system, which ends with the process, however
// that dies.
import { DatabaseSync } from 'node:sqlite'
import { makePrivate } from './database-file.ts'

/** Null where another process holds it; the answer lets go of it. */
export function lockFile(path: string): (() => void) | null {
  makePrivate(path)
  // No busy timeout: what another holds is refused at once.
  const held = new DatabaseSync(path)
  try {
    held.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch {
    held.close()
    return null
  }
  return () => held.close()
}
