// The Prometheus metrics of calls that wait for writes. No label names a tenant.
import type { Registry } from 'prom-client'
import { measureCounts } from '../../../../infra/runtime/watch/measure-counts.ts'
import type { WaitingCounts } from './waiting-shares.ts'

/** Call once per registry. */
export function measureWaiting(registry: Registry, counts: () => WaitingCounts): void {
  measureCounts(registry, {
    prefix: 'palimpsest_waiting',
    counts,
    gauges: {
      apps: 'Apps with calls that wait until writes can be retrieved.',
      calls: 'Calls that wait until writes can be retrieved.',
      writes: 'Writes that such calls wait for.',
    },
    totals: {
      refused:
        'Calls that did not wait, because their app or all apps together waited for too much.',
      displaced:
        'Calls that stopped waiting, because an app that waited for less took their place.',
    },
  })
}
