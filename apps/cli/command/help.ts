// Writes the help of the command line and of each command from their tables, so that nothing is written twice.
import { lastOf } from '../../../infra/runtime/certain.ts'
import { withHelp } from './arguments.ts'
import type { Command, Option } from './command.ts'

const CALL = 'npm run cli --'
const WIDTH = 96

export function overview(commands: Readonly<Record<string, { summary: string }>>): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const)
  return [
    'The command line of Palimpsest.',
    '',
    `Usage: ${CALL} <command> [options]`,
    '',
    'Commands:',
    ...columns(rows),
    '',
    `${CALL} <command> --help tells the options of a command.`,
    'With --json, npm run --silent cli -- <command> prints the JSON alone; without --silent, npm writes lines of its own.',
  ].join('\n')
}

type Told = Omit<Command, 'run'> & { summary: string }

/** The help of one command: how to call it and what its options mean. */
export function commandHelp(name: string, command: Told): string {
  const { summary } = command
  const options = Object.entries(withHelp(command.options))
  return [
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    '',
    `Usage: ${CALL} ${name} ${command.usage}`.trimEnd(),
    '',
    'Options:',
    ...columns(options.map(([option, about]) => [flag(option, about), meaning(about)] as const)),
  ].join('\n')
}

/** The next thing to try after a mistake. */
export function nextStep(command: string | null): string {
  return command === null ? `see ${CALL} --help` : `see ${CALL} ${command} --help`
}

function flag(name: string, { short, value, type }: Option): string {
  const taken = type === 'string' ? ` ${value ?? 'VALUE'}` : ''
  return `${short ? `-${short}, ` : ''}--${name}${taken}`
}

function meaning({ description, default: fallback }: Option): string {
  return fallback === undefined ? description : `${description} (default: ${fallback})`
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const left = Math.max(...rows.map(([name]) => name.length)) + 4
  return rows.flatMap(([name, text]) =>
    wrap(text, WIDTH - left).map((line, i) => (i === 0 ? `  ${name}` : '').padEnd(left) + line),
  )
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const line = lastOf(lines)
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}
