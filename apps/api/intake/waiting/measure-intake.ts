// The Prometheus metrics of writes that clients wait to be told are durable. No label names a tenant.
import type { Registry } from 'prom-client'
import { measureCounts } from '../../../../infra/runtime/watch/measure-counts.ts'
import type { Intake } from '../intake.ts'

/** Call once per registry. */
export function measureIntake(registry: Registry, counts: Intake['counts']): void {
  measureCounts(registry, {
    prefix: 'palimpsest_intake',
    counts,
    gauges: {
      writes: 'Writes that wait to be stored or are being stored.',
      bytes: 'Bytes of raw content of these writes.',
    },
    totals: {},
  })
}
