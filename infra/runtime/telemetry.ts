// What the runtime tells operators: log lines and Prometheus metrics. Neither ever holds personal text: only ids,
// names of processors and topics, counts and durations.
import type { Logger } from 'pino'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { createFailureLog } from './fail/failure-log.ts'

export type Telemetry = ReturnType<typeof createTelemetry>

export function createTelemetry(logger: Logger) {
  const registry = new Registry()
  const registers = [registry]
  const counter = <Label extends string>(name: string, labels: Label[], help: string) =>
    new Counter({ name, help, labelNames: labels, registers })
  const gauge = <Label extends string>(name: string, labels: Label[], help: string) =>
    new Gauge({ name, help, labelNames: labels, registers })
  return {
    logger,
    registry,
    failures: createFailureLog(logger),
    events: counter(
      'palimpsest_events_total',
      ['processor', 'outcome'],
      'Events that a processor has done with, by outcome.',
    ),
    modelCalls: counter(
      'palimpsest_model_calls_total',
      ['call', 'outcome'],
      'Calls of the language engine, by what came of them.',
    ),
    webhooks: counter(
      'palimpsest_webhook_attempts_total',
      ['outcome'],
      'Attempts to deliver a webhook, by what came of them.',
    ),
    objectRequests: counter(
      'palimpsest_object_requests_total',
      ['operation'],
      'Requests to the object store, by what was asked; it is paid for each of them.',
    ),
    retries: counter(
      'palimpsest_retries_total',
      ['processor'],
      'Attempts that failed and were tried again.',
    ),
    decidedAgain: counter(
      'palimpsest_decided_again_total',
      ['processor'],
      'Events that were handled again, because their user forgot something before the outcome was committed.',
    ),
    batch: new Histogram({
      name: 'palimpsest_batch_seconds',
      help: 'How long a processor took for one batch.',
      labelNames: ['processor'] as const,
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
      registers,
    }),
    stateRestored: gauge(
      'palimpsest_state_restored_ratio',
      ['state', 'partition'],
      'How much of a state that processors decide from is restored, from 0 to 1, by store and partition.',
    ),
    standbys: gauge(
      'palimpsest_state_standbys',
      ['processor'],
      'Partitions of which a copy of the state stands by here, by the processor that decides from it elsewhere.',
    ),
    snapshots: counter(
      'palimpsest_state_snapshots_total',
      ['state', 'outcome'],
      'Snapshots of states, by store and outcome: all rows, what has changed, or failed.',
    ),
    longWaiting: gauge(
      'palimpsest_long_writes_waiting',
      [],
      'Long writes that wait for their turn to publish a part: where others write too, one goes at a time.',
    ),
    inFlight: gauge(
      'palimpsest_in_flight',
      ['processor'],
      'Events that a processor is working on.',
    ),
  }
}
