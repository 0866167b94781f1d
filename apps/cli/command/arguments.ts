// Reads the arguments of a command: its options and their values, and the nearest name for an unknown one.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { asError, firstOf } from '../../../infra/runtime/certain.ts'
import { decimal, digits } from '../../../schemas/api/digits.ts'
import { type Command, type Options, UsageError, type Values } from './command.ts'

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number]
type Arguments = { help: boolean; values: Values; positionals: string[] }

const HELP = { type: 'boolean', short: 'h', description: 'show this help' } as const

/** The options that every command takes. */
export function withHelp(options: Options): Options {
  return { ...options, help: HELP }
}

export function readArguments(args: readonly string[], options: Options): Arguments {
  const config = { args: [...args], options: { ...withHelp(options) }, allowPositionals: true }
  try {
    const { values, positionals, tokens } = parseArgs({ ...config, strict: true, tokens: true })
    refuseEmpty(values, positionals)
    refuseTwice(tokens, options)
    const { help, ...own }: Values = values
    return { help: help === true, values: own, positionals }
  } catch (error) {
    if (error instanceof UsageError) throw error
    const unknown = firstUnknown(config)
    if (unknown !== null) throw new UsageError(unknownOption(unknown, options))
    throw new UsageError(firstSentence(asError(error).message))
  }
}

const PATHS: readonly (string | undefined)[] = ['FILE', 'DIR', 'DATA_DIR', 'CONFIG']

/** The paths among the arguments, from the folder of the caller; empty: from that of the process, as they stand. */
export function pathsFrom(
  folder: string,
  { help, values, positionals }: Arguments,
  command: Pick<Command, 'options' | 'positionals'>,
): Arguments {
  const from = (path: string) => (folder === '' ? path : resolve(folder, path))
  const found = Object.entries(values).map(([name, value]) => {
    const isPath = typeof value === 'string' && PATHS.includes(command.options[name]?.value)
    return [name, isPath ? from(value) : value] as const
  })
  const given = command.positionals === 'paths' ? positionals.map(from) : positionals
  return { help, values: Object.fromEntries(found), positionals: given }
}

/** A path that is empty would be the folder at hand, and what is empty elsewhere would look like nothing was found. */
function refuseEmpty(values: Values, positionals: readonly string[]): void {
  const named = Object.entries(values).find(([, value]) => [value].flat().includes(''))
  if (!named && !positionals.includes('')) return
  const what = named ? `--${named[0]}` : 'an argument'
  throw new UsageError(`${what} is empty: is a variable of the shell not set?`)
}

/** The last value would count, and those before look as if they did: `maintain --app shop --app club`. */
function refuseTwice(tokens: readonly Token[], options: Options): void {
  const given = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option' || token.value === undefined) continue
    const { name } = token
    if (given.has(name) && !options[name]?.multiple)
      throw new UsageError(`--${name} is given twice`)
    given.add(name)
  }
}

function firstUnknown(config: { args: string[]; options: Options }): string | null {
  const { tokens } = parseArgs({
    ...config,
    options: { ...config.options },
    strict: false,
    tokens: true,
  })
  for (const token of tokens) {
    if (token.kind === 'option' && !Object.hasOwn(config.options, token.name)) return token.rawName
  }
  return null
}

function unknownOption(rawName: string, options: Options): string {
  const near = nearest(rawName.replace(/^-+/, ''), Object.keys(withHelp(options)))
  return `unknown option ${rawName}${near ? `: did you mean --${near}?` : ''}`
}

/** For a command that takes options alone: what it does not read must not seem to count. */
export function refusePositionals(positionals: readonly string[]): void {
  if (positionals.length > 0) throw new UsageError(`unexpected argument '${positionals[0]}'`)
}

/** Node explains at length; the first sentence is enough, but not of a value that looks like an option. */
function firstSentence(message: string): string {
  const [, option] = /^Option '(--[^']+)' argument is ambiguous/.exec(message) ?? []
  if (option) return `a value that begins with a dash needs an equals sign: ${option}=VALUE`
  return firstOf(message.split(/\.\s/)).replace(/\.$/, '')
}

/** The name that the caller probably meant; null where none is near. */
export function nearest(name: string, names: readonly string[]): string | null {
  const begun = names.filter((each) => name.length > 1 && each.startsWith(name))
  if (begun.length === 1) return firstOf(begun)
  const ranked = names
    .map((each) => ({ each, distance: editDistance(name, each) }))
    .sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best && best.distance <= Math.max(1, Math.floor(best.each.length / 3)) ? best.each : null
}

/** Insertions, deletions, replacements and swaps of neighbours between two words. */
export function editDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (const [i, row] of rows.entries()) {
    for (let j = 1; i > 0 && j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const plain = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + cost]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(...plain, swapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY)
    }
  }
  return at(a.length, b.length)
}

type Range = { least?: number; most?: number; whole?: boolean }

/** A number from an option; `least` is the smallest valid one. */
export function numberOption(name: string, given: string, range?: Range): number
export function numberOption(
  name: string,
  given: string | undefined,
  range?: Range,
): number | undefined
export function numberOption(
  name: string,
  given: string | undefined,
  { least = 0, most, whole = true }: Range = {},
): number | undefined {
  if (given === undefined) return undefined
  const read = (whole ? digits : decimal)(least, most).safeParse(given)
  if (read.success) return read.data
  const upTo = most === undefined ? `of at least ${least}` : `from ${least} to ${most}`
  throw new UsageError(
    `--${name} must be a ${whole ? 'whole ' : ''}number ${upTo}, in digits, not '${given}'`,
  )
}
