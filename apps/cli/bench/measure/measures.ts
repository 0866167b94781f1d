// Figures of a measurement: percentiles, tables, and the machine that it ran on.
import os from 'node:os'
import { nth } from '../../../../infra/runtime/certain.ts'

/** The smallest of the values that at least `share` of them do not exceed; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const rank = Math.ceil(share * sorted.length)
  return sorted[Math.min(Math.max(rank, 1), sorted.length) - 1] ?? Number.NaN
}

/** The arithmetic mean; NaN of none. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Up to `size` of the values, evenly spread over them. */
export function sample<T>(values: readonly T[], size: number): T[] {
  if (values.length <= size) return [...values]
  return Array.from({ length: size }, (_, i) => nth(values, Math.floor((i * values.length) / size)))
}

export type Machine = { cpu: string; cores: number; memoryGiB: number; node: string }

export function machine(): Machine {
  return {
    cpu: os.cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: os.availableParallelism(),
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    node: process.version,
  }
}

export function machineLine({ cpu, cores, memoryGiB, node }: Machine): string {
  return `${cpu}, ${cores} cores, ${memoryGiB} GiB of memory, Node ${node}`
}

/** A Markdown table; the columns after the first are right-aligned. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = head.map((title, i) =>
    Math.max(title.length, ...rows.map((row) => nth(row, i).length)),
  )
  const padded = (cell: string, i: number) =>
    i === 0 ? cell.padEnd(nth(widths, i)) : cell.padStart(nth(widths, i))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => padded(cell, i)).join(' | ')} |`
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n')
}
