// The names of metrics: exporters, dashboards and alerts are written against these words.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createLogger } from '../../../infra/runtime/logger.ts'
import { createTelemetry } from '../../../infra/runtime/telemetry.ts'

const processor = 'extract-facts'

test('given each metric, when it is moved, then it is told under its name, with its labels and what it means', async () => {
  const telemetry = createTelemetry(pino({ level: 'silent' }))
  telemetry.events.inc({ processor, outcome: 'handled' })
  telemetry.modelCalls.inc({ call: 'embed', outcome: 'answered' })
  telemetry.webhooks.inc({ outcome: 'delivered' })
  telemetry.objectRequests.inc({ operation: 'put' })
  telemetry.retries.inc({ processor })
  telemetry.decidedAgain.inc({ processor }, 3)
  telemetry.batch.observe({ processor }, 0.3)
  telemetry.stateRestored.set({ state: 'memory', partition: 3 }, 0.5)
  telemetry.standbys.set({ processor }, 4)
  telemetry.snapshots.inc({ state: 'memory', outcome: 'changed' })
  telemetry.longWaiting.inc()
  telemetry.inFlight.set({ processor }, 2)
  expect((await telemetry.registry.metrics()).trim().split('\n')).toEqual([
    '# HELP palimpsest_events_total Events that a processor has done with, by outcome.',
    '# TYPE palimpsest_events_total counter',
    'palimpsest_events_total{processor="extract-facts",outcome="handled"} 1',
    '',
    '# HELP palimpsest_model_calls_total Calls of the language engine, by what came of them.',
    '# TYPE palimpsest_model_calls_total counter',
    'palimpsest_model_calls_total{call="embed",outcome="answered"} 1',
    '',
    '# HELP palimpsest_webhook_attempts_total Attempts to deliver a webhook, by what came of them.',
    '# TYPE palimpsest_webhook_attempts_total counter',
    'palimpsest_webhook_attempts_total{outcome="delivered"} 1',
    '',
    '# HELP palimpsest_object_requests_total Requests to the object store, by what was asked; it is paid for each of them.',
    '# TYPE palimpsest_object_requests_total counter',
    'palimpsest_object_requests_total{operation="put"} 1',
    '',
    '# HELP palimpsest_retries_total Attempts that failed and were tried again.',
    '# TYPE palimpsest_retries_total counter',
    'palimpsest_retries_total{processor="extract-facts"} 1',
    '',
    '# HELP palimpsest_decided_again_total Events that were handled again, because their user forgot something before the outcome was committed.',
    '# TYPE palimpsest_decided_again_total counter',
    'palimpsest_decided_again_total{processor="extract-facts"} 3',
    '',
    '# HELP palimpsest_batch_seconds How long a processor took for one batch.',
    '# TYPE palimpsest_batch_seconds histogram',
    ...[0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60, '+Inf'].map((le) => {
      const count = le === '+Inf' || Number(le) > 0.3 ? 1 : 0
      return `palimpsest_batch_seconds_bucket{le="${le}",processor="extract-facts"} ${count}`
    }),
    'palimpsest_batch_seconds_sum{processor="extract-facts"} 0.3',
    'palimpsest_batch_seconds_count{processor="extract-facts"} 1',
    '',
    '# HELP palimpsest_state_restored_ratio How much of a state that processors decide from is restored, from 0 to 1, by store and partition.',
    '# TYPE palimpsest_state_restored_ratio gauge',
    'palimpsest_state_restored_ratio{state="memory",partition="3"} 0.5',
    '',
    '# HELP palimpsest_state_standbys Partitions of which a copy of the state stands by here, by the processor that decides from it elsewhere.',
    '# TYPE palimpsest_state_standbys gauge',
    'palimpsest_state_standbys{processor="extract-facts"} 4',
    '',
    '# HELP palimpsest_state_snapshots_total Snapshots of states, by store and outcome: all rows, what has changed, or failed.',
    '# TYPE palimpsest_state_snapshots_total counter',
    'palimpsest_state_snapshots_total{state="memory",outcome="changed"} 1',
    '',
    '# HELP palimpsest_long_writes_waiting Long writes that wait for their turn to publish a part: where others write too, one goes at a time.',
    '# TYPE palimpsest_long_writes_waiting gauge',
    'palimpsest_long_writes_waiting 1',
    '',
    '# HELP palimpsest_in_flight Events that a processor is working on.',
    '# TYPE palimpsest_in_flight gauge',
    'palimpsest_in_flight{processor="extract-facts"} 2',
  ])
})

test.each([
  'events',
  'modelCalls',
  'webhooks',
  'objectRequests',
  'retries',
  'decidedAgain',
  'longWaiting',
  'inFlight',
] as const)('given a label that %s does not have, when told, then it is refused', (name) => {
  const metric = createTelemetry(pino({ level: 'silent' }))[name]
  expect(() => metric.inc({ userId: 'ann' } as never)).toThrow()
})

test('given a logger, when made, then it says when and what, and nothing of the machine', () => {
  const logger = createLogger('warn')
  expect([logger.level, logger.bindings()]).toEqual(['warn', {}])
  const { timeSym } = pino.symbols as unknown as Record<'timeSym', symbol>
  const time = (logger as unknown as Record<symbol, () => string>)[timeSym]!()
  expect(time).toMatch(/^,"time":"\d{4}-\d\d-\d\dT[\d:.]+Z"$/)
})

test.each([
  [undefined, 1],
  ['stdout', 1],
  ['stderr', 2],
] as const)('given %s, when it logs, then there', (to, fd) => {
  const logger = createLogger('silent', to)
  const { streamSym } = pino.symbols as unknown as Record<'streamSym', symbol>
  expect((logger as unknown as Record<symbol, { fd: number }>)[streamSym]!.fd).toBe(fd)
})
