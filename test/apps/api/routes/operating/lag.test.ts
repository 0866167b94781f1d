// What operators see of processors that are behind.
import { expect, test } from 'vitest'
import { lagOf } from '../../../../../apps/api/routes/operating/lag.ts'
import type { PartitionLag } from '../../../../../infra/runtime/watch/lag-meter.ts'

const now = new Date('2026-03-01T10:00:10.000Z')
const of = (
  processor: string,
  partition: number,
  more: Partial<PartitionLag> = {},
): PartitionLag => ({
  processor,
  topic: 'memory.writes.v1',
  partition,
  checkpoint: 5,
  end: 10,
  note: null,
  records: 0,
  since: null,
  ...more,
})

test('given partitions, then each processor is told with its sum, its oldest record, and those that are behind', () => {
  const at = (second: number) => new Date(`2026-03-01T10:00:0${second}.000Z`)
  const lag = [
    of('a', 0, { records: 2, since: at(4) }),
    of('a', 1),
    of('a', 2, { records: 3, since: at(1), checkpoint: undefined }),
    of('b', 0),
  ]
  const place = { topic: 'memory.writes.v1' }
  expect(lagOf(lag, ['a'], now)).toEqual({
    at: now.toISOString(),
    processors: [
      {
        processor: 'a',
        records: 5,
        oldestSeconds: 9,
        stalled: true,
        partitions: [
          { ...place, partition: 0, checkpoint: 5, records: 2, since: '2026-03-01T10:00:04.000Z' },
          {
            ...place,
            partition: 2,
            checkpoint: null,
            records: 3,
            since: '2026-03-01T10:00:01.000Z',
          },
        ],
      },
      { processor: 'b', records: 0, oldestSeconds: 0, stalled: false, partitions: [] },
    ],
    // Processors that read the same topic count its partitions once.
    topics: [{ topic: 'memory.writes.v1', end: 30 }],
  })
})
