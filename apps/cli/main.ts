// `npm run cli -- <command> [options]`: finds the command, reads its options, runs it, and ends with its exit code.
// A command's file is loaded only when the command is run.
import { nearest, readArguments } from './arguments.ts'
import { type Command, CommandFailed, type Io, UsageError } from './command.ts'
import { commandHelp, nextStep, overview } from './help.ts'

type Entry = { summary: string; load: () => Promise<{ command: Command }> }

export const commands: Readonly<Record<string, Entry>> = {
  eval: {
    summary: 'measure how much of the evidence retrieval finds, over a set of conversations',
    load: () => import('./eval.ts'),
  },
  bench: {
    summary: 'measure acknowledgement, processing, freshness, retrieval and replay',
    load: () => import('./bench.ts'),
  },
  generate: {
    summary: 'write the generated parts of the documentation and schemas',
    load: () => import('./generate.ts'),
  },
  replay: {
    summary: 'rebuild projections from the event log',
    load: () => import('./replay.ts'),
  },
  'dead-letters': {
    summary: 'list what was parked, and process it again',
    load: () => import('./dead-letters.ts'),
  },
  log: {
    summary: 'read the event log',
    load: () => import('./log.ts'),
  },
}

/** Exit codes: 0 done, 1 not done, 2 wrongly called, 130 interrupted. */
export async function runCli(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args
  try {
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
      io.out(overview(commands))
      return name === undefined ? 2 : 0
    }
    return await runCommand(name, rest, io)
  } catch (error) {
    if (io.signal.aborted) {
      io.err('interrupted')
      return 130
    }
    return explain(error, name ?? null, io)
  }
}

async function runCommand(name: string, rest: readonly string[], io: Io): Promise<number> {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!entry) throw new UsageError(unknownCommand(name))
  const { command } = await entry.load()
  const { help, values, positionals } = readArguments(rest, command.options)
  if (help) {
    io.out(commandHelp(name, command))
    return 0
  }
  return command.run(values, positionals, io)
}

function unknownCommand(name: string): string {
  const near = nearest(name, Object.keys(commands))
  return `unknown command '${name}'${near ? `: did you mean ${near}?` : ''}`
}

function explain(error: unknown, name: string | null, io: Io): number {
  if (error instanceof UsageError) {
    io.err(`${error.message} (${nextStep(name, commands)})`)
    return 2
  }
  const told = error instanceof CommandFailed || (error as Error).name === 'InvalidConfig'
  io.err(told ? (error as Error).message : ((error as Error).stack ?? String(error)))
  return 1
}

function processIo(): Io {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // A second signal ends the process at once, as without this handler.
    process.once(signal, () => stop.abort(new CommandFailed('interrupted')))
  }
  return {
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
    isTerminal: process.stderr.isTTY === true,
    signal: stop.signal,
  }
}

if (import.meta.main) process.exitCode = await runCli(process.argv.slice(2), processIo())
