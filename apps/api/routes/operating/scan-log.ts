// Searches a stretch of the log for one record, for as long as a client waits for it.
import type { EventLog, LogRecord } from '../../../../infra/ports/event-log.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import { within } from '../../../../infra/runtime/wait/within.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'

/** The most records that are searched, and the longest time. */
const MAX_SCANNED = 100_000
const MAX_SCAN_MS = 3_000
const RECORDS_A_READ = 500

type Stretch = Parameters<EventLog['read']>[0]

/** Ends sooner than the log's own wait for a server: a client is waiting. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  return within(work, MAX_SCAN_MS, 'the log')
}

/** The first record that matches; an outage if there are too many to search, or the log does not answer. */
export function scan(
  log: EventLog,
  stretch: Stretch,
  matches: (record: LogRecord) => boolean,
): Promise<LogRecord | null> {
  return inTime(scanAll(log, stretch, matches))
}

async function scanAll(
  log: EventLog,
  stretch: Stretch,
  matches: (record: LogRecord) => boolean,
): Promise<LogRecord | null> {
  let scanned = 0
  for await (const records of readGently(log, stretch)) {
    const found = records.find(matches)
    if (found) return found
    scanned += records.length
    if (scanned >= MAX_SCANNED) throw new Outage('too much waits to look through')
  }
  return null
}

/** Lets other requests run in between. */
export async function* readGently(
  log: EventLog,
  stretch: Stretch,
): AsyncIterable<readonly LogRecord[]> {
  for await (const records of log.read({ ...stretch, maxRecords: RECORDS_A_READ })) {
    yield records
    await new Promise((resolve) => setImmediate(resolve))
  }
}

export function isOf({ event }: LogRecord, { appId, userId }: Scope): boolean {
  return event?.appId === appId && event.userId === userId
}
