// What is told of failures: once, then counted; and what is being tried again.
import { randomUUID } from 'node:crypto'
import { type Logger, pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LogRecord } from '../../../infra/ports/event-log.ts'
import { createFailureLog } from '../../../infra/runtime/failure-log.ts'
import { Outage } from '../../../infra/runtime/retry.ts'

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
  expect(failures.retryOf(record.event!.id)).toEqual({
    processor: 'extract-facts',
    resourceId: record.event!.id,
    attempts: 2,
    errorClass: 'Outage',
    nextAttemptAt: '2026-11-21T10:00:01.000Z',
  })
  expect(failures.retryOf(randomUUID())).toBeNull()
  failures.ended('extract-facts', [record])
  expect(failures.retryOf(record.event!.id)).toBeNull()
})

test('given more retries than the table holds, when others end, then there is room again', () => {
  const failures = createFailureLog(collected().logger)
  const first = Array.from({ length: 1_000 }, () => write())
  for (const record of first) failures.failed(failing(record))
  const late = write()
  failures.failed(failing(late))
  expect(failures.retryOf(late.event!.id)).toBeNull()
  failures.ended('extract-facts', first.slice(0, 1))
  failures.failed(failing(late, 2))
  expect(failures.retryOf(late.event!.id)).toMatchObject({ attempts: 2 })
})
