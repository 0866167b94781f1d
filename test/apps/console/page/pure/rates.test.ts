// The rates of topics, as the Pipeline page computes them from what the service reports.
import { expect, test } from 'vitest'
import { topicRates } from '../../../../../apps/console/page/pure/rates.ts'

const look = (second: number, end: number) => ({
  at: `2026-03-01T10:00:${String(second).padStart(2, '0')}.000Z`,
  processors: [],
  topics: [{ topic: 'memory.writes.v1', end }],
})

test('given looks, then each topic has the rate between each two of them', () => {
  const [rate] = topicRates([look(0, 10), look(2, 30), look(4, 30), look(8, 34)])
  expect(rate).toEqual({ topic: 'memory.writes.v1', perSecond: [10, 0, 1] })
})

test('given one look, none, or one that came too early to know the end, then no rate is made up', () => {
  expect(topicRates([])).toEqual([])
  expect(topicRates([look(0, 10)])).toEqual([{ topic: 'memory.writes.v1', perSecond: [] }])
  expect(topicRates([look(0, 0), look(1, 500), look(1, 500)])[0]?.perSecond).toEqual([0, 0])
})
