// The stretches in which a connection reads of one moment: transactions, snapshots, and moments, which last until the
// running event of the thread is handled.
import type { DatabaseSync } from 'node:sqlite'

export type Spans = ReturnType<typeof createSpans>

/** What ends each moment of this thread, and each version that was read in the running event. */
const open = new Set<() => void>()

/** What this thread writes must be found by what it reads next, and a snapshot holds up what truncates the log. */
export function endMoments(): void {
  for (const end of open) end()
}

/** Calls `end` when the running event of this thread is handled, or when this thread writes to any database. */
export function untilHandled(end: () => void): void {
  const once = () => {
    if (open.delete(once)) end()
  }
  open.add(once)
  process.nextTick(once)
}

/** `beginWrite` begins a transaction that writes. */
export function createSpans(db: DatabaseSync, beginWrite: (db: DatabaseSync) => void) {
  let span: object | null = null
  let isMoment = false
  const ended = () => {
    span = null
    isMoment = false
  }
  const begin = () => {
    db.exec('BEGIN')
    span = {}
  }
  const endMoment = () => {
    if (!isMoment) return
    ended()
    if (db.isTransaction) db.exec('COMMIT')
  }
  return {
    now: () => span,
    moment: (): object => {
      if (isMoment && span) return span
      // What is read within a transaction changes with it.
      if (db.isTransaction) return {}
      begin()
      isMoment = true
      untilHandled(endMoment)
      return span ?? {}
    },
    snapshot: <T>(work: () => T): T => {
      if (db.isTransaction) return work()
      begin()
      try {
        return work()
      } finally {
        ended()
        if (db.isTransaction) db.exec('COMMIT')
      }
    },
    transaction: <T>(work: () => T): T => {
      endMoments()
      beginWrite(db)
      span = {}
      try {
        const result = work()
        db.exec('COMMIT')
        return result
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK')
        throw error
      } finally {
        ended()
      }
    },
  }
}
