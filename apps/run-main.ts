// What every main does: start, announce it, drain on SIGTERM, and exit with a clear line where it cannot continue.

import { InvalidConfig, misspeltVariables } from '../infra/config.ts'
import { asError } from '../infra/runtime/certain.ts'
import { isFatal, isOutage } from '../infra/runtime/fail/retry.ts'
import { cannotListen } from './cannot-listen.ts'
import { DataDirInUse } from './composition/embedded/embedded.ts'
import { keepCompiled } from './keep-compiled.ts'

/** Supervisors kill after ten seconds. Work that is still running then is done after the next start. */
const STOP_DEADLINE_MS = 9_000

/** `start` returns its stop function; it receives a callback for a fatal error. */
export async function runMain(
  start: (failed: (error: Error) => void) => Promise<() => Promise<void>>,
): Promise<void> {
  keepCompiled()
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
        () => process.exit(1),
      )
    })
  }
  try {
    stop = await start((error) => {
      // The message of a fatal error says what to change; another error's message may quote what was being handled.
      const why = isFatal(error) ? error.message : `a part of it failed (${error.name})`
      console.error(`palimpsest: stopping: ${why}`)
      process.exit(1)
    })
  } catch (error) {
    const unheard = cannotListen(error)
    if (unheard === null && !isExpected(error)) throw error
    console.error(`palimpsest: ${unheard ?? asError(error).message}`)
    process.exit(1)
  }
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
  return known || isOutage(error)
}
