// Instants as clients write them are read, and nothing else is.
import { describe, expect, test } from 'vitest'
import { givenInstant, readInstant } from '../../schemas/instants.ts'

describe('an instant', () => {
  test.each([
    ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z'],
    ['2026-03-01T10:00:00.123Z', '2026-03-01T10:00:00.123Z'],
    ['2026-03-01T10:00:00.123456+02:00', '2026-03-01T10:00:00.123456+02:00'],
    ['2026-01-02', '2026-01-02T00:00:00Z'],
    ['2026-03-01T10:00', '2026-03-01T10:00:00Z'],
    // Python: datetime.isoformat(), and str(datetime).
    ['2026-03-01T10:00:00.123456', '2026-03-01T10:00:00.123Z'],
    ['2026-03-01 10:00:00+00:00', '2026-03-01T10:00:00+00:00'],
    ['2026-03-01T10:00:00+0200', '2026-03-01T10:00:00+02:00'],
    ['2026-03-01T10:00:00-05', '2026-03-01T10:00:00-05:00'],
    ['2026-03-01t10:00:00z', '2026-03-01T10:00:00Z'],
    ['2024-02-29', '2024-02-29T00:00:00Z'],
  ])('%s is %s', (text, read) => {
    expect(readInstant(text)).toBe(read)
    expect(givenInstant.parse(text)).toBe(read)
    expect(Number.isNaN(Date.parse(read))).toBe(false)
  })

  test.each([
    '',
    'yesterday',
    '2026',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-03-01T25:00:00Z',
    '2026-03-01T10:61:00Z',
    '2026-03-01T10:00:00+99:00',
    '01/02/2026',
    '1772359200',
    '2026-03-01T10:00:00Z and more',
    ' 2026-03-01',
  ])('%s is none', (text) => {
    expect(readInstant(text)).toBeNull()
    expect(givenInstant.safeParse(text).success).toBe(false)
  })
})
