// How failures are logged: once, then counted; and which work is being retried.
import { randomUUID } from 'node:crypto'
import { type Logger, pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LogRecord } from '../../../../infra/ports/event-log.ts'
import { createFailureLog, resourceOf } from '../../../../infra/runtime/fail/failure-log.ts'
import { GaveUp, Outage } from '../../../../infra/runtime/fail/retry.ts'
import { writeKeyOf } from '../../../../infra/runtime/fail/write-key.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function write(id: string = randomUUID()): LogRecord {
  const at = '2026-11-21T10:00:00.000Z'
  const event = {
    id,
    type: 'ContentStored',
    version: 1,
    appId: 'app',
    userId: 'canary-user',
    occurredAt: at,
    recordedAt: at,
    causationId: null,
    traceparent: null,
    open: {},
    sealed: null,
  }
  return { topic: 'memory.writes.v1', partition: 0, position: 1, event, defect: null }
}

function collected(): { lines: Record<string, unknown>[]; logger: Logger } {
  const lines: Record<string, unknown>[] = []
  const logger = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
  return { lines, logger }
}

const failing = (record: LogRecord, attempt = 1, error: Error = new Outage('canary-message')) => ({
  processor: 'extract-facts',
  records: [record],
  error,
  attempt,
  delayMs: 1_000,
})

test('given 7,620 failures of one cause, when told, then there is a line for the first and a count a minute', () => {
  const { lines, logger } = collected()
  const failures = createFailureLog(logger)
  const first = write()
  failures.failed(failing(first))
  for (let n = 1; n < 7_620; n++) failures.failed(failing(write()))
  expect(lines).toMatchObject([
    { processor: 'extract-facts', resourceId: first.event!.id, errorClass: 'Outage', attempt: 1 },
  ])
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatchObject({ errorClass: 'Outage', failures: 7_619 })
  expect(JSON.stringify(lines)).not.toContain('canary')
})

test('given a processor that has given up, when it cannot go on, then the line names what made it, and no word of it', () => {
  const { lines, logger } = collected()
  const cause = Object.assign(new Error('canary-message'), { code: 'OFFSET_METADATA_TOO_LARGE' })
  createFailureLog(logger).cannotGoOn('raise-notices', new GaveUp(cause, 4))
  expect(lines).toMatchObject([
    {
      level: 60,
      processor: 'raise-notices',
      errorClass: 'Error',
      reason: 'Error (OFFSET_METADATA_TOO_LARGE) while handling the event',
      msg: 'a processor cannot go on',
    },
  ])
  expect(JSON.stringify(lines)).not.toContain('canary')
})

test('given a cause that was quiet for a minute, when it comes again, then it is told at once', () => {
  const { lines, logger } = collected()
  const failures = createFailureLog(logger)
  failures.failed(failing(write()))
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(1)
  failures.failed(failing(write()))
  expect(lines).toHaveLength(2)
})

test('given two causes, when both fail, then each has a line', () => {
  const { lines, logger } = collected()
  const failures = createFailureLog(logger)
  failures.failed(failing(write()))
  failures.failed(failing(write(), 1, new TypeError('canary')))
  expect(lines.map(({ errorClass }) => errorClass)).toEqual(['Outage', 'TypeError'])
})

test('given a write that is tried again, when asked for, then it is told how it stands until it has ended', () => {
  vi.setSystemTime('2026-11-21T10:00:00.000Z')
  const failures = createFailureLog(collected().logger)
  const record = write()
  failures.failed(failing(record))
  failures.failed(failing(record, 2))
  expect(failures.retryOf(record.event!, record.event!.id)).toEqual({
    processor: 'extract-facts',
    write: writeKeyOf(record.event!, record.event!.id),
    attempts: 2,
    errorClass: 'Outage',
    nextAttemptAt: '2026-11-21T10:00:01.000Z',
  })
  expect(failures.retryOf(record.event!, randomUUID())).toBeNull()
  failures.ended('extract-facts', [record])
  expect(failures.retryOf(record.event!, record.event!.id)).toBeNull()
})

test('given two users whose writes have the same id, as after an import, when one is tried again, then only that is told', () => {
  const failures = createFailureLog(collected().logger)
  const record = write()
  const { event } = record
  const imported = { ...event!, userId: 'imported' }
  failures.failed(failing(record))
  expect(failures.retryOf(imported, imported.id)).toBeNull()
  failures.ended('extract-facts', [{ ...record, event: imported }])
  expect(failures.retryOf(event!, event!.id)).toMatchObject({ attempts: 1 })
})

test('given more retries than the table holds, when others end, then there is room again', () => {
  const failures = createFailureLog(collected().logger)
  const first = Array.from({ length: 1_000 }, () => write())
  for (const record of first) failures.failed(failing(record))
  const late = write()
  failures.failed(failing(late))
  expect(failures.retryOf(late.event!, late.event!.id)).toBeNull()
  failures.ended('extract-facts', first.slice(0, 1))
  failures.failed(failing(late, 2))
  expect(failures.retryOf(late.event!, late.event!.id)).toMatchObject({ attempts: 2 })
})

