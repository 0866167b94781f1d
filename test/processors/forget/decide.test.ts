// Which records and objects a forget removes, and what it reports when it is complete.
import { describe, expect, test } from 'vitest'
import type { LogRecord } from '../../../infra/ports/event-log.ts'
import { objectKey } from '../../../infra/ports/object-store.ts'
import { derivedUuid } from '../../../infra/runtime/envelope/ids.ts'
import {
  decide,
  forgottenObject,
  isForgotten,
  isForgottenAt,
  isForgottenObject,
} from '../../../processors/forget/decide.ts'
import { AT, storedEvent } from '../../contracts/given.ts'
import { delivered, LATER, opens, RESOURCE, USER } from '../given.ts'

const NONE: ReadonlySet<string> = new Set()
const whole = { category: null, before: 10, recordedAt: AT }
const health = { category: 'health', before: 10, recordedAt: AT }

function record(
  type: string,
  {
    position = 5,
    topic = 'memory.facts.v1' as LogRecord['topic'],
    id = RESOURCE,
    ...open
  }: Record<string, unknown> & { position?: number; topic?: LogRecord['topic']; id?: string },
): LogRecord {
  const event = storedEvent(USER, { id, type, open, recordedAt: AT })
  return { topic, partition: 0, position, event, defect: null }
}

const write = (position: number) => record('ContentStored', { topic: 'memory.writes.v1', position })

describe('records of a user', () => {
  test.each([
    [9, true],
    [10, false],
    [11, false],
  ])(
    'given a write at %i and a fence at 10, when asked, then it is forgotten: %s',
    (position, expected) => {
      expect(isForgotten(write(position), whole, NONE)).toBe(expected)
    },
  )

  test('given a fact, when asked, then the write that led to it counts, not its own place', () => {
    expect(isForgotten(record('FactAsserted', { source: 9, position: 99 }), whole, NONE)).toBe(true)
    expect(isForgotten(record('FactAsserted', { source: 10, position: 1 }), whole, NONE)).toBe(
      false,
    )
  })

  test.each(['FactPruned', 'FactMerged'])(
    'given %s of a forgotten category, when asked, then it goes with its fact, and with the user',
    (type) => {
      const told = record(type, { source: 9, category: 'health', position: 99 })
      expect(isForgotten(told, health, NONE)).toBe(true)
      expect(isForgotten(told, whole, NONE)).toBe(true)
      expect(isForgotten(record(type, { source: 9, category: 'work' }), health, NONE)).toBe(false)
      expect(isForgotten(record(type, { source: 10, category: 'health' }), health, NONE)).toBe(
        false,
      )
    },
  )

  test.each(['FactsMaintained', 'MaintenanceCompleted'])(
    'given %s, when asked, then it goes with the user and not with a category',
    (type) => {
      expect(isForgotten(record(type, { source: 9 }), whole, NONE)).toBe(true)
      expect(isForgotten(record(type, { source: 9 }), health, NONE)).toBe(false)
    },
  )

  test.each([
    'MemoryForgotten',
    'ExtractionFenced',
    'ResourceErased',
    'ReceiptIssued',
    'MemoryErased',
  ])('given %s, when asked, then it stays', (type) => {
    expect(isForgotten(record(type, { source: 1, category: 'health' }), whole, NONE)).toBe(false)
    expect(isForgotten(record(type, { source: 1, category: 'health' }), health, NONE)).toBe(false)
  })

  test('given a dead letter, when asked, then it goes with the user if it is older, never with a category', () => {
    const letter = record('RecordParked', { topic: 'memory.writes.v1.dlq' })
    expect(isForgotten(letter, whole, NONE)).toBe(true)
    expect(isForgotten(letter, { ...whole, recordedAt: '2020-01-01T00:00:00.000Z' }, NONE)).toBe(
      false,
    )
    expect(isForgotten(letter, health, NONE)).toBe(false)
  })

  test('given bytes that are no event, when asked, then they stay', () => {
    expect(isForgotten({ ...write(1), event: null }, whole, NONE)).toBe(false)
  })
})

describe('records of a category', () => {
  const emptied = new Set([RESOURCE])
  test('given a fact, when asked, then only one of that category goes', () => {
    const fact = (category: string) => record('FactAsserted', { source: 1, category })
    expect(isForgotten(fact('health'), health, NONE)).toBe(true)
    expect(isForgotten(fact('work'), health, NONE)).toBe(false)
  })

  test('given what closed a fact of that category, when asked, then it stays, for it holds ids only', () => {
    const closed = record('FactSuperseded', { source: 1, category: 'health' })
    expect(isForgotten(closed, health, NONE)).toBe(false)
    expect(isForgotten(closed, whole, NONE)).toBe(true)
  })

  test('given a resource of which nothing is left, when asked, then its write and its processing go', () => {
    const done = record('ResourceProcessed', { source: 1, resourceId: RESOURCE, id: AT })
    expect(isForgotten(write(1), health, NONE)).toBe(false)
    expect(isForgotten(write(1), health, emptied)).toBe(true)
    expect(isForgotten(done, health, emptied)).toBe(true)
  })

  test.each(['ContentStored', 'ActivityRecorded'])(
    'given %s of which nothing is left, when asked, then it goes',
    (type) => {
      const stored = record(type, { topic: 'memory.writes.v1', position: 1 })
      expect(isForgotten(stored, health, emptied)).toBe(true)
      expect(isForgotten(stored, health, NONE)).toBe(false)
    },
  )

  test('given what such a resource did to facts of other categories, when asked, then it stays', () => {
    for (const type of ['FactReinforced', 'FactSuperseded']) {
      const did = record(type, { source: 1, category: 'work', resourceId: RESOURCE })
      expect(isForgotten(did, health, emptied)).toBe(false)
    }
  })
})

