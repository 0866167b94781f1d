// How old a memory is, in half-lives.
import { expect, test } from 'vitest'
import { halfLivesPassed } from '../../../processors/maintenance/age.ts'

const NOW = '2026-03-01T00:00:00.000Z'

test.each([
  ['2026-01-30T00:00:00.000Z', 30, 1],
  ['2026-02-14T00:00:00.000Z', 30, 0.5],
  ['2025-12-31T00:00:00.000Z', 30, 2],
  [NOW, 30, 0],
  ['2026-03-02T00:00:00.000Z', 30, 0],
  ['2026-01-30T00:00:00.000Z', 0, 0],
  ['2026-01-30T00:00:00.000Z', -30, 0],
  ['long ago', 30, 0],
])(
  'given %s and half-lives of %d days, when asked, then %d have passed',
  (at, halfLifeDays, expected) => {
    expect(halfLivesPassed({ at, now: NOW, halfLifeDays })).toBe(expected)
  },
)