test('given a failure, when told first and counted later, then in these words, and without what it was about', () => {
  const { lines, logger } = collected()
  const failures = createFailureLog(logger)
  const record = write()
  const batch = { ...failing(record), records: [record, write()], attempt: 3 }
  failures.failed(batch)
  failures.failed({ ...failing(record), error: new Outage('canary') })
  vi.advanceTimersByTime(60_000)
  const cause = {
    processor: 'extract-facts',
    errorClass: 'Outage',
    reason: 'Outage while handling the event',
  }
  const withoutTime = lines.map(({ time, level, ...line }) => [level, line])
  expect(withoutTime).toEqual([
    [
      40,
      {
        ...cause,
        resourceId: record.event!.id,
        records: 2,
        attempt: 3,
        delayMs: 1_000,
        msg: 'failed, and is tried again',
      },
    ],
    [40, { ...cause, failures: 1, msg: 'failed again, and is tried again' }],
  ])
})

test('given a cause that goes on, when minutes pass, then each has its own count', () => {
  const { lines, logger } = collected()
  const failures = createFailureLog(logger)
  failures.failed(failing(write()))
  for (const count of [2, 5]) {
    for (let n = 0; n < count; n++) failures.failed(failing(write()))
    vi.advanceTimersByTime(60_000)
  }
  vi.advanceTimersByTime(120_000)
  expect(lines.map((line) => line.failures)).toEqual([undefined, 2, 5])
})

test('given one cause in two processors, or a step without records, when it fails, then each has a line', () => {
  const { lines, logger } = collected()
  const failures = createFailureLog(logger)
  failures.failed(failing(write()))
  failures.failed({ ...failing(write()), processor: 'forget', records: [] })
  expect(lines.map(({ processor, resourceId }) => [processor, typeof resourceId])).toEqual([
    ['extract-facts', 'string'],
    ['forget', 'object'],
  ])
  failures.failed(failing(write()))
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(3)
})

test('given a process with nothing else to do, when it counts failures, then that does not keep it', () => {
  vi.useRealTimers()
  const timeouts = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout')
  const before = timeouts().length
  createFailureLog(collected().logger).failed(failing(write()))
  expect(timeouts()).toHaveLength(before)
})

test('given several processors, when they try a write again, then the one that has tried most is told', () => {
  const failures = createFailureLog(collected().logger)
  const record = write()
  for (const [processor, attempt] of Object.entries({ forget: 2, 'extract-facts': 7, audit: 3 })) {
    failures.failed({ ...failing(record, attempt), processor })
  }
  const told = () => failures.retryOf(record.event!, record.event!.id)?.processor
  expect(told()).toBe('extract-facts')
  failures.ended('extract-facts', [record, { ...record, event: null }])
  expect(told()).toBe('audit')
})

test('given a batch, when it fails, then so many of it are in the table', () => {
  const failures = createFailureLog(collected().logger)
  const batch = Array.from({ length: 257 }, () => write())
  failures.failed({ ...failing(batch[0]!), records: batch })
  const inTable = batch.map(({ event }) => failures.retryOf(event!, event!.id) !== null)
  expect([inTable.filter(Boolean).length, inTable.at(-1)]).toEqual([256, false])
})

test('given a table that is full, when one in it fails again, then that is told', () => {
  const failures = createFailureLog(collected().logger)
  const records = Array.from({ length: 1_000 }, () => write())
  for (const record of records) failures.failed(failing(record))
  failures.failed(failing(records[7]!, 2))
  expect(failures.retryOf(records[7]!.event!, records[7]!.event!.id)).toMatchObject({ attempts: 2 })
  const batch = [write(), records[7]!]
  failures.failed({ ...failing(batch[0]!, 3), records: batch })
  const attempts = batch.map(({ event }) => failures.retryOf(event!, event!.id)?.attempts)
  expect(attempts).toEqual([undefined, 3])
})

test.each([
  ['a write', 'memory.writes.v1', {}, 'own'],
  ['a record of the inbox', 'memory.inbox.v1', { resourceId: 'other' }, 'own'],
  ['what followed from a write', 'memory.facts.v1', { resourceId: 'other' }, 'other'],
  ['what followed from none', 'memory.facts.v1', {}, null],
  ['an odd field', 'memory.facts.v1', { resourceId: 7 }, null],
] as const)(
  'given %s, when asked whose it is, then it is the write',
  (_, topic, open, resource) => {
    const record = write('own')
    const event = { ...record.event!, open }
    expect(resourceOf({ ...record, topic, event })).toBe(resource)
    expect(resourceOf({ ...record, topic, event: null })).toBeNull()
  },
)

test('given what belongs to no write, when it fails beside one that does, then that one is in the table', () => {
  const failures = createFailureLog(collected().logger)
  const record = write()
  const records = [{ ...write(), event: null }, record]
  failures.failed({ ...failing(record), records })
  expect(failures.retryOf(record.event!, record.event!.id)).toMatchObject({ attempts: 1 })
})

test('given what belongs to no write, when it fails, then it takes no room in the table', () => {
  const failures = createFailureLog(collected().logger)
  failures.failed(failing({ ...write(), event: null }))
  const records = Array.from({ length: 1_000 }, () => write())
  for (const record of records) failures.failed(failing(record))
  expect(failures.retryOf(records.at(-1)!.event!, records.at(-1)!.event!.id)).not.toBeNull()
})
