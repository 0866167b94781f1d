// A file of SQLite that is damaged. No event is to blame, and no time mends it: a person has to, or the process, where
// it can make the file again.
import { isOutage, Outage, sqliteCodeOf } from './retry.ts'

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = new Set<number | undefined>([11, 26])

export const WHAT_TO_DO =
  'is damaged. If it is one of memory, graph or audit, stop the service, move the file away and start it again: it is made from the log. If not, restore a backup'

/** Holds work up as an outage does, until the file is mended and the service started again. */
export class DamagedFile extends Outage {
  override readonly name = 'DamagedFile'
  readonly errcode: number | undefined
  constructor(file: string, cause: unknown) {
    super(`${file} ${WHAT_TO_DO}`, { cause })
    this.errcode = sqliteCodeOf(cause)
  }
}

/** Ends the process: the next start makes the state again from the log. */
export class DamagedState extends Error {
  override readonly name = 'DamagedState'
  readonly fatal = true
  readonly errcode: number | undefined
  constructor(file: string, cause: unknown) {
    const next = 'start the worker again, and it makes the state from the log'
    super(`${file}, from which this worker decided, was damaged and is removed: ${next}`, { cause })
    this.errcode = sqliteCodeOf(cause)
  }
}

export function isDamage(thrown: unknown): boolean {
  return DAMAGED.has(sqliteCodeOf(thrown))
}

/** An outage that a start need not wait for: what is damaged is told at once. */
export function maySoonPass(thrown: unknown): boolean {
  return isOutage(thrown) && !isDamage(thrown)
}

/** What has to be done, of an error of this thread or of another one; null where it tells of no damage. */
export function toldDamage(thrown: unknown): string | null {
  const isTold = thrown instanceof Error && ['DamagedFile', 'DamagedState'].includes(thrown.name)
  return isTold ? thrown.message : null
}
