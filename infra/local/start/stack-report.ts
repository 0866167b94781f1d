// What the stack says about itself, as text.
import { firstOf, nth } from '../../runtime/certain.ts'
import type { ServerStatus } from '../stack.ts'

/** For a shell to evaluate. */
export function exportLines(environment: Record<string, string>): string {
  return Object.entries(environment)
    .map(([name, value]) => `export ${name}=${shellWord(value)}`)
    .join('\n')
}

/** Quoted only where the shell would read more than a word. */
function shellWord(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`
}

export function statusTable(statuses: ServerStatus[]): string {
  const rows = statuses.map((status) => [
    status.name,
    status.portTakenByStranger ? 'stopped, port taken' : status.state,
    String(status.port),
    status.pid === undefined ? '-' : String(status.pid),
    status.residentBytes === undefined ? '-' : `${Math.round(status.residentBytes / 2 ** 20)} MiB`,
    status.candidate ?? '-',
  ])
  return table([['server', 'state', 'port', 'pid', 'memory', 'version'], ...rows])
}

function table(rows: string[][]): string {
  const widths = firstOf(rows).map((_, column) =>
    Math.max(...rows.map((row) => nth(row, column).length)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(nth(widths, column)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
