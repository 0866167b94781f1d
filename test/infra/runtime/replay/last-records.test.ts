// The end of a partition may lie behind its last record.
import { expect, test } from 'vitest'
import type { EventLog, LogRecord, ReadOptions } from '../../../../infra/ports/event-log.ts'
import { lastRecords } from '../../../../infra/runtime/replay/last-records.ts'
import { WRITES } from '../../../../schemas/topics.ts'

const topic = WRITES

/** Partitions by their end and where their records stand. */
function logOf(partitions: Record<number, { end: number; at: number[] }>) {
  const asked: (number | undefined)[][] = []
  const read = async function* ({ partition, after, upTo = 0 }: ReadOptions) {
    asked.push([partition, after, upTo])
    const at = partitions[partition]?.at ?? []
    const records = at.filter((position) => position > (after ?? -1) && position <= upTo)
    const record = { topic, partition, event: null, defect: null }
    if (records.length > 0) yield records.map((position): LogRecord => ({ ...record, position }))
    yield []
  }
  const ends = Object.entries(partitions).map(([partition, { end }]) => [Number(partition), end])
  const log: Pick<EventLog, 'ends' | 'read'> = {
    ends: async () => new Map(ends as [number, number][]),
    read,
  }
  return { log, asked }
}

test('given marks and erased records behind it, then the last record is found, however far back', async () => {
  const { log } = logOf({
    0: { end: 9, at: [1, 9] },
    1: { end: 10, at: [1, 9] },
    2: { end: 5000, at: [0] },
    3: { end: 70, at: [] },
  })
  expect(await lastRecords(log, topic)).toEqual(
    new Map([
      [0, 9],
      [1, 9],
      [2, 0],
    ]),
  )
})

test('given a partition, when its last record is looked for, then the last stretch is read first, and then longer ones', async () => {
  const { log, asked } = logOf({
    0: { end: 63, at: [9] },
    1: { end: 64, at: [0] },
    2: { end: 600, at: [580] },
    3: { end: 600, at: [80, 90] },
  })
  expect([...(await lastRecords(log, topic)).values()]).toEqual([9, 0, 580, 90])
  expect(asked.sort(([one = 0], [other = 0]) => one - other)).toEqual([
    [0, undefined, 63],
    [1, 0, 64],
    [1, undefined, 64],
    [2, 536, 600],
    [3, 536, 600],
    [3, 88, 600],
  ])
})
