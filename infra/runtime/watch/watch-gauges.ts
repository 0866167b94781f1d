// What the watch reports to Prometheus. Everything is computed on request, so that no value freezes when it is out of
// date.
import { Gauge, type Registry } from 'prom-client'
import type { ComponentStates } from './components.ts'
import type { Lag } from './lag-meter.ts'

type WatchGauges = {
  registry: Registry
  now: () => Date
  lag: () => Promise<Lag>
  stalled: () => readonly string[]
  processors: readonly string[]
  /** Null before the first look. */
  components: () => ComponentStates<string> | null
  /** Where processors run on another thread of this process. */
  threadAnswers?: () => boolean
}

export function registerWatchGauges(parts: WatchGauges): void {
  const { registry, now, lag, stalled, processors, components, threadAnswers } = parts
  const registers = [registry]
  new Gauge({
    name: 'palimpsest_lag_records',
    help: 'Records of the log that a processor has not done with: the end of the log minus its checkpoint.',
    labelNames: ['processor', 'topic', 'partition'] as const,
    registers,
    async collect() {
      for (const { processor, topic, partition, records } of await lag()) {
        this.set({ processor, topic, partition }, records)
      }
    },
  })
  new Gauge({
    name: 'palimpsest_oldest_unprocessed_seconds',
    help: 'Age of the oldest record that a processor has not done with; 0 where there is none.',
    labelNames: ['processor'] as const,
    registers,
    async collect() {
      const all = await lag()
      for (const processor of processors) this.set({ processor }, ageOf(all, processor, now()))
    },
  })
  new Gauge({
    name: 'palimpsest_stalled',
    help: '1 where a processor has something to do, gets nothing done, and all that it needs is up.',
    labelNames: ['processor'] as const,
    registers,
    collect() {
      for (const processor of processors) {
        this.set({ processor }, stalled().includes(processor) ? 1 : 0)
      }
    },
  })
  new Gauge({
    name: 'palimpsest_component_up',
    help: '1 where a component that the service needs can be used.',
    labelNames: ['component'] as const,
    registers,
    collect() {
      for (const [component, { up }] of Object.entries(components() ?? {})) {
        this.set({ component }, up ? 1 : 0)
      }
    },
  })
  if (threadAnswers) {
    new Gauge({
      name: 'palimpsest_processing_thread_answers',
      help: '0 where the processing thread does not answer: its own metrics are missing then.',
      registers,
      collect() {
        this.set(threadAnswers() ? 1 : 0)
      },
    })
  }
}

function ageOf(lag: Lag, processor: string, now: Date): number {
  const ages = lag.flatMap(({ processor: name, since }) =>
    name === processor && since ? [(now.getTime() - since.getTime()) / 1000] : [],
  )
  // Clocks of two machines may differ.
  return Math.max(0, ...ages)
}
