// Bytes that are drawn from the supply come once, and stay as they were.
import { expect, test } from 'vitest'
import { randomSmall } from '../../../infra/runtime/random.ts'

test('given more than a supply holds, when drawn, then no bytes come twice', () => {
  const drawn = Array.from({ length: 2_000 }, () => randomSmall(12).toString('hex'))
  expect(new Set(drawn).size).toBe(drawn.length)
  expect(drawn.every((hex) => hex.length === 24)).toBe(true)
})

test('given drawn bytes, when the supply is filled again, then they stay as they were', () => {
  const drawn = randomSmall(16)
  const before = drawn.toString('hex')
  for (let n = 0; n < 1_000; n++) randomSmall(64)
  expect(drawn.toString('hex')).toBe(before)
})
