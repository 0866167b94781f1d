// What the bench tells: a line a figure, and all of them as a table beside their targets.
import type { Figure } from './bench-parts.ts'
import { type Machine, machineLine, markdownTable } from './measures.ts'

export type BenchReport = {
  profile: string
  quick: boolean
  seconds: number
  machine: Machine
  figures: readonly Figure[]
  notes: readonly string[]
  /** Why not everything was measured; null where it was. */
  unfinished: string | null
}

export function figureLine({ measure, value, unit }: Figure): string {
  return `${measure}: ${shown(value, unit)}`
}

export function benchTable(report: BenchReport): string {
  const rows = report.figures.map(({ measure, value, unit, target }) => [
    measure,
    shown(value, unit),
    target ? `${target.at === 'least' ? '>=' : '<'} ${shown(target.value, unit)}` : '',
    target ? (isMet({ value, target }) ? 'yes' : 'no') : '',
  ])
  const about = `Profile ${report.profile}${report.quick ? ', quick' : ''}, ${report.seconds} s.`
  const unfinished = report.unfinished === null ? [] : [`unfinished: ${report.unfinished}`]
  return [
    markdownTable(['measure', 'figure', 'target', 'met'], rows),
    '',
    `${about} ${machineLine(report.machine)}; the load comes from the same machine`,
    ...report.notes,
    ...unfinished,
  ].join('\n')
}

export function isMet({ value, target }: Pick<Figure, 'value' | 'target'>): boolean {
  if (!target) return true
  return target.at === 'least' ? value >= target.value : value < target.value
}

function shown(value: number, unit: Figure['unit']): string {
  if (unit === '/s') return `${Math.round(value).toLocaleString('en')} /s`
  return `${value.toFixed(1)} ms`
}
