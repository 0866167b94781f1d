// The gauges of the watch, by name, at the moment of a scrape.
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { Lag } from '../../../../infra/runtime/watch/lag-meter.ts'
import { registerWatchGauges } from '../../../../infra/runtime/watch/watch-gauges.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const at = (secondsAgo: number) => new Date(NOW.getTime() - secondsAgo * 1_000)
const WRITES = { topic: 'memory.writes.v1', checkpoint: 1, end: 1, note: null } as const

function registered(more: Partial<Parameters<typeof registerWatchGauges>[0]> = {}) {
  const registry = new Registry()
  registerWatchGauges({
    registry,
    now: () => NOW,
    lag: async () => [],
    stalled: () => [],
    processors: ['one', 'two'],
    components: () => null,
    ...more,
  })
  return async () => (await registry.metrics()).trim().split('\n').filter(Boolean)
}

test('given what was seen, when asked, then lag, age, stalls and components are told, with what they mean', async () => {
  const lag: Lag = [
    { ...WRITES, processor: 'one', partition: 0, records: 3, since: at(5) },
    { ...WRITES, processor: 'one', partition: 1, records: 9, since: at(7.5) },
    { ...WRITES, processor: 'two', partition: 0, records: 0, since: null },
  ]
  const told = registered({
    lag: async () => lag,
    stalled: () => ['two'],
    components: () => ({ kafka: { up: true, latencyMs: 1 }, neo4j: { up: false, latencyMs: 1 } }),
    threadAnswers: () => true,
  })
  expect(await told()).toEqual([
    '# HELP palimpsest_lag_records Records of the log that a processor has not done with: the end of the log minus its checkpoint.',
    '# TYPE palimpsest_lag_records gauge',
    'palimpsest_lag_records{processor="one",topic="memory.writes.v1",partition="0"} 3',
    'palimpsest_lag_records{processor="one",topic="memory.writes.v1",partition="1"} 9',
    'palimpsest_lag_records{processor="two",topic="memory.writes.v1",partition="0"} 0',
    '# HELP palimpsest_oldest_unprocessed_seconds Age of the oldest record that a processor has not done with; 0 where there is none.',
    '# TYPE palimpsest_oldest_unprocessed_seconds gauge',
    'palimpsest_oldest_unprocessed_seconds{processor="one"} 7.5',
    'palimpsest_oldest_unprocessed_seconds{processor="two"} 0',
    '# HELP palimpsest_stalled 1 where a processor has something to do, gets nothing done, and all that it needs is up.',
    '# TYPE palimpsest_stalled gauge',
    'palimpsest_stalled{processor="one"} 0',
    'palimpsest_stalled{processor="two"} 1',
    '# HELP palimpsest_component_up 1 where a component that the service needs can be used.',
    '# TYPE palimpsest_component_up gauge',
    'palimpsest_component_up{component="kafka"} 1',
    'palimpsest_component_up{component="neo4j"} 0',
    '# HELP palimpsest_processing_thread_answers 0 where the processing thread does not answer: its own metrics are missing then.',
    '# TYPE palimpsest_processing_thread_answers gauge',
    'palimpsest_processing_thread_answers 1',
  ])
})

test('given a clock that is ahead, nothing seen yet and a silent thread, when asked, then no age is below nothing', async () => {
  const lag: Lag = [{ ...WRITES, processor: 'one', partition: 0, records: 1, since: at(-60) }]
  const told = await registered({ lag: async () => lag, threadAnswers: () => false })()
  expect(told).toContain('palimpsest_oldest_unprocessed_seconds{processor="one"} 0')
  expect(told).toContain('palimpsest_processing_thread_answers 0')
  expect(told.filter((line) => line.startsWith('palimpsest_component_up'))).toEqual([])
})

test('given processors in this very thread, when asked, then nothing is told of a thread', async () => {
  const told = await registered()()
  expect(told.filter((line) => line.includes('processing_thread'))).toEqual([])
})
