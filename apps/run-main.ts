// What every main does: start, say so, drain on SIGTERM, and end with a clear line where it cannot go on.
import { InvalidConfig } from '../infra/config.ts'
import { DataDirInUse } from '../infra/embedded.ts'
import { isOutage } from '../infra/runtime/retry.ts'
import { WrongMasterKey } from '../infra/sqlite/key-store.ts'

/** `start` gives what stops it again; it is told whom to tell when it cannot go on. */
export async function runMain(
  start: (failed: (error: Error) => void) => Promise<() => Promise<void>>,
): Promise<void> {
  let stop: (() => Promise<void>) | null = null
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Before everything has started there is nothing to drain: what was acknowledged is on disk.
    process.once(signal, () => {
      Promise.resolve(stop?.()).then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
  try {
    stop = await start((error) => {
      console.error(`palimpsest: stopping, because a part of it failed (${error.name})`)
      process.exit(1)
    })
  } catch (error) {
    if (!isExpected(error)) throw error
    console.error(`palimpsest: ${(error as Error).message}`)
    process.exit(1)
  }
}

export function announce({ address, madeKey }: { address: string; madeKey: string | null }): void {
  console.log(`Palimpsest serves ${address}/v1 (reference: ${address}/docs)`)
  if (madeKey) console.log(`\nYour API key, shown this once:\n\n  ${madeKey}\n`)
}

/** Something that whoever starts the service can put right: the message says how. */
function isExpected(error: unknown): boolean {
  const known = [InvalidConfig, DataDirInUse, WrongMasterKey]
  const { code } = error as NodeJS.ErrnoException
  return known.some((kind) => error instanceof kind) || code === 'EADDRINUSE' || isOutage(error)
}
