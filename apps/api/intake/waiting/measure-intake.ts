// The Prometheus metrics of writes that clients wait to be told are durable. No label names a tenant.
import { Gauge, type Registry } from 'prom-client'
import { memberNamesOf } from '../../../../infra/runtime/certain.ts'
import type { Intake } from '../intake.ts'

/** Call once per registry. Values are read when they are collected. */
export function measureIntake(registry: Registry, counts: Intake['counts']): void {
  for (const what of memberNamesOf(gauges)) {
    new Gauge({
      name: `palimpsest_intake_${what}`,
      help: gauges[what],
      registers: [registry],
      collect() {
        this.set(counts()[what])
      },
    })
  }
}

const gauges = {
  writes: 'Writes that wait to be stored or are being stored.',
  bytes: 'Bytes of raw content of these writes.',
} as const satisfies Record<keyof ReturnType<Intake['counts']>, string>
