// The users of the records, the order in which they are written, and what the plan shows.
import { describe, expect, it } from 'vitest'
import { planned } from '../../../../apps/cli/import/planned.ts'
import { shownPlan } from '../../../../apps/cli/import/shown-plan.ts'

const record = (id: string, userId: string | null, at: string | null = null) => ({
  id,
  userId,
  at,
  content: 'Likes chess.',
})

describe('the plan', () => {
  it('has what was true first first, and what has no date last', () => {
    const records = [
      record('1', 'a'),
      record('2', 'a', '2025-02-01T00:00:00Z'),
      record('3', 'a', '2024-02-01T00:00:00Z'),
    ]
    const { records: sorted } = planned({ records, leftOut: {} }, undefined)
    expect(sorted.map(({ id }) => id)).toEqual(['3', '2', '1'])
  })

  it('leaves out records without a user, or of a user that cannot be named, and counts them', () => {
    const records = [record('1', null), record('2', 'a\u0000b'), record('3', 'anna')]
    const { records: kept, leftOut } = planned(
      { records, leftOut: { 'without text': 2 } },
      undefined,
    )
    expect(kept.map(({ id }) => id)).toEqual(['3'])
    expect(Object.values(leftOut)).toEqual([2, 1, 1])
  })

  it('given a user then all is theirs', () => {
    const { records } = planned(
      { records: [record('1', null), record('2', 'ben')], leftOut: {} },
      'anna',
    )
    expect(records.map(({ userId }) => userId)).toEqual(['anna', 'anna'])
  })

  it('is told as counts and days, without a word of what was said', () => {
    const records = [
      record('1', 'anna', '2025-02-01T00:00:00Z'),
      record('2', 'anna', '2024-02-01T00:00:00Z'),
      record('3', 'ben'),
    ]
    const { lines } = shownPlan(planned({ records, leftOut: { 'without text': 2 } }, undefined))
    expect(lines).toEqual([
      '3 writes for 2 users',
      '  anna: 2, 2024-02-01 to 2025-02-01',
      '  ben: 1, without dates',
      'left out: 2 without text',
    ])
  })
})
