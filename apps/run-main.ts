// What every program does: read its command line, start, announce it, drain on SIGTERM, and exit with a clear line where it
// cannot continue.
import { InvalidConfig, misspeltVariables } from '../infra/config.ts'
import { asError } from '../infra/runtime/certain.ts'
import { isFatal, isOutage } from '../infra/runtime/fail/retry.ts'
import { cannotListen } from './cannot-listen.ts'
import { DataDirInUse } from './composition/embedded/claim-directory.ts'
import { saidOfSystem } from './system-errors.ts'

/** Supervisors kill after ten seconds. Work that is still running then is done after the next start. */
const STOP_DEADLINE_MS = 9_000

/** What the command line of a main takes, as `--help` tells it. */
type Program = {
  summary: string
  usage: string
  /** The names that it takes; without them it takes none. */
  names?: { label: string; known: readonly string[] }
}

const WRONG_USAGE = 2

/** `start` returns its stop function; it receives a callback for a fatal error, and the names that were given. */
export async function runMain(
  program: Program,
  start: (failed: (error: Error) => void, names: readonly string[]) => Promise<() => Promise<void>>,
): Promise<void> {
  const names = namesGiven(program, process.argv.slice(2))
  for (const { given, meant } of misspeltVariables()) {
    console.error(`palimpsest: nothing reads ${given}: is ${meant} meant?`)
  }
  let stop: (() => Promise<void>) | null = null
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Before the start is complete there is nothing to drain: acknowledged writes are on disk.
    process.once(signal, () => {
      setTimeout(() => {
        console.error('palimpsest: stopping now: what had not ended goes on after the next start')
        process.exit(0)
      }, STOP_DEADLINE_MS).unref()
      Promise.resolve(stop?.()).then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(`palimpsest: stopping failed (${asError(error).name})`)
          process.exit(1)
        },
      )
    })
  }
  try {
    stop = await start((error) => {
      // The message of a fatal error says what to change; another error's message may quote what was being handled.
      const why = isFatal(error) ? error.message : `a part of it failed (${error.name})`
      console.error(`palimpsest: stopping: ${why}`)
      process.exit(1)
    }, names)
  } catch (error) {
    const expected = isExpected(error) ? asError(error).message : null
    const said = cannotListen(error) ?? saidOfSystem(error) ?? expected
    if (said === null) throw error
    console.error(`palimpsest: ${said}`)
    process.exit(1)
  }
}

/** Ends the process where help is asked for, or something is given that the program does not take. */
function namesGiven({ summary, usage, names }: Program, given: readonly string[]): string[] {
  if (given.includes('--help') || given.includes('-h')) {
    const listed = names ? `\n${names.label}: ${names.known.join(', ')}\n` : ''
    console.log(
      `${summary}\n\nUsage: ${usage}\n${listed}\nSettings: the environment, as README.md lists it`,
    )
    process.exit(0)
  }
  const unknown = given.find((name) => !names?.known.includes(name))
  if (unknown === undefined) return [...given]
  const choice = names ? `choose from ${names.known.join(', ')}` : `it takes none: ${usage}`
  console.error(`palimpsest: unexpected argument ${unknown}: ${choice}`)
  process.exit(WRONG_USAGE)
}

export function announce({ address, madeKey }: { address: string; madeKey: string | null }): void {
  console.log(
    `Palimpsest serves ${address}/v1 (reference: ${address}/docs, console: ${address}/console)`,
  )
  if (madeKey) console.log(`\nYour API key, shown this once:\n\n  ${madeKey}\n`)
}

/** An error that the operator can fix: the message says how. */
function isExpected(error: unknown): boolean {
  const known = error instanceof InvalidConfig || error instanceof DataDirInUse || isFatal(error)
  return known || isOutage(error) || asError(error).name === 'LogRefused'
}
