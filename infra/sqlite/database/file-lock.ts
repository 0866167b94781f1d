// One process's claim on a folder or a file: a lock of the operating system, which ends with the process, however that
// dies.
import { DatabaseSync } from 'node:sqlite'
import { sqliteCodeOf } from '../../runtime/fail/retry.ts'
import { makePrivate } from './database-file.ts'

/** SQLite's codes of a file that another process has locked, and of one that is no database. */
const HELD = [5, 6]
const DAMAGED = [11, 26]

class DamagedLock extends Error {
  override readonly name = 'DamagedLock'
  readonly fatal = true
}

/** Null when another process holds it; the returned function releases it. Throws where the file cannot be locked. */
export function lockFile(path: string): (() => void) | null {
  makePrivate(path)
  // No busy timeout: a lock that another process holds is refused at once.
  const held = new DatabaseSync(path)
  try {
    held.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    held.close()
    const code = sqliteCodeOf(error) ?? 0
    if (HELD.includes(code)) return null
    if (!DAMAGED.includes(code)) throw error
    // It is not replaced here: a process that locked it before it was damaged may still run.
    const next = 'end every process that uses its directory, delete the file, and start again'
    throw new DamagedLock(`${path} is damaged. It holds no data: ${next}`)
  }
  return () => held.close()
}
