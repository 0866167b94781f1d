// Which writes go in one call.
import { expect, it } from 'vitest'
import { batchesOf, MAX_WRITES } from '../../../../apps/cli/import/batches.ts'

const record = (id: number, chars = 10) => ({
  id: String(id),
  userId: 'anna',
  at: null,
  content: 'x'.repeat(chars),
})
const sizesOf = (batches: unknown[][]) => batches.map(({ length }) => length)

it('has as many as the service takes, in order', () => {
  const records = Array.from({ length: 2 * MAX_WRITES + 1 }, (_, id) => record(id))
  const batches = batchesOf(records)
  expect(sizesOf(batches)).toEqual([MAX_WRITES, MAX_WRITES, 1])
  expect(batches.flat()).toEqual(records)
})

it('has no more than a body may hold', () => {
  const records = Array.from({ length: 7 }, (_, id) => record(id, 300_000))
  expect(sizesOf(batchesOf(records))).toEqual([3, 3, 1])
})

it('given what is left after some calls then the further calls are the same', () => {
  const records = Array.from({ length: 2_500 }, (_, id) => record(id))
  const [first, ...others] = batchesOf(records)
  expect(batchesOf(records.slice(first!.length))).toEqual(others)
})

it('given nothing has no call', () => {
  expect(batchesOf([])).toEqual([])
})
