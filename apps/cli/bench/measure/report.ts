// The report of the bench as Markdown: figures beside their targets, and the cost of each kind of call.
import { type Machine, machineLine, markdownTable } from './measures.ts'
import type { Amounts } from './meter.ts'
import type { Result, State } from './windows.ts'

type BenchReport = {
  profile: string
  quick: boolean
  seconds: number
  machine: Machine
  results: readonly Result[]
  /** Why the run is incomplete; null where it is complete. */
  unfinished: string | null
}

type Row = { measure: string; shown: string; target: string; met: string }

export function benchReport({ results, ...report }: BenchReport): string {
  const about = `Profile ${report.profile}${report.quick ? ', quick' : ''}, ${report.seconds} s.`
  const unfinished = report.unfinished === null ? [] : [`unfinished: ${report.unfinished}`]
  return [
    figuresTable(results),
    '',
    'Milliseconds of processor time for each call, of every process:',
    '',
    costTable(results, ({ cpuMs }) => cpuMs),
    '',
    'For each call, in the log and by the servers:',
    '',
    costTable(results, ({ counts }) => counts),
    '',
    'Cold: in the first minute after the start of the service. Warm: later; the median of the windows, and their range.',
    `${about} ${machineLine(report.machine)}; the load comes from the same machine`,
    ...unfinished,
  ].join('\n')
}

/** One line per figure, for the terminal. */
export function resultLines(result: Result): string[] {
  return rowsOf(result).map(({ measure, shown }) => `${measure}, ${result.state}: ${shown}`)
}

function figuresTable(results: readonly Result[]): string {
  const rows = new Map<string, Record<State, string> & Pick<Row, 'target' | 'met'>>()
  for (const result of results) {
    for (const { measure, shown, target, met } of rowsOf(result)) {
      const others = rows.get(measure) ?? { cold: '', warm: '' }
      rows.set(measure, { ...others, [result.state]: shown, target, met })
    }
  }
  return markdownTable(
    ['measure', 'cold', 'warm', 'target', 'met'],
    [...rows].map(([measure, row]) => [measure, row.cold, row.warm, row.target, row.met]),
  )
}

function rowsOf({ call, perSecond, latencyMs, targets }: Result): Row[] {
  const rows: Row[] = []
  if (perSecond) {
    const { median, least, most } = perSecond
    const range = least === most ? '' : ` (${rate(least)} to ${rate(most)})`
    const shown = `${rate(median)} /s${range}`
    const target = targets?.rate
    rows.push({
      measure: call,
      shown,
      target: target === undefined ? '' : `>= ${rate(target)} /s`,
      met: target === undefined ? '' : median >= target ? 'yes' : 'no',
    })
  }
  if (latencyMs) {
    rows.push(latencyRow(`${call}, p50`, latencyMs.p50, targets?.p50Ms))
    rows.push(latencyRow(`${call}, p99`, latencyMs.p99, targets?.p99Ms))
  }
  return rows
}

function latencyRow(measure: string, value: number, target: number | undefined): Row {
  const shown = ms(value)
  if (target === undefined) return { measure, shown, target: '', met: '' }
  return { measure, shown, target: `< ${ms(target)}`, met: value < target ? 'yes' : 'no' }
}

type Costs = NonNullable<Result['perCall']>

function costTable(results: readonly Result[], amountsOf: (costs: Costs) => Amounts): string {
  const told = results.flatMap(({ perCall, ...result }) =>
    perCall === null ? [] : [{ ...result, amounts: amountsOf(perCall) }],
  )
  const names = [...new Set(told.flatMap(({ amounts }) => Object.keys(amounts)))].sort()
  const rows = told.map(({ call, state, calls, amounts }) => [
    `${call}, ${state}`,
    calls.toLocaleString('en'),
    ...names.map((name) => amount(amounts[name])),
  ])
  return markdownTable(['call', 'calls', ...names], rows)
}

const rate = (perSecond: number) => Math.round(perSecond).toLocaleString('en')
const ms = (value: number) => `${value.toFixed(1)} ms`

function amount(value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(value < 1 ? 3 : 2)
}
