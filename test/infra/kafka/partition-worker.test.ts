// One partition of a subscription, without a broker: what it is told when it is taken away.
import { expect, test } from 'vitest'
import { startWorker } from '../../../infra/kafka/partition-worker.ts'

test('a partition that is taken away before it is known where to go on is released after that as well', async () => {
  const { promise: known, resolve } = Promise.withResolvers<undefined>()
  const told: string[] = []
  const worker = startWorker(
    {
      topic: { name: 'memory.writes.v1', kafka: 'writes', partitions: [0], forEver: true },
      partition: 0,
      codec: { encode: () => Buffer.alloc(0), decode: async () => [] },
      maxRecords: 1,
      resumeAfter: async () => {
        await known
        told.push('begun')
        return 0
      },
      deliver: async () => undefined,
      released: async () => void told.push('released'),
      firstOffset: async () => 0,
      wake: () => undefined,
      failed: (error) => void told.push(error.message),
      warn: () => undefined,
    },
    Promise.resolve(),
  )
  // The worker has asked where to go on.
  await new Promise((next) => setImmediate(next))
  const stopped = worker.stop()
  resolve(undefined)
  await stopped
  // What has begun late would be kept for ever.
  expect(told).toEqual(['released', 'begun', 'released'])
})
