// The Prometheus metrics of a pool of threads. Pools of one registry are told apart by name; no label names a tenant.
import { Counter, Gauge, type Registry } from 'prom-client'
import type { PoolCounts } from './thread-pool.ts'

type Counted = { name: string; counts: () => PoolCounts }

/** To be called once for a registry, with all of its pools. Values are read when they are asked for. */
export function measurePools(registry: Registry, pools: readonly Counted[]): void {
  const registers = [registry]
  const labelNames = ['pool'] as const
  for (const state of ['waiting', 'running'] as const) {
    new Gauge({
      name: `palimpsest_threads_${state}`,
      help: `Requests to a pool of threads that are ${state}.`,
      labelNames,
      registers,
      collect() {
        for (const { name, counts } of pools) this.set({ pool: name }, counts()[state])
      },
    })
  }
  for (const [outcome, help] of Object.entries(totals)) {
    new Counter({
      name: `palimpsest_threads_${outcome}_total`,
      help,
      labelNames,
      registers,
      collect() {
        this.reset()
        const of = outcome as keyof typeof totals
        for (const { name, counts } of pools) this.inc({ pool: name }, counts()[of])
      },
    })
  }
}

const totals = {
  killed: 'Threads that were ended because a request took more CPU time than it may.',
  died: 'Threads that ended by themselves.',
  dropped: 'Requests that were taken out of the queue because their caller had gone.',
  abandoned: 'Requests whose caller went while a thread worked on them.',
  refused: 'Requests that were refused because too many waited.',
} as const satisfies Partial<Record<keyof PoolCounts, string>>
