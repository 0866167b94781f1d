// What a connection does while another one writes to the file: it waits, or fails at once.
import type { DatabaseSync } from 'node:sqlite'
import { sqliteCodeOf } from '../../runtime/fail/retry.ts'

/** Another connection is writing: nothing is wrong with the disk. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCodeOf(error)
  return code === 5 || code === 6
}

export function begin(db: DatabaseSync): void {
  db.exec('BEGIN IMMEDIATE')
}

/** Begins without waiting; what follows waits again. */
export function beginsNow(busyTimeoutMs: number): (db: DatabaseSync) => void {
  return (db) => {
    db.exec('PRAGMA busy_timeout = 0')
    try {
      begin(db)
    } finally {
      db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
    }
  }
}
