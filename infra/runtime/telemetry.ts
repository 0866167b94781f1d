// What the runtime tells operators: log lines and Prometheus metrics. Neither ever holds personal text: only ids,
// names of processors and topics, counts and durations.
import { type Logger, pino } from 'pino'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { createFailureLog } from './fail/failure-log.ts'

export type Telemetry = ReturnType<typeof createTelemetry>

/** Services log to stdout; a command, whose stdout is its result, to stderr. */
export function createLogger(level: string, to: 'stdout' | 'stderr' = 'stdout'): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  return pino(options, pino.destination(to === 'stdout' ? 1 : 2))
}

export function createTelemetry(logger: Logger) {
  const registry = new Registry()
  const registers = [registry]
  return {
    logger,
    registry,
    failures: createFailureLog(logger),
    events: new Counter({
      name: 'palimpsest_events_total',
      help: 'Events that a processor has done with, by outcome.',
      labelNames: ['processor', 'outcome'] as const,
      registers,
    }),
    modelCalls: new Counter({
      name: 'palimpsest_model_calls_total',
      help: 'Calls of the language engine, by what came of them.',
      labelNames: ['call', 'outcome'] as const,
      registers,
    }),
    webhooks: new Counter({
      name: 'palimpsest_webhook_attempts_total',
      help: 'Attempts to deliver a webhook, by what came of them.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    objectRequests: new Counter({
      name: 'palimpsest_object_requests_total',
      help: 'Requests to the object store, by what was asked; it is paid for each of them.',
      labelNames: ['operation'] as const,
      registers,
    }),
    retries: new Counter({
      name: 'palimpsest_retries_total',
      help: 'Attempts that failed and were tried again.',
      labelNames: ['processor'] as const,
      registers,
    }),
    batch: new Histogram({
      name: 'palimpsest_batch_seconds',
      help: 'How long a processor took for one batch.',
      labelNames: ['processor'] as const,
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
      registers,
    }),
    stateRestored: new Gauge({
      name: 'palimpsest_state_restored_ratio',
      help: 'How much of a state that processors decide from is restored, from 0 to 1, by store and partition.',
      labelNames: ['state', 'partition'] as const,
      registers,
    }),
    standbys: new Gauge({
      name: 'palimpsest_state_standbys',
      help: 'Partitions of which a copy of the state stands by here, by the processor that decides from it elsewhere.',
      labelNames: ['processor'] as const,
      registers,
    }),
    snapshots: new Counter({
      name: 'palimpsest_state_snapshots_total',
      help: 'Snapshots of states, by store and outcome: all rows, what has changed, or failed.',
      labelNames: ['state', 'outcome'] as const,
      registers,
    }),
    inFlight: new Gauge({
      name: 'palimpsest_in_flight',
      help: 'Events that a processor is working on.',
      labelNames: ['processor'] as const,
      registers,
    }),
  }
}
