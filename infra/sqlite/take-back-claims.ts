// Deliveries that a process claimed and died with. For a process that has the file to itself: it knows that no attempt of
// them runs, and need not wait for the leases to end.
import { openDatabase } from './database/database.ts'

/** They are due again when they were planned. A process may have died before the file had its tables. */
export function takeBackClaims(path: string): void {
  using db = openDatabase({ path, durable: false, schema: '' })
  if (!db.get("SELECT 1 FROM sqlite_schema WHERE name = 'deliveries'")) return
  db.run(
    `UPDATE deliveries SET due_at = next_attempt_at, lease = NULL
     WHERE due_at IS NOT NULL AND lease IS NOT NULL`,
  )
}
