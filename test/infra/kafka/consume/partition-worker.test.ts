// One partition of a subscription, without a broker: what it does when it is taken away, and what it takes of records
// that were fetched for others as well.
import { expect, onTestFinished, test } from 'vitest'
import type { FetchedPartition } from '../../../../infra/kafka/consume/fetch-response.ts'
import { startWorker } from '../../../../infra/kafka/consume/partition-worker.ts'
import type { RawRecord } from '../../../../infra/kafka/wire/record-batches.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'

/** A partition that begins when the test allows it, after the checkpoint or at the first offset that the test says. */
function givenNewPartition(firstOffset: () => Promise<number>, after?: number) {
  const told: string[] = []
  const { promise: allowed, resolve: begin } = Promise.withResolvers<undefined>()
  const { promise: located, resolve: wake } = Promise.withResolvers<void>()
  const worker = startWorker(
    {
      topic: { name: 'memory.writes.v1', kafka: 'writes', partitions: [0], forEver: true },
      partition: 0,
      codec: { decode: async () => [] },
      maxRecords: 1,
      resumeAfter: async () => {
        await allowed
        told.push('begun')
        return after
      },
      deliver: async () => undefined,
      released: async () => void told.push('released'),
      firstOffset,
      wake: () => wake(),
      failed: (error) => void told.push(error.message),
      warn: (_, text) => void told.push(text),
    },
    Promise.resolve(),
  )
  return { worker, told, begin: () => begin(undefined), located }
}

test('a partition that is taken away before it is known where to go on is released after that as well', async () => {
  const { worker, told, begin } = givenNewPartition(async () => 0, 0)
  // The worker has asked where to continue.
  await turn()
  const stopped = worker.stop()
  begin()
  await stopped
  // What has begun late would be kept for ever.
  expect(told).toEqual(['released', 'begun', 'released'])
})

test('a partition whose first offset is asked for again begins once, because it is released once', async () => {
  let asked = 0
  const { worker, told, begin, located } = givenNewPartition(async () => {
    if (++asked === 1) throw new Outage('no answer')
    return 0
  })
  begin()
  await located
  await worker.stop()
  expect(told).toEqual(['begun', 'no answer', 'released'])
})

test('a partition that is taken away before it begins is released after that, even where its first offset is not told', async () => {
  const { worker, told, begin } = givenNewPartition(async () => {
    throw new Outage('no answer')
  })
  await turn()
  const stopped = worker.stop()
  begin()
  await stopped
  expect(told).toEqual(['released', 'begun', 'released'])
})

/**
 * A partition that continues behind 4 and delivers nothing before the test allows it; `delivered`: at which places, in
 * order.
 */
async function givenWorker() {
  const { promise: allowed, resolve: deliver } = Promise.withResolvers<void>()
  const delivered: number[] = []
  const worker = startWorker(
    {
      topic: { name: 'memory.writes.v1', kafka: 'writes', partitions: [0], forEver: true },
      partition: 0,
      codec: {
        decode: async (topic, partition, raw) => {
          await allowed
          return raw.map(({ offset }) => ({
            topic,
            partition,
            position: offset,
            event: null,
            defect: 'no event',
          }))
        },
      },
      maxRecords: 5_000,
      resumeAfter: async () => 4,
      deliver: async ({ records }) =>
        void delivered.push(...records.map(({ position }) => position)),
      released: async () => undefined,
      firstOffset: async () => 0,
      wake: () => undefined,
      failed: (error) => {
        throw error
      },
      warn: () => undefined,
    },
    Promise.resolve(),
  )
  onTestFinished(async () => {
    deliver()
    await worker.stop()
  })
  await turn()
  return { worker, deliver, delivered }
}

const turn = () => new Promise((next) => setImmediate(next))

/** Records at places from `first` to before `next`. */
function fetched(first: number, next: number, bytes = 1): FetchedPartition {
  const value = Buffer.alloc(bytes)
  const records = Array.from(
    { length: next - first },
    (_, n): RawRecord => ({
      offset: first + n,
      timestamp: 0,
      key: null,
      value,
      headers: [],
      defect: null,
    }),
  )
  return {
    topic: 'writes',
    partition: 0,
    errorCode: 0,
    highWatermark: next + 10,
    lastStableOffset: next + 10,
    logStartOffset: 0,
    records,
    next,
    bytes,
  }
}

test('given what was fetched for one that stands behind it, when it is given that, then it takes what it has not had', async () => {
  const { worker, deliver, delivered } = await givenWorker()
  worker.accept(2, fetched(2, 7))
  expect(worker.wants()).toBe(7)
  expect(worker.progress.lag).toBe(10)
  // Nothing of it is new.
  worker.accept(2, fetched(2, 6))
  expect(worker.wants()).toBe(7)
  expect(worker.progress.lag).toBe(9)
  // The records in between would be missing.
  worker.accept(8, fetched(8, 9))
  expect(worker.wants()).toBe(7)
  deliver()
  await turn()
  expect(delivered).toEqual([5, 6])
})

test.each([
  ['records', 2_000, 1],
  ['bytes', 4, 1024 * 1024],
])(
  'given one that has enough %s, when more is fetched for others, then it takes none of that, and wants it later',
  async (_, count, bytes) => {
    const { worker, deliver, delivered } = await givenWorker()
    worker.accept(5, fetched(5, 5 + count, bytes))
    expect(worker.wants()).toBeNull()
    worker.accept(5 + count, fetched(5 + count, 6 + count))
    deliver()
    await turn()
    expect(delivered).toHaveLength(count)
    expect(worker.wants()).toBe(5 + count)
  },
)
