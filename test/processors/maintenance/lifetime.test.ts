// When a fact has decayed to nothing: late, and never while any evidence supports it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Item } from '../../../infra/ports/memory-store.ts'
import { pruneReason } from '../../../processors/maintenance/lifetime.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { USER } from '../given.ts'

const SAID = '2020-01-01T00:00:00.000Z'
const DAY_MS = 86_400_000

function fact(item: Partial<Item> = {}): Item {
  const said = { createdAt: SAID, validFrom: SAID, importance: 'low' as const }
  return itemDocument(USER, { id: 'fact', item: { ...said, ...item } }).item
}

const daysLater = (days: number) => new Date(Date.parse(SAID) + days * DAY_MS).toISOString()

describe('the lifetime', () => {
  test.each([
    ['low', 359, null],
    ['low', 360, 'faded'],
    ['medium', 3659, null],
    ['medium', 3660, 'faded'],
    ['high', 7319, null],
    ['high', 7320, 'faded'],
    ['critical', 2_000_000, null],
  ] as const)(
    'given a %s fact of %i days, when looked at, then: %s',
    (importance, days, reason) => {
      expect(pruneReason(fact({ importance }), daysLater(days))).toBe(reason)
    },
  )

  test('given a fact that is less sure than retrieval asks for, when looked at, then it lives half as long', () => {
    expect(pruneReason(fact({ confidence: 0.59 }), daysLater(179))).toBeNull()
    expect(pruneReason(fact({ confidence: 0.59 }), daysLater(180))).toBe('faded')
    expect(pruneReason(fact({ confidence: 0.6 }), daysLater(180))).toBeNull()
  })

  test('given a fact that has ended, when looked at, then half of its lifetime counts from its end', () => {
    const ended = fact({ validTo: daysLater(100) })
    expect(pruneReason(ended, daysLater(279))).toBeNull()
    expect(pruneReason(ended, daysLater(280))).toBe('ended')
    expect(
      pruneReason(fact({ validTo: daysLater(900) }), daysLater(899)),
      'still to come',
    ).toBeNull()
  })

  test('given a fact about what was to come, when looked at, then its age counts from then', () => {
    expect(pruneReason(fact({ validFrom: daysLater(300) }), daysLater(400))).toBeNull()
    expect(pruneReason(fact({ validFrom: daysLater(300) }), daysLater(660))).toBe('faded')
  })

  test('given a fact that was told after it began and ended, when looked at, then its age counts from when it was told', () => {
    const told = { createdAt: daysLater(300) }
    expect(pruneReason(fact(told), daysLater(659))).toBeNull()
    expect(pruneReason(fact(told), daysLater(660))).toBe('faded')
    const ended = fact({ ...told, validTo: daysLater(100) })
    expect(pruneReason(ended, daysLater(479))).toBeNull()
    expect(pruneReason(ended, daysLater(480))).toBe('ended')
  })

  test('given other offsets, when looked at, then instants are compared, not their letters', () => {
    const validTo = '2020-01-01T23:00:00.000-10:00'
    expect(pruneReason(fact({ validTo }), '2020-01-02T08:00:00.000Z')).toBeNull()
    expect(pruneReason(fact({ validTo }), '2025-01-02T08:00:00.000Z')).toBe('ended')
  })
})

describe('what speaks for a fact', () => {
  test.each<[string, Partial<Item>]>([
    ['it was said again', { reinforcedBy: ['resource'] }],
    ['it took the place of another', { supersedes: ['older'] }],
    ['it is the one value of an attribute', { exclusive: true }],
    ['it is pinned', { pinned: true }],
  ])('given that %s, when it is ever so old, then it stays', (_, item) => {
    expect(pruneReason(fact(item), daysLater(100_000))).toBeNull()
  })

  test('given the one value of an attribute that has ended, when it is old, then it goes', () => {
    expect(pruneReason(fact({ exclusive: true, validTo: daysLater(1) }), daysLater(500))).toBe(
      'ended',
    )
  })

  test('given a time that cannot be read, when looked at, then age does not count', () => {
    expect(
      pruneReason(fact({ createdAt: 'long ago', validFrom: 'before' }), daysLater(9999)),
    ).toBeNull()
  })
})

test('given any critical fact and any time, when looked at, then it stays', () => {
  const instants = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2999-01-01') })
  const iso = instants.map((date) => date.toISOString())
  const any = fc.record({
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    createdAt: iso,
    validFrom: iso,
    validTo: fc.option(iso),
    exclusive: fc.boolean(),
  })
  fc.assert(
    fc.property(any, iso, (item, asOf) => {
      expect(pruneReason(fact({ ...item, importance: 'critical' }), asOf)).toBeNull()
    }),
  )
})
