// The Prometheus metrics of a pool of threads, under names of its own: the metrics of a process's threads are joined as
// text, where no name may occur twice. No label names a tenant.
import type { Registry } from 'prom-client'
import { measureCounts } from '../runtime/watch/measure-counts.ts'
import type { PoolCounts } from './thread-pool.ts'

/** Call it once for a pool. */
export function measurePool(registry: Registry, name: string, counts: () => PoolCounts): void {
  measureCounts(registry, {
    prefix: `palimpsest_${name}_threads`,
    counts: () => {
      const { threads: started, ...others } = counts()
      return { started, ...others }
    },
    gauges: {
      started:
        'Threads that there are; more when requests have waited or threads have computed all the time.',
      waiting: 'Requests to the threads that are waiting.',
      running: 'Requests to the threads that are running.',
    },
    totals: {
      killed: 'Threads that were ended because a request took more CPU time than it may.',
      died: 'Threads that ended by themselves.',
      dropped: 'Requests that were taken out of the queue because their caller had gone.',
      abandoned: 'Requests whose caller went while a thread worked on them.',
      refused: 'Requests that were refused because too many waited.',
    },
  })
}
