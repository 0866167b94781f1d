// The Prometheus metrics of calls that wait for writes. No label names a tenant.
import { Counter, Gauge, type Registry } from 'prom-client'
import { memberNamesOf } from '../../../../infra/runtime/certain.ts'
import type { WaitingCounts } from './waiting-shares.ts'

/** Call once per registry. Values are read when they are collected. */
export function measureWaiting(registry: Registry, counts: () => WaitingCounts): void {
  const registers = [registry]
  for (const what of memberNamesOf(gauges)) {
    new Gauge({
      name: `palimpsest_waiting_${what}`,
      help: gauges[what],
      registers,
      collect() {
        this.set(counts()[what])
      },
    })
  }
  for (const outcome of memberNamesOf(totals)) {
    new Counter({
      name: `palimpsest_waiting_${outcome}_total`,
      help: totals[outcome],
      registers,
      collect() {
        this.reset()
        this.inc(counts()[outcome])
      },
    })
  }
}

const gauges = {
  apps: 'Apps with calls that wait until writes can be retrieved.',
  calls: 'Calls that wait until writes can be retrieved.',
  writes: 'Writes that such calls wait for.',
} as const satisfies Partial<Record<keyof WaitingCounts, string>>

const totals = {
  refused: 'Calls that did not wait, because their app or all apps together waited for too much.',
  displaced: 'Calls that stopped waiting, because an app that waited for less took their place.',
} as const satisfies Partial<Record<keyof WaitingCounts, string>>
