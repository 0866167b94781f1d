// Searches a stretch of the log for one record, for as long as a client waits for it.
import type { EventLog, LogRecord, Position } from '../../../../infra/ports/event-log.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import { createSharedTurns } from '../../../../infra/runtime/turns/shared-turns.ts'
import { within } from '../../../../infra/runtime/wait/within.ts'
import { NO_APP, NO_USER } from '../../../../schemas/events/envelope.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'

/** The most records that are searched, and the longest time. */
const MAX_SCANNED = 100_000
const MAX_SCAN_MS = 3_000
/** What else waits is late by one such read. */
const RECORDS_A_READ = 100

/** `by`: who searches. */
type Stretch = Parameters<EventLog['read']>[0] & { by: Scope }

/** Reads for everybody. */
export const NOBODY: Scope = { appId: NO_APP, userId: NO_USER }

/** Those of all searches of the process: each is a client's, and clients may begin hundreds at once. */
const turns = createSharedTurns()

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

/** The record at a place, if it is still there. */
export function recordAt(
  log: EventLog,
  { position, ...place }: Pick<Stretch, 'topic' | 'partition' | 'by'> & { position: Position },
): Promise<LogRecord | null> {
  const stretch = { ...place, after: position - 1, upTo: position }
  return scan(log, stretch, (each) => each.position === position)
}

async function scanAll(
  log: EventLog,
  stretch: Stretch,
  matches: (record: LogRecord) => boolean,
): Promise<LogRecord | null> {
  let scanned = 0
  const until = performance.now() + MAX_SCAN_MS
  for await (const records of readGently(log, stretch)) {
    const found = records.find(matches)
    if (found) return found
    scanned += records.length
    // Its client has been answered by then.
    const isOver = performance.now() >= until
    if (isOver || scanned >= MAX_SCANNED) throw new Outage('too much waits to look through')
  }
  return null
}

/** Lets other requests run in between: of all that read so, one reads in each turn of the event loop. */
export async function* readGently(
  log: EventLog,
  { by, ...stretch }: Stretch,
): AsyncIterable<readonly LogRecord[]> {
  await turns(by)
  for await (const records of log.read({ ...stretch, maxRecords: RECORDS_A_READ })) {
    yield records
    await turns(by)
  }
}

export function isOf({ event }: LogRecord, { appId, userId }: Scope): boolean {
  return event?.appId === appId && event.userId === userId
}
