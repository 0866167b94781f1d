// Parses /metrics (the text format of Prometheus), and selects what concerns the pipeline and what models cost. Pure.
import type { Lag } from '../shapes.ts'
import { present } from './certain.ts'

export type Sample = { name: string; labels: Readonly<Record<string, string>>; value: number }

export function readMetrics(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)/i.exec(line) ?? []
    return name ? [{ name, labels: readLabels(labels), value: Number(value) }] : []
  })
}

function readLabels(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]
  return Object.fromEntries(
    pairs.map(([, name, value = '']) => [name, value.replaceAll(/\\(.)/g, '$1')]),
  )
}

export type ProcessorRow = {
  name: string
  /** Records of the log that it has not finished. */
  behind: number
  oldestSeconds: number
  stalled: boolean
  /** Null where other processes do the work: they report it themselves. */
  done: { handled: number; deadLetters: number; retries: number } | null
}

/** The service's own report of lag counts more than its metrics, which may be those of one of several processes. */
export function withLag(rows: readonly ProcessorRow[], lag: Lag | null): ProcessorRow[] {
  if (!lag) return [...rows]
  const known = new Map(rows.map((row) => [row.name, row]))
  return lag.processors.map(({ processor, records, oldestSeconds, stalled }) => ({
    name: processor,
    behind: records,
    oldestSeconds,
    stalled,
    done: known.get(processor)?.done ?? null,
  }))
}

/** One row per processor, in the order in which events pass through them as far as the metrics tell. */
export function processorRows(samples: readonly Sample[]): ProcessorRow[] {
  const sum = (name: string, labels: Record<string, string>) =>
    samples
      .filter((each) => each.name === name && hasLabels(each, labels))
      .reduce((total, { value }) => total + value, 0)
  const isHere = samples.some(({ name }) => name === 'palimpsest_processing_thread_answers')
  const stalls = samples.filter(({ name }) => name === 'palimpsest_stalled')
  return stalls.map(({ labels, value }) => {
    const of = { processor: present(labels.processor, 'processor') }
    return {
      name: of.processor,
      behind: sum('palimpsest_lag_records', of),
      oldestSeconds: sum('palimpsest_oldest_unprocessed_seconds', of),
      stalled: value > 0,
      done: isHere
        ? {
            handled: sum('palimpsest_events_total', of),
            deadLetters: sum('palimpsest_events_total', { ...of, outcome: 'parked' }),
            retries: sum('palimpsest_retries_total', of),
          }
        : null,
    }
  })
}

function hasLabels({ labels }: Sample, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value)
}

/** Calls of the API so far, by route, the most frequent first; those of operators are left out. */
export function callsByRoute(samples: readonly Sample[]): { route: string; calls: number }[] {
  const calls = new Map<string, number>()
  for (const { name, labels, value } of samples) {
    if (name !== 'palimpsest_http_seconds_count' || !labels.route?.startsWith('/v1/')) continue
    const route = `${labels.method} ${labels.route.slice('/v1'.length)}`
    calls.set(route, (calls.get(route) ?? 0) + value)
  }
  return [...calls].map(([route, calls]) => ({ route, calls })).sort((a, b) => b.calls - a.calls)
}

type SpendingRow = {
  /** Null: all apps together, where the key may not see each. */
  app: string | null
  model: string
  tokens: { input: number; cached: number; output: number }
  /** Null where no price is set. */
  cost: number | null
}

/** What models have used in all processes of the service: one row per app and model, the most expensive first. */
export function spendingRows(samples: readonly Sample[]): SpendingRow[] {
  const ofApps = rowsIn(samples, 'palimpsest_service_app_model')
  const rows = ofApps.length > 0 ? ofApps : rowsIn(samples, 'palimpsest_service_model')
  return rows.sort((a, b) => (b.cost ?? 0) - (a.cost ?? 0) || inAll(b) - inAll(a))
}

function rowsIn(samples: readonly Sample[], prefix: string): SpendingRow[] {
  const rows = new Map<string, SpendingRow>()
  const rowOf = ({ app = null, model = '' }: { app?: string | null; model?: string }) => {
    const key = JSON.stringify([app, model])
    const known = rows.get(key)
    if (known) return known
    const row = { app, model, tokens: { input: 0, cached: 0, output: 0 }, cost: null }
    rows.set(key, row)
    return row
  }
  for (const { name, labels, value } of samples) {
    if (name === `${prefix}_cost_total`) rowOf(labels).cost = value
    if (name !== `${prefix}_tokens_total`) continue
    const { kind } = labels
    if (kind === 'input' || kind === 'cached' || kind === 'output')
      rowOf(labels).tokens[kind] = value
  }
  return [...rows.values()]
}

function inAll({ tokens }: SpendingRow): number {
  return tokens.input + tokens.cached + tokens.output
}
