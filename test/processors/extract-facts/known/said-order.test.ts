// Which of two facts was said later, and when an ended fact ended.
import { expect, test } from 'vitest'
import {
  compareHeld,
  compareSaid,
  compareTold,
  endOf,
  hasEnded,
  outlasts,
  tellsEarlierStart,
} from '../../../../processors/extract-facts/known/said-order.ts'

const on = (validFrom: string, createdAt = validFrom) => ({
  validFrom: `${validFrom}T00:00:00.000Z`,
  createdAt: `${createdAt}T00:00:00.000Z`,
})

test.each([
  ['what was said later', on('2026-01-01'), on('2026-02-01')],
  ['what was said later and began earlier', on('2026-02-01'), on('2026-01-01', '2026-03-01')],
  [
    'of two that tell their beginning, what began later',
    on('2010-01-01', '2026-03-01'),
    on('2015-01-01', '2026-02-01'),
  ],
  ['of two said at once, what began later', on('2025-01-01', '2026-01-01'), on('2026-01-01')],
])('given %s, then it is newer', (_what, older, newer) => {
  expect(compareSaid(older, newer)).toBeLessThan(0)
  expect(compareSaid(newer, older)).toBeGreaterThan(0)
  expect(compareSaid(older, older)).toBe(0)
})

test('given words that end a plan, then only when both were said counts; what has begun is compared as ever', () => {
  const plan = on('2027-01-01', '2026-01-01')
  expect(compareTold(plan, on('2026-01-01'))).toBe(0)
  expect(compareTold(plan, on('2025-01-01', '2026-02-01'))).toBeLessThan(0)
  expect(compareTold(plan, on('2025-12-01'))).toBeGreaterThan(0)
  const begun = on('2025-01-01', '2026-01-01')
  expect(compareTold(begun, on('2024-01-01', '2026-02-01'))).toBeGreaterThan(0)
  const told = on('2024-01-01', '2026-01-01')
  expect(compareTold(on('2026-01-01'), told), 'said at once').toBeGreaterThan(0)
})

test('given an offset, then the instant counts', () => {
  const utc = { validFrom: '2026-01-01T00:00:00Z', createdAt: '2026-01-01T00:00:00Z' }
  const east = { validFrom: '2026-01-01T01:00:00+02:00', createdAt: '2026-01-01T01:00:00+02:00' }
  expect(compareSaid(east, utc)).toBeLessThan(0)
})

test('given what takes a place, then the old one ends where that begins, and never before its own beginning', () => {
  const open = { validTo: null }
  const earlier = on('2026-01-01', '2026-03-01')
  expect(endOf({ ...on('2026-01-01'), ...open }, on('2026-02-01'))).toBe('2026-02-01T00:00:00.000Z')
  expect(endOf({ ...on('2026-02-01'), ...open }, earlier)).toBe('2026-02-01T00:00:00.000Z')
})

test.each([
  ['before', '2026-01-15T00:00:00.000Z', '2026-01-15T00:00:00.000Z'],
  ['after', '2026-03-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'],
])(
  'given what ends by itself %s another takes its place, then it holds no longer for that',
  (_, validTo, end) => {
    expect(endOf({ ...on('2026-01-01'), validTo }, on('2026-02-01'))).toBe(end)
  },
)

test.each([
  [null, false],
  ['2026-01-01T00:00:00.001Z', false],
  ['2026-01-01T00:00:00.000Z', true],
  ['2026-01-01T00:30:00+01:00', true],
])('given the end %j, when it is New Year, then %j', (validTo, ended) => {
  expect(hasEnded(validTo, '2026-01-01T00:00:00.000Z')).toBe(ended)
})

test.each([
  ['tells an earlier one', on('2019-01-01', '2026-01-01'), true],
  ['tells the same', on('2020-01-01', '2026-01-01'), false],
  ['tells a later one', on('2021-01-01', '2026-01-01'), false],
  ['tells none', on('2019-01-01'), false],
])(
  'given a start in 2020, when another fact %s, then that is earlier: %j',
  (_what, fact, earlier) => {
    expect(tellsEarlierStart(fact, on('2020-01-01'))).toBe(earlier)
  },
)

test('given values of one place, when one begins later than it was said, then what begins later holds later', () => {
  const planned = on('2026-06-01', '2026-01-01')
  const now = on('2026-03-01')
  expect(compareSaid(planned, now)).toBeLessThan(0)
  expect(compareHeld(planned, now)).toBeGreaterThan(0)
  expect(compareHeld(now, planned)).toBeLessThan(0)
  const saidLast = on('2025-01-01', '2026-04-01')
  expect(compareHeld(saidLast, now), 'neither begins later').toBeGreaterThan(0)
})

const day = (text: string) => `${text}T00:00:00.000Z`

test.each([
  ['after another had ended, and holds still', '2026-03-02', null, true],
  ['when another ended, and holds as long', '2026-03-01', '2026-03-01', true],
  ['after another had ended, and held longer', '2026-03-02', '2026-03-03', true],
  ['after another had ended, and held not as long', '2026-03-02', '2026-02-28', false],
  ['before another ended, and holds still', '2026-02-28', null, false],
  ['before another ended, and held longer', '2026-02-28', '2026-03-03', false],
])('given a fact that was said %s, then it outlasts that: %#', (_what, said, until, expected) => {
  const fact = { createdAt: day(said), validTo: until && day(until) }
  expect(outlasts(fact, { validTo: day('2026-03-01') })).toBe(expected)
  expect(outlasts(fact, { validTo: null }), 'what has no end').toBe(false)
})
