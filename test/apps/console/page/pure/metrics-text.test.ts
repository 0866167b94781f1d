// What the console reads of /metrics.
import { describe, expect, test } from 'vitest'
import {
  callsByRoute,
  processorRows,
  readMetrics,
  spendingRows,
  withLag,
} from '../../../../../apps/console/page/pure/metrics-text.ts'

const text = `# HELP palimpsest_stalled 1 where it stands still.
# TYPE palimpsest_stalled gauge
palimpsest_stalled{processor="extract-facts"} 1
palimpsest_stalled{processor="keep-audit"} 0
palimpsest_lag_records{processor="extract-facts",topic="memory.writes.v1",partition="0"} 3
palimpsest_lag_records{processor="extract-facts",topic="memory.writes.v1",partition="1"} 4
palimpsest_lag_records{processor="keep-audit",topic="memory.writes.v1",partition="1"} 0
palimpsest_oldest_unprocessed_seconds{processor="extract-facts"} 2.5e1
palimpsest_events_total{processor="extract-facts",outcome="handled"} 10
palimpsest_events_total{processor="extract-facts",outcome="parked"} 2
palimpsest_retries_total{processor="extract-facts"} 5
palimpsest_http_seconds_bucket{le="0.002",method="GET",route="/v1/health",status="200"} 1
palimpsest_http_seconds_count{method="GET",route="/v1/health",status="200"} 2
palimpsest_http_seconds_count{method="GET",route="/v1/health",status="401"} 1
palimpsest_http_seconds_count{method="POST",route="/v1/memorize",status="202"} 9
palimpsest_http_seconds_count{method="GET",route="/metrics",status="200"} 99
palimpsest_processing_thread_answers 1
process_cpu_seconds_total 1.5
`

test('samples are read with their labels, and comments are left out', () => {
  expect(readMetrics(text).at(0)).toEqual({
    name: 'palimpsest_stalled',
    labels: { processor: 'extract-facts' },
    value: 1,
  })
  expect(readMetrics(text).at(-1)).toEqual({
    name: 'process_cpu_seconds_total',
    labels: {},
    value: 1.5,
  })
  expect(readMetrics('a{b="x \\"y\\" \\\\z"} 1')).toEqual([
    { name: 'a', labels: { b: 'x "y" \\z' }, value: 1 },
  ])
})

describe('a processor', () => {
  test('is told with all its partitions and outcomes', () => {
    expect(processorRows(readMetrics(text))).toEqual([
      {
        name: 'extract-facts',
        behind: 7,
        oldestSeconds: 25,
        stalled: true,
        done: { handled: 12, deadLetters: 2, retries: 5 },
      },
      {
        name: 'keep-audit',
        behind: 0,
        oldestSeconds: 0,
        stalled: false,
        done: { handled: 0, deadLetters: 0, retries: 0 },
      },
    ])
  })
})

test('given that other processes do the work, then nothing is told of what they have done', () => {
  const elsewhere = text.replace(/^palimpsest_processing_thread_answers.*\n/m, '')
  expect(processorRows(readMetrics(elsewhere)).map(({ done }) => done)).toEqual([null, null])
})

test('calls are counted by route, those of the API alone, the most frequent first', () => {
  expect(callsByRoute(readMetrics(text))).toEqual([
    { route: 'POST /memorize', calls: 9 },
    { route: 'GET /health', calls: 3 },
  ])
})

test('what the service tells of lag counts more than its metrics, of the same processors', () => {
  const rows = processorRows(readMetrics(text))
  expect(withLag(rows, null)).toEqual(rows)
  const told = { records: 9, oldestSeconds: 1, stalled: false, partitions: [] }
  const processors = ['extract-facts', 'forget'].map((processor) => ({ processor, ...told }))
  expect(withLag(rows, { at: '2026-01-01T00:00:00Z', processors, topics: [] })).toMatchObject([
    { name: 'extract-facts', behind: 9, stalled: false, done: { handled: 12 } },
    { name: 'forget', behind: 9, done: null },
  ])
})

describe('what models have used', () => {
  const totals = `palimpsest_service_model_tokens_total{model="m",kind="output"} 30
palimpsest_service_model_cost_total{model="m"} 3
`
  const ofApps = `palimpsest_service_app_model_tokens_total{app="shop",model="m",kind="input"} 1
palimpsest_service_app_model_tokens_total{app="shop",model="m",kind="cached"} 2
palimpsest_service_app_model_tokens_total{app="bank \\"x\\"",model="m",kind="output"} 30
palimpsest_service_app_model_cost_total{app="bank \\"x\\"",model="m"} 3
`
  test('is told of each app where the key may see them, the most expensive first', () => {
    expect(spendingRows(readMetrics(totals + ofApps))).toEqual([
      { app: 'bank "x"', model: 'm', tokens: { input: 0, cached: 0, output: 30 }, cost: 3 },
      { app: 'shop', model: 'm', tokens: { input: 1, cached: 2, output: 0 }, cost: null },
    ])
  })

  test('is told of all apps together where it may not', () => {
    expect(spendingRows(readMetrics(totals))).toEqual([
      { app: null, model: 'm', tokens: { input: 0, cached: 0, output: 30 }, cost: 3 },
    ])
    expect(spendingRows(readMetrics(text))).toEqual([])
  })
})