describe('objects that records point at', () => {
  const stored = (position: number, keyGeneration: number, type = 'ContentStored') =>
    record(type, { topic: 'memory.writes.v1', position, objectKey: 'the key', keyGeneration })
  const user = { category: null, before: 10, keyGeneration: 2 }
  const ofCategory = { category: 'health', before: 10, keyGeneration: 0 }

  test.each([
    ['before the fence, under a newer key', 9, 3, 'the key'],
    ['at the fence, under a key that goes', 10, 2, 'the key'],
    ['behind the fence, under an older key', 11, 1, 'the key'],
    ['at the fence, under a newer key', 10, 3, null],
    ['before the fence, under a key that goes', 1, 1, 'the key'],
  ])(
    'given a write %s, when its user is forgotten, then its object goes: %#',
    (_, at, key, gone) => {
      for (const type of ['ContentStored', 'ActivityRecorded']) {
        expect(forgottenObject(stored(at, key, type), user, NONE)).toBe(gone)
      }
    },
  )

  test('given a category, when it is forgotten, then only objects of emptied resources go', () => {
    expect(forgottenObject(stored(1, 1), ofCategory, new Set([RESOURCE]))).toBe('the key')
    expect(forgottenObject(stored(1, 0), ofCategory, NONE)).toBeNull()
  })

  test('given another event, or none, when asked, then it points at no object', () => {
    expect(forgottenObject(stored(1, 1, 'WebhookIgnored'), user, NONE)).toBeNull()
    expect(forgottenObject({ ...stored(1, 1), event: null }, user, NONE)).toBeNull()
  })
})

test('given raw objects, when asked, then a user’s go by key generation, a category’s by resource', () => {
  const key = (generation: number, id: string) => objectKey('app', 'u/s er', `${generation}`, id)
  const user = { category: null, keyGeneration: 2 }
  expect(isForgottenObject(key(2, 'a'), user, NONE)).toBe(true)
  expect(isForgottenObject(key(3, 'a'), user, NONE)).toBe(false)
  const category = { category: 'health', keyGeneration: 0 }
  expect(isForgottenObject(key(1, 'a'), category, new Set(['a']))).toBe(true)
  expect(isForgottenObject(key(1, 'b'), category, new Set(['a']))).toBe(false)
})

test('given what was removed, when told, then each erased resource and the counts are, with ids that repeat', () => {
  const about = { ...USER, id: RESOURCE, occurredAt: AT, recordedAt: LATER }
  const forgetting = { ...about, keyGeneration: 0, partition: 0, ...health }
  const receipt = delivered('ReceiptIssued', { open: opens.receiptIssued }).event
  const removed = {
    items: 1,
    entities: 2,
    resources: 3,
    objects: 4,
    events: 5,
    resourceIds: ['22222222-2222-4222-8222-222222222222'],
  }
  const events = decide(forgetting, removed, receipt)
  expect(events.map(({ type }) => type)).toEqual([
    'ResourceErased',
    'ReceiptIssued',
    'MemoryErased',
  ])
  expect(events[1]).toBe(receipt)
  expect(events[2]).toMatchObject({
    ...USER,
    open: {
      source: 10,
      forgottenId: RESOURCE,
      category: 'health',
      deletedItems: 1,
      deletedEntities: 2,
      deletedResources: 3,
      deletedObjects: 4,
      deletedEvents: 5,
    },
  })
  expect(decide(forgetting, removed, receipt)).toEqual(events)
  const [resourceId] = removed.resourceIds
  expect(events[0]).toMatchObject({
    ...USER,
    occurredAt: AT,
    open: { source: 10, resourceId, forgottenId: RESOURCE },
    sealed: null,
  })
  expect(events.map(({ id }) => id)).toEqual([
    derivedUuid(RESOURCE, `resource ${resourceId}`),
    receipt.id,
    derivedUuid(RESOURCE, 'erased'),
  ])
})

test.each([
  ['a write by its own position', 'memory.writes.v1', { position: 9, source: 99 }, true],
  ['a write behind the forget', 'memory.writes.v1', { position: 11, source: 1 }, false],
  [
    'what followed from a write by the position of the write',
    'memory.facts.v1',
    { position: 99, source: 9 },
    true,
  ],
  ['what followed from a later write', 'memory.facts.v1', { position: 1, source: 11 }, false],
] as const)(
  'given %s, when it is known by its place, then it goes if it came before',
  (_, topic, at, goes) => {
    const place = { id: RESOURCE, type: 'FactAsserted', topic, category: null, ...at } as const
    expect(isForgottenAt(place, whole, NONE)).toBe(goes)
  },
)
