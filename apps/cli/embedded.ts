// What commands over a stopped embedded service share: its ports, its lock, its runtime.
import { type Config, readConfig } from '../../infra/config.ts'
import { claimDataDir, masterKeyOf, type OpenPorts, openEmbedded } from '../../infra/embedded.ts'
import { createLanguageModel } from '../../infra/language/create-language-model.ts'
import type { RuntimeParts } from '../../infra/runtime/run-transformer.ts'
import { createLogger, createTelemetry } from '../../infra/runtime/telemetry.ts'
import { CommandFailed } from './command.ts'

export type Opened = { config: Config; ports: OpenPorts; runtime: RuntimeParts }

/** Runs `work` over the data directory, which no other process may use meanwhile. */
export async function withDataDir<T>(
  signal: AbortSignal,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const config = readConfig()
  const release = claim(config.DATA_DIR)
  const masterKey = masterKeyOf(config.DATA_DIR, config.MASTER_KEY)
  const language = createLanguageModel(config)
  const ports = openEmbedded({ directory: config.DATA_DIR, masterKey, language })
  const runtime: RuntimeParts = {
    log: ports.log,
    keys: ports.keys,
    telemetry: createTelemetry(createLogger('warn', 'stderr')),
    now: () => new Date(),
    signal,
    failed: (processor) => {
      throw new CommandFailed(`${processor} cannot go on`)
    },
  }
  try {
    return await work({ config, ports, runtime })
  } finally {
    await ports.close()
    release()
  }
}

function claim(directory: string): () => void {
  try {
    return claimDataDir(directory)
  } catch (error) {
    throw new CommandFailed((error as Error).message)
  }
}
