// `npm start`: the service on one machine, without any server. Reads the environment, starts, and drains on SIGTERM.
import { InvalidConfig, readConfig } from '../../infra/config.ts'
import { DataDirInUse } from '../../infra/embedded.ts'
import { WrongMasterKey } from '../../infra/sqlite/key-store.ts'
import { startStandalone } from './standalone.ts'

try {
  const config = readConfig()
  const service = await startStandalone(config, (error) => {
    console.error(`palimpsest: stopping, because processing failed (${error.name})`)
    process.exit(1)
  })
  announce(service.address, service.madeKey)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      service.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
} catch (error) {
  if (!isExpected(error)) throw error
  console.error(`palimpsest: ${(error as Error).message}`)
  process.exit(1)
}

function announce(address: string, madeKey: string | null): void {
  console.log(`Palimpsest serves ${address}/v1 (reference: ${address}/docs)`)
  if (!madeKey) return
  console.log(`\nYour API key, shown this once:\n\n  ${madeKey}\n`)
}

/** Something that whoever starts the service can put right: the message says how. */
function isExpected(error: unknown): boolean {
  const known = [InvalidConfig, DataDirInUse, WrongMasterKey]
  return known.some((kind) => error instanceof kind) || isAddressInUse(error)
}

function isAddressInUse(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
}
