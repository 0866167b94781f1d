// Vectors as bytes: each number times 127, rounded, and never out of range; the same after a way through text.
import { expect, test } from 'vitest'
import { fromBase64, quantise, toBase64 } from '../../../../infra/runtime/envelope/vectors.ts'

test('given numbers, when quantised, then each is a signed byte, and what is out of range is cut', () => {
  const vector = Float32Array.from([0, 1, -1, 0.5, -0.004, 0.004, 1.5, -2])
  expect([...quantise(vector)]).toEqual([0, 127, -127, 64, -1, 1, 127, -127])
})

test('given bytes, when written as text and read, then they are the same, also of a part of a buffer', () => {
  const bytes = Int8Array.from([0, 127, -127, 64, -1])
  expect(toBase64(bytes)).toBe('AH+BQP8=')
  expect(fromBase64('AH+BQP8=')).toEqual(bytes)
  const part = bytes.subarray(1, 3)
  expect(toBase64(part)).toBe('f4E=')
  expect(fromBase64(toBase64(part))).toEqual(Int8Array.from([127, -127]))
})
