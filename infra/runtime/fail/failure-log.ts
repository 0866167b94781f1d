// What operators are told about work that fails and is tried again: a line when a cause first occurs, then one line a
// minute with the count, however many attempts fail; and a table of what is being tried again right now, by write.
import type { Logger } from 'pino'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { LogRecord } from '../../ports/event-log.ts'
import { createCountedLines } from './counted-lines.ts'
import { describeError } from './dead-letter.ts'
import { writeKeyOf } from './write-key.ts'

/** A record that has failed and will be tried again. */
export type RetryState = {
  processor: string
  /** The key of the write that the record holds, or that led to it. */
  write: string
  attempts: number
  errorClass: string
  /** ISO 8601. */
  nextAttemptAt: string
}

type FailedAttempt = {
  processor: string
  /** What was being worked on: one record or a batch. */
  records: readonly LogRecord[]
  error: unknown
  attempt: number
  delayMs: number
}

type FailureLog = {
  /** An attempt has failed; the next follows in `delayMs`. */
  failed(attempt: FailedAttempt): void
  /** These records are no longer tried, because they are done, dead-lettered or left to another process. */
  ended(processor: string, records: readonly LogRecord[]): void
  /** The processor cannot go on: the last line before its process ends. */
  cannotGoOn(processor: string, error: Error): void
  /** What is being tried again for a write now; of several processors, the one that has tried longest. */
  retryOf(scope: Scope, writeId: string): RetryState | null
}

/** The table holds no more records than this; the log counts the others all the same. */
const MAX_RETRIES = 1_000
/** How many records of one batch are in the table. */
const MAX_OF_BATCH = 256

export function createFailureLog(logger: Logger): FailureLog {
  const tell = createCountedLines(logger)
  const retries = new Map<string, RetryState>()
  const remember = (
    { processor, records, attempt, delayMs }: FailedAttempt,
    errorClass: string,
  ) => {
    const nextAttemptAt = new Date(Date.now() + delayMs).toISOString()
    for (const record of records.slice(0, MAX_OF_BATCH)) {
      const write = writeOf(record)
      if (write === null) continue
      const name = nameOf(processor, write)
      if (retries.size >= MAX_RETRIES && !retries.has(name)) continue
      retries.set(name, { processor, write, attempts: attempt, errorClass, nextAttemptAt })
    }
  }
  return {
    failed: (failed) => {
      const { errorClass, reason } = describeError(failed.error)
      const { processor, records, attempt, delayMs } = failed
      remember(failed, errorClass)
      const resourceId = records[0] ? resourceOf(records[0]) : null
      tell({
        level: 'warn',
        cause: { processor, errorClass, reason },
        first: { resourceId, records: records.length, attempt, delayMs },
        message: 'failed, and is tried again',
        again: 'failed again, and is tried again',
      })
    },
    ended: (processor, records) => {
      // Called for every record that was handled; mostly none is tried again.
      if (retries.size === 0) return
      for (const record of records) retries.delete(nameOf(processor, writeOf(record)))
    },
    cannotGoOn: (processor, error) =>
      logger.fatal({ processor, ...describeError(error) }, 'a processor cannot go on'),
    retryOf: (scope, writeId) => {
      const write = writeKeyOf(scope, writeId)
      const ofWrite = [...retries.values()].filter((retry) => retry.write === write)
      return ofWrite.sort((a, b) => b.attempts - a.attempts)[0] ?? null
    },
  }
}

/** A write's own id; for an event that followed from a write, the id of that write. Null where neither is known. */
export function resourceOf({ topic, event }: LogRecord): string | null {
  if (!event) return null
  if (topic === 'memory.writes.v1' || topic === 'memory.inbox.v1') return event.id
  const { resourceId } = event.open
  return typeof resourceId === 'string' ? resourceId : null
}

function writeOf(record: LogRecord): string | null {
  const id = resourceOf(record)
  return record.event && id !== null ? writeKeyOf(record.event, id) : null
}

function nameOf(processor: string, write: string | null): string {
  return `${processor} ${write}`
}
