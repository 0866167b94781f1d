// What a command of the command line is. Each command is a file that exports `command`; main.ts
// knows them by name.
import type { ParseArgsOptionDescriptor } from 'node:util'

/** An option as node:util's parseArgs takes it, with its line in the help. */
export type Option = ParseArgsOptionDescriptor & {
  description: string
  /** The placeholder of the value in the help, such as `FILE`; for options that take one. */
  value?: string
}
export type Options = Readonly<Record<string, Option>>
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

type One<O extends Option> = O['type'] extends 'boolean' ? boolean : string
type Given<O extends Option> = O['multiple'] extends true ? One<O>[] : One<O>
/** The values of the options, typed by them; undefined for an option without a value and a default. */
export type ValuesOf<O extends Options> = {
  readonly [K in keyof O]: O[K]['default'] extends NonNullable<unknown>
    ? Given<O[K]>
    : Given<O[K]> | undefined
}

/** Where a command writes, and how it learns that it should stop. */
export type Io = {
  /** A line on stdout: the result. With `--json` it is the only thing there. */
  out: (line: string) => void
  /** A line on stderr: progress, warnings, errors. */
  err: (line: string) => void
  /** Stderr is a terminal, so a line may be overwritten. */
  isTerminal: boolean
  /** Aborted on Ctrl-C and SIGTERM: stop what the command started, then return or throw. */
  signal: AbortSignal
}

export type Command = {
  /** What follows the command's name, such as `--dataset FILE [--json]`. */
  usage: string
  /** `--help` is added to every command. */
  options: Options
  /** Paths, which are relative to the folder of the caller; unset: words. Those of options are told by `value`. */
  positionals?: 'paths'
  /** Returns the exit code: 0 done, 1 not done or below the target, 2 called wrongly. */
  run: (values: Values, positionals: readonly string[], io: Io) => Promise<number>
}

type Definition<O extends Options> = Omit<Command, 'options' | 'run'> & {
  options: O
  run: (values: ValuesOf<O>, positionals: readonly string[], io: Io) => Promise<number>
}

/** Types the values of `run` by the options. */
export function defineCommand<const O extends Options>(definition: Definition<O>): Command {
  return definition as unknown as Command
}

/** The command was called wrongly: the message says what to change. Exits with code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The command could not do its work, for the reason in the message. Exits with code 1. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}
