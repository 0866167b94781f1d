// What a dead letter says; a strange one says where it stands itself, and hides no other.
import { expect, test } from 'vitest'
import type { LogRecord } from '../../../../infra/ports/event-log.ts'
import { deadLetterOf } from '../../../../infra/runtime/fail/dead-letter.ts'
import { readLetter } from '../../../../infra/runtime/fail/read-letter.ts'
import type { StoredEvent } from '../../../../schemas/events/envelope.ts'
import { WRITES } from '../../../../schemas/topics.ts'
import { storedEvent } from '../../../contracts/given.ts'
import { LATER, RESOURCE, USER } from '../../../processors/given.ts'

const SAYS = {
  processor: 'extract-facts',
  topic: WRITES,
  partition: 2,
  position: 7,
  eventId: RESOURCE,
  eventType: 'ContentStored',
  errorClass: 'TypeError',
  reason: 'it broke',
  attempts: 4,
}

/** A letter about a write, as the log gives it; `open` replaces what it says. */
function letter(open: Record<string, unknown> = SAYS, more: Partial<StoredEvent> = {}): LogRecord {
  const event = storedEvent(USER, { id: RESOURCE })
  const place = { topic: WRITES, partition: 2, position: 7 }
  const why = { ...SAYS, recordedAt: LATER }
  const { topic, event: parked } = deadLetterOf({ ...place, event, defect: null }, why)
  return { topic, partition: 5, position: 9, event: { ...parked, ...more, open }, defect: null }
}

test.each([
  ['a letter', SAYS],
  ['one of a dead letter itself', { ...SAYS, topic: 'memory.writes.v1.dlq' }],
])('given %s, when it is read, then it says what it stands for', (_, says) => {
  expect(readLetter(letter(says))).toEqual(says)
})

test('given a letter of a newer process, which says more, when it is read, then what is known is told', () => {
  expect(readLetter(letter({ ...SAYS, later: true }))).toEqual(SAYS)
})

const STRANGE = {
  processor: 'unknown',
  topic: 'memory.writes.v1.dlq',
  partition: 5,
  position: 9,
  eventId: RESOURCE,
  eventType: 'RecordParked',
  errorClass: 'Undecodable',
  reason: 'this process cannot read the dead letter itself',
  attempts: 1,
}

test.each([
  ['a letter about an unknown topic', { ...SAYS, topic: 'memory.later.v1' }],
  ['a letter that says nothing', {}],
])('given %s, when it is read, then it points at itself', (_, says) => {
  expect(readLetter(letter(says))).toEqual(STRANGE)
})

test('given an event that is no letter and follows from none, when it is read, then its own id is told', () => {
  const id = 'aaaaaaaa-0000-7000-8000-000000000000'
  const record = letter({}, { id, type: 'ContentStored', causationId: null })
  expect(readLetter(record)).toEqual({ ...STRANGE, eventId: id, eventType: 'ContentStored' })
})

test('given a record without an event, when it is read, then that is an error of the caller', () => {
  expect(() => readLetter({ ...letter(), event: null })).toThrow('there is no event')
})
