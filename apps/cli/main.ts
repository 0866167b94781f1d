// `npm run cli -- <command> [options]`: finds the command, reads its options, runs it, and exits with its code. The
// file of a command is loaded only when it runs.
import { folderOfCaller } from '../../infra/config.ts'
import { asError } from '../../infra/runtime/certain.ts'
import { isFatal, isOutage } from '../../infra/runtime/fail/retry.ts'
import { keepCompiled } from '../keep-compiled.ts'
import { saidOfSystem } from '../system-errors.ts'
import { nearest, pathsFrom, readArguments } from './command/arguments.ts'
import { type Command, CommandFailed, type Io, UsageError } from './command/command.ts'
import { commandHelp, nextStep, overview } from './command/help.ts'

/** `summary`: one line, in lower case and without a full stop. It stands here, so that the overview loads no command. */
type Entry = { summary: string; load: () => Promise<{ command: Command }> }

export const commands: Readonly<Record<string, Entry>> = {
  eval: {
    summary: 'measure how much of the evidence retrieval finds, over a set of conversations',
    load: () => import('./eval/eval.ts'),
  },
  bench: {
    summary: 'measure acknowledgement, processing, freshness, retrieval, replay, restoring',
    load: () => import('./bench/bench.ts'),
  },
  generate: {
    summary: 'write the generated lists of the documentation, and the types of the clients',
    load: () => import('./generate/generate.ts'),
  },
  replay: {
    summary: 'rebuild projections from the log',
    load: () => import('./operate/replay.ts'),
  },
  reprocess: {
    summary: 'let another engine read the past; compare, promote or discard it',
    load: () => import('./reprocess/reprocess.ts'),
  },
  maintain: {
    summary:
      'prune what has decayed, merge duplicates, refresh stale summaries (of a running service)',
    load: () => import('./operate/maintain.ts'),
  },
  import: {
    summary: 'bring memories: mem0, Zep, Hindsight, ChatGPT and others',
    load: () => import('./import.ts'),
  },
  'dead-letters': {
    summary: 'list what could not be handled, or try it again',
    load: () => import('./operate/dead-letters.ts'),
  },
  audit: {
    summary: 'verify that nothing of the audit was changed, or seal it now',
    load: () => import('./operate/verifying/audit.ts'),
  },
  'verify-receipt': {
    summary: 'check the signature of a receipt; needs no service',
    load: () => import('./operate/verifying/verify-receipt.ts'),
  },
  'verify-forget': {
    summary: 'look in every store for what a receipt says is gone',
    load: () => import('./operate/verifying/verify-forget.ts'),
  },
  backup: {
    summary: 'copy the data of an embedded service, running or not, into a folder',
    load: () => import('./operate/moving/backup.ts'),
  },
  restore: {
    summary: 'bring a backup back, and forget what was forgotten since',
    load: () => import('./operate/moving/restore.ts'),
  },
  keys: {
    summary: 'let another master key open the service, running or not',
    load: () => import('./keys/keys.ts'),
  },
  log: {
    summary: 'show the events of a topic, their open parts only',
    load: () => import('./operate/log.ts'),
  },
  migrate: {
    summary: 'move an embedded service (stopped) into the distributed setting (fresh)',
    load: () => import('./operate/moving/migrate.ts'),
  },
  'bring-over': {
    summary: 'bring the stores on servers over to other settings',
    load: () => import('./operate/moving/bring-over.ts'),
  },
  version: {
    summary: 'tell the version, as --version and -V do',
    load: () => import('./version.ts'),
  },
}

const VERSION_OPTIONS: readonly (string | undefined)[] = ['--version', '-V']

const INTERRUPTED = 130

