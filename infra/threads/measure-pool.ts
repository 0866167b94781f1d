// The Prometheus metrics of a pool of threads, under names of its own: the metrics of a process's threads are joined as
// text, where no name may occur twice. No label names a tenant.
import { Counter, Gauge, type Registry } from 'prom-client'
import { memberNamesOf } from '../runtime/certain.ts'
import type { PoolCounts } from './thread-pool.ts'

/** Call it once for a pool. Values are read when they are scraped. */
export function measurePool(registry: Registry, name: string, counts: () => PoolCounts): void {
  const registers = [registry]
  for (const [state, [count, help]] of Object.entries(current)) {
    new Gauge({
      name: `palimpsest_${name}_threads_${state}`,
      help,
      registers,
      collect() {
        this.set(counts()[count])
      },
    })
  }
  for (const outcome of memberNamesOf(totals)) {
    new Counter({
      name: `palimpsest_${name}_threads_${outcome}_total`,
      help: totals[outcome],
      registers,
      collect() {
        this.reset()
        this.inc(counts()[outcome])
      },
    })
  }
}

const current = {
  started: [
    'threads',
    'Threads that there are; one at first, more when requests have waited or shared one.',
  ],
  waiting: ['waiting', 'Requests to the threads that are waiting.'],
  running: ['running', 'Requests to the threads that are running.'],
} as const satisfies Record<string, readonly [keyof PoolCounts, string]>

const totals = {
  killed: 'Threads that were ended because a request took more CPU time than it may.',
  died: 'Threads that ended by themselves.',
  dropped: 'Requests that were taken out of the queue because their caller had gone.',
  abandoned: 'Requests whose caller went while a thread worked on them.',
  refused: 'Requests that were refused because too many waited.',
} as const satisfies Partial<Record<keyof PoolCounts, string>>
