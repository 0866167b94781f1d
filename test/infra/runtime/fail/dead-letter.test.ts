// Dead letters: they point at a record, are the same however often it is dead-lettered, and quote nothing.
import { describe, expect, test } from 'vitest'
import type { LogRecord } from '../../../../infra/ports/event-log.ts'
import { LanguageModelUnavailable } from '../../../../infra/ports/language-model.ts'
import {
  deadLetterOf,
  describeError,
  UNDECODABLE,
} from '../../../../infra/runtime/fail/dead-letter.ts'
import { GaveUp } from '../../../../infra/runtime/fail/retry.ts'
import { StoreError } from '../../../../infra/runtime/fail/store-error.ts'
import { NO_APP, NO_USER } from '../../../../schemas/events/envelope.ts'
import { AT, storedEvent } from '../../../contracts/given.ts'
import { LATER, RESOURCE, USER } from '../../../processors/given.ts'

const CANARY = 'xylophone-canary'
const why = {
  processor: 'extract-facts',
  errorClass: 'TypeError',
  reason: 'it broke',
  attempts: 4,
  recordedAt: LATER,
}

function record(more: Partial<LogRecord> = {}): LogRecord {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const event = storedEvent(USER, { id: RESOURCE, recordedAt: AT, traceparent })
  return { topic: 'memory.writes.v1', partition: 2, position: 7, event, defect: null, ...more }
}

/** As Node throws it. */
function ofSqlite(errcode: number): Error {
  return Object.assign(new Error(CANARY), { code: 'ERR_SQLITE_ERROR', errcode, errstr: CANARY })
}

describe('a dead letter', () => {
  test('says which record, of whom, and why', () => {
    expect(deadLetterOf(record(), why)).toEqual({
      topic: 'memory.writes.v1.dlq',
      event: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: 'RecordParked',
        version: 1,
        ...USER,
        occurredAt: AT,
        recordedAt: LATER,
        causationId: RESOURCE,
        traceparent: record().event!.traceparent,
        open: {
          processor: 'extract-facts',
          topic: 'memory.writes.v1',
          partition: 2,
          position: 7,
          eventId: RESOURCE,
          eventType: 'ContentStored',
          errorClass: 'TypeError',
          reason: 'it broke',
          attempts: 4,
        },
        sealed: null,
      },
    })
  })

  test('of bytes that are no event has no owner', () => {
    const { event } = deadLetterOf(record({ event: null, defect: 'no Avro' }), why)
    expect(event).toMatchObject({
      appId: NO_APP,
      userId: NO_USER,
      occurredAt: LATER,
      causationId: null,
      traceparent: null,
      open: { eventId: '00000000-0000-0000-0000-000000000000', eventType: 'unknown' },
    })
  })

  test('has an id that follows from its processor and its place, and from nothing else', () => {
    const id = (of: LogRecord, more: Partial<typeof why> = {}) =>
      deadLetterOf(of, { ...why, ...more }).event.id
    const same = [record(), record({ event: null })].map((each) => id(each, { attempts: 9 }))
    expect(new Set([id(record()), ...same]).size).toBe(1)
    const others = [
      id(record(), { processor: 'keep-audit' }),
      id(record({ position: 8 })),
      id(record({ partition: 3 })),
      id(record({ topic: 'memory.facts.v1' })),
    ]
    expect(new Set([id(record()), ...others]).size).toBe(5)
  })

  test('has a bounded reason', () => {
    const { event } = deadLetterOf(record(), { ...why, reason: 'x'.repeat(5_000) })
    expect((event.open as { reason: string }).reason).toHaveLength(1_000)
  })
})

describe('what is told of an error', () => {
  test.each([
    [new TypeError(CANARY), 'TypeError', 'TypeError while handling the event'],
    [
      Object.assign(new Error(CANARY), { code: 'ECONNRESET' }),
      'Error',
      'Error (ECONNRESET) while handling the event',
    ],
    [Object.assign(new Error(), { code: CANARY }), 'Error', 'Error while handling the event'],
    [Object.assign(new Error(), { code: 5 }), 'Error', 'Error while handling the event'],
    [
      Object.assign(new Error(), { code: 'A'.repeat(40) }),
      'Error',
      `Error (${'A'.repeat(40)}) while handling the event`,
    ],
    [
      Object.assign(new Error(), { code: 'A'.repeat(41) }),
      'Error',
      'Error while handling the event',
    ],
    [Object.assign(new Error(), { code: '' }), 'Error', 'Error while handling the event'],
    [
      Object.assign(new Error(), { code: `E ${CANARY}` }),
      'Error',
      'Error while handling the event',
    ],
    [Object.assign(new Error(), { code: 'E1!' }), 'Error', 'Error while handling the event'],
    [
      new StoreError('graph store', 'Neo.ClientError.Statement.TypeError', { outage: false }),
      'StoreError',
      'StoreError (Neo.ClientError.Statement.TypeError) while handling the event',
    ],
    [
      new StoreError('graph store', CANARY, { outage: false }),
      'StoreError',
      'StoreError while handling the event',
    ],
    [ofSqlite(13), 'Error', 'Error (SQLITE_FULL) while handling the event'],
    // Of an extended code the primary one tells enough.
    [ofSqlite(10 | (19 << 8)), 'Error', 'Error (SQLITE_IOERR) while handling the event'],
    [ofSqlite(24), 'Error', 'Error (SQLITE_24) while handling the event'],
    // Its words are the engine's own, and say what to check.
    [
      new LanguageModelUnavailable('extraction: check OPENAI_API_KEY (status 401)'),
      'LanguageModelUnavailable',
      'extraction: check OPENAI_API_KEY (status 401)',
    ],
    [CANARY, 'string', 'string while handling the event'],
    [undefined, 'undefined', 'undefined while handling the event'],
    [null, 'object', 'object while handling the event'],
    [new GaveUp(new RangeError(CANARY), 4), 'RangeError', 'RangeError while handling the event'],
  ])('%o is its class and its code, never words that may quote', (error, errorClass, reason) => {
    expect(describeError(error)).toEqual({ errorClass, reason })
  })

  test('unreadable bytes have a class of their own', () => {
    expect(UNDECODABLE).toBe('Undecodable')
  })
})