/** Exit codes: 0 done, 1 not done, 2 called wrongly, 130 interrupted. `folder`: what paths are relative to. */
export async function runCli(args: readonly string[], given: Io, folder = ''): Promise<number> {
  const [first, ...rest] = args
  const io = rest.includes('--json') ? endsInJson(given) : endsInWords(given)
  const name = VERSION_OPTIONS.includes(first) ? 'version' : first
  try {
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
      const tell = name === undefined ? io.err : io.out
      const [about] = name === 'help' ? rest : []
      if (about !== undefined) return await runCommand([about, '--help'], io, folder)
      tell(overview(commands))
      return name === undefined ? 2 : 0
    }
    return await runCommand([name, ...rest], io, folder)
  } catch (error) {
    if (io.signal.aborted) {
      if (!(io.signal.reason instanceof NotRead)) io.failed('interrupted')
      return INTERRUPTED
    }
    return explain(error, name ?? null, io)
  }
}

/** `failed`: why the command ends without its result. */
type Ending = Io & { failed: (why: string) => void }

function endsInWords(io: Io): Ending {
  return { ...io, failed: io.err }
}

/** What reads the output as JSON finds the reason there, unless the command has printed its result before it failed. */
function endsInJson(io: Io): Ending {
  let isTold = false
  return {
    ...io,
    out: (line) => {
      isTold = true
      io.out(line)
    },
    failed: (why) => {
      if (!isTold) io.out(JSON.stringify({ error: why }))
      io.err(why)
    },
  }
}

async function runCommand(
  [name = '', ...rest]: readonly string[],
  io: Io,
  folder: string,
): Promise<number> {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!entry) throw new UsageError(unknownCommand(name))
  const { command } = await entry.load()
  const { help, values, positionals } = pathsFrom(
    folder,
    readArguments(rest, command.options),
    command,
  )
  if (help) {
    io.out(commandHelp(name, { ...command, summary: entry.summary }))
    return 0
  }
  return command.run(values, positionals, io)
}

function unknownCommand(name: string): string {
  if (name.startsWith('-')) return `${name} stands before a command: give the command first`
  const near = nearest(name, Object.keys(commands))
  return `unknown command '${name}'${near ? `: did you mean ${near}?` : ''}`
}

function explain(error: unknown, name: string | null, io: Ending): number {
  if (error instanceof UsageError) {
    const known = name !== null && Object.hasOwn(commands, name)
    io.failed(`${error.message} (${nextStep(known ? name : null)})`)
    return 2
  }
  const isNamed = error instanceof CommandFailed || asError(error).name === 'InvalidConfig'
  // The message of a fatal error says what to change; one of the system says what failed, such as a path.
  const ofSystem = isNamed ? null : saidOfSystem(error)
  const told = isNamed || isFatal(error) || isOutage(error) || 'syscall' in asError(error)
  io.failed(ofSystem ?? (told ? asError(error).message : (asError(error).stack ?? String(error))))
  return 1
}

/** What read the output has had enough, as `head` has. */
class NotRead extends Error {}

function processIo(): Io {
  const stop = new AbortController()
  // When a terminal closes, the command stops what it started; without one, as under nohup, work goes on.
  const hangUp = process.stdin.isTTY ? (['SIGHUP'] as const) : []
  for (const signal of ['SIGINT', 'SIGTERM', ...hangUp] as const) {
    process.once(signal, () => {
      stop.abort(new CommandFailed('interrupted'))
      // A second signal ends the process at once, and kills what it has started.
      process.once(signal, () => process.exit(INTERRUPTED))
    })
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if ('code' in error && error.code === 'EPIPE') return stop.abort(new NotRead())
      // What was to be kept, such as the JSON of a report, is not whole, however the command ends.
      process.once('exit', () => {
        process.exitCode = 1
      })
      if (stream === process.stdout && !stop.signal.aborted) {
        const said = saidOfSystem(Object.assign(error, { path: 'the output' }))
        process.stderr.write(`${said ?? `the output cannot be written: ${error.message}`}\n`)
      }
      stop.abort(new NotRead())
    })
  }
  return {
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
    isTerminal: process.stderr.isTTY === true,
    signal: stop.signal,
  }
}

if (import.meta.main) {
  keepCompiled()
  process.exitCode = await runCli(process.argv.slice(2), processIo(), folderOfCaller())
}
