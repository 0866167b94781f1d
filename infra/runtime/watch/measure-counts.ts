// The Prometheus metrics of counts that something keeps anyway. Values are read when they are collected.
import { Counter, Gauge, type Registry } from 'prom-client'
import { memberNamesOf } from '../certain.ts'

type Counted<Name extends string> = {
  /** Begins every name. */
  prefix: string
  counts: () => Readonly<Record<Name, number>>
  gauges: Readonly<Partial<Record<Name, string>>>
  /** Of what only grows. */
  totals: Readonly<Partial<Record<Name, string>>>
}

/** Call it once for a registry and prefix. */
export function measureCounts<Name extends string>(
  registry: Registry,
  { prefix, counts, gauges, totals }: Counted<Name>,
): void {
  const registers = [registry]
  for (const what of memberNamesOf(gauges)) {
    const help = gauges[what] ?? ''
    new Gauge({
      name: `${prefix}_${what}`,
      help,
      registers,
      collect() {
        this.set(counts()[what])
      },
    })
  }
  for (const what of memberNamesOf(totals)) {
    const help = totals[what] ?? ''
    new Counter({
      name: `${prefix}_${what}_total`,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(counts()[what])
      },
    })
  }
}
