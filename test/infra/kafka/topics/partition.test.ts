// The partition of a user is what any other Kafka client would compute.
import { describe, expect, test } from 'vitest'
import { murmur2, partitionFor } from '../../../../infra/kafka/topics/partition.ts'
import { lookAlikes, newScope } from '../../../contracts/given.ts'

describe('partitions', () => {
  test.each([
    ['21', -973932308],
    ['foobar', -790332482],
    ['a-little-bit-long-string', -985981536],
    ['a-little-bit-longer-string', -1486304829],
    ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
    ['abc', 479470107],
  ])("given Kafka's own example %j, when hashed, then it is Kafka's number", (text, hash) => {
    expect(murmur2(Buffer.from(text))).toBe(hash)
  })

  test('given bytes that are no ASCII, when hashed, then every byte counts as it is', () => {
    expect(murmur2(Buffer.from('é'))).not.toBe(murmur2(Buffer.from('e')))
    expect(Number.isInteger(murmur2(Buffer.from([0xff, 0xfe, 0xfd])))).toBe(true)
  })

  test('given many users, when placed, then all partitions are used about as often', () => {
    const counts = [0, 0, 0, 0, 0, 0]
    for (let index = 0; index < 6_000; index++) counts[partitionFor(newScope(), 6)]! += 1
    expect(Math.min(...counts)).toBeGreaterThan(800)
    expect(Math.max(...counts)).toBeLessThan(1_200)
  })

  test('given the same user, when placed again, then it is the same partition', () => {
    for (const scope of lookAlikes()) {
      expect(partitionFor({ ...scope }, 6)).toBe(partitionFor(scope, 6))
    }
    expect(partitionFor({ appId: 'app', userId: 'user' }, 6)).toBe(
      (murmur2(Buffer.from('app/user')) & 0x7fffffff) % 6,
    )
  })
})
