// How many of a name are under way.
import { expect, test } from 'vitest'
import { createCounts } from '../../../../infra/runtime/turns/counts.ts'

test('given some that enter, when they leave, then each name has its own count', () => {
  const counts = createCounts()
  const [first, second, other] = [counts.enter('a'), counts.enter('a'), counts.enter('b')]
  expect([counts.of('a'), counts.of('b'), counts.of('c')]).toEqual([2, 1, 0])
  first()
  other()
  expect([counts.of('a'), counts.of('b')]).toEqual([1, 0])
  second()
  expect(counts.of('a')).toBe(0)
})
