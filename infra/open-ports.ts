// The one place where the setting is chosen: every main opens its ports here, and nothing behind it asks again.
import { type Config, webhookAllowedCidrs } from './config.ts'
import { claimDataDir, masterKeyOf, type OpenPorts, openEmbedded, openRebuild } from './embedded.ts'
import { createLanguageModel } from './language/create-language-model.ts'
import type { ProjectionName, Rebuild } from './ports/projection.ts'
import type { Telemetry } from './runtime/telemetry.ts'

/** What a process holds for as long as it runs, for all of its threads. */
export type Claim = { masterKey: Uint8Array; release(): void }

export type OpenOptions = {
  masterKey: Uint8Array
  telemetry: Telemetry
  /** What the opening process or thread does where others do the rest: acknowledge writes, or process them. */
  thread?: 'acknowledging' | 'processing'
}

export type Setting = {
  /** Once per process, before the first thread opens its ports. */
  claim(): Claim
  open(options: OpenOptions): Promise<OpenPorts>
  rebuild(name: ProjectionName): Promise<Rebuild>
}

export function settingOf(config: Config): Setting {
  const language = createLanguageModel(config)
  if (config.PROFILE === 'distributed') {
    return {
      claim: () => ({
        masterKey: Buffer.from(config.MASTER_KEY!, 'hex'),
        release: () => undefined,
      }),
      open: async (options) => {
        // Loaded only here: whoever runs embedded does not wait for the clients of six servers.
        const { openDistributed } = await import('./distributed.ts')
        return openDistributed({ ...options, config, language })
      },
      rebuild: async (name) => {
        const { openDistributedRebuild } = await import('./distributed-rebuild.ts')
        return openDistributedRebuild(name, config, language)
      },
    }
  }
  const directory = config.DATA_DIR
  return {
    claim: () => {
      const release = claimDataDir(directory)
      return { masterKey: masterKeyOf(directory, config.MASTER_KEY), release }
    },
    open: async (options) =>
      openEmbedded({
        ...options,
        directory,
        language,
        webhookAllowedCidrs: webhookAllowedCidrs(config),
      }),
    rebuild: async (name) => openRebuild(directory, name),
  }
}
