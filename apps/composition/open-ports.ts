// The one place where the setting is chosen: every main opens its ports here, and no code behind it asks for the
// setting again.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, webhookAllowedCidrs } from '../../infra/config.ts'
import {
  createLanguageModel,
  languageConfigOf,
} from '../../infra/language/create-language-model.ts'
import type { KeyStore } from '../../infra/ports/key-store.ts'
import type { QueryLanguage } from '../../infra/ports/language-model.ts'
import type { ProjectionName, ProjectionStores } from '../../infra/ports/ports.ts'
import type { Rebuild, Resuming } from '../../infra/ports/projection.ts'
import { present } from '../../infra/runtime/certain.ts'
import { createOwners } from '../../infra/runtime/envelope/owners.ts'
import { maySoonPass } from '../../infra/runtime/fail/damaged-file.ts'
import { createSigner } from '../../infra/runtime/signing/signer.ts'
import type { Telemetry } from '../../infra/runtime/telemetry.ts'
import { renameUsers } from '../../infra/sqlite/key-store.ts'
import type { CandidatePlace } from './candidate/candidate.ts'
import { candidateInFiles } from './candidate/in-files.ts'
import { claimDataDir, DataDirInUse } from './embedded/claim-directory.ts'
import { type OpenPorts, openEmbedded, openEmbeddedThread } from './embedded/embedded.ts'
import { carryDeliveries, takeBackDeliveries } from './embedded/embedded-deliveries.ts'
import { openRebuild } from './embedded/embedded-rebuild.ts'
import { masterKeyOf } from './embedded/master-key-of.ts'

/** What a process holds for as long as it runs, for all of its threads. */
export type Claim = {
  masterKey: Uint8Array
  /** True if a running service has the same files open. Servers are shared without a claim. */
  beside: boolean
  release(): void
}

export type ClaimOptions = {
  /** It may work over the files of a running service. */
  beside?: boolean
  /** It restores a backup there. */
  restores?: boolean
}

export type OpenOptions = {
  masterKey: Uint8Array
  telemetry: Telemetry
  /** What this process or thread does if others do the rest: acknowledge writes, or process them. */
  thread?: 'acknowledging' | 'processing'
  /** True: there may be stores of the other kind on the servers, because this process brings them over. */
  bringsOver?: boolean
  /** True: this process moves an embedded service to the servers. */
  moves?: boolean
  /** True: this process reads the whole log, of all users. */
  readsAll?: boolean
}

export type Profile = {
  /**
   * Call once per process, before the first thread opens its ports. Throws if a service already has the data, unless
   * this process may work `beside` it.
   */
  claim(options?: ClaimOptions): Claim
  /** Throws a fatal error (runtime/fail/retry.ts) if the master key does not open the existing data. */
  open(options: OpenOptions): Promise<OpenPorts>
  rebuild<Name extends ProjectionName>(
    name: Name,
    options: Resuming & { beside: boolean; keys: KeyStore },
  ): Promise<Rebuild<ProjectionStores[Name]>>
  candidate(options: {
    masterKey: Uint8Array
    keys: KeyStore
    language: QueryLanguage
  }): Promise<CandidatePlace>
}

export function settingOf(config: Config): Profile {
  const languageModel = () => createLanguageModel(config)
  if (config.PROFILE === 'distributed') {
    return {
      claim: () => ({
        masterKey: Buffer.from(present(config.MASTER_KEY, 'MASTER_KEY'), 'hex'),
        beside: false,
        release: () => undefined,
      }),
      open: async (options) => {
        // Loaded only here, so that an embedded service does not load the clients of six servers.
        const { openDistributed } = await import('./distributed/distributed.ts')
        // The process that has this thread has asked already.
        if (!options.bringsOver && options.thread !== 'processing') await refuseMixed(config)
        const { refuseHalfMoved } = await import('./distributed/unfinished-move.ts')
        return verified(
          await openDistributed({ ...options, config, language: await languageModel() }),
          options.moves || options.thread === 'processing' ? undefined : refuseHalfMoved,
        )
      },
      rebuild: async (name, { keys, resumes }) => {
        const { openDistributedRebuild } = await import('./distributed/distributed-projections.ts')
        const language = await languageModel()
        return openDistributedRebuild(name, { config, keys, language, resumes })
      },
      candidate: async ({ keys, language }) => {
        const { candidateOnServers } = await import('./candidate/on-servers.ts')
        return candidateOnServers({ config, keys, language })
      },
    }
  }
  const directory = config.DATA_DIR
  const sealed = config.SEALED_PROJECTIONS === 'on'
  return {
    claim: (options = {}) => {
      const release = claimOrBeside(directory, options)
      try {
        const masterKey = masterKeyOf(config)
        if (release) {
          bringNamesOver({ directory, sealed, masterKey })
          takeBackDeliveries(directory)
        }
        return { masterKey, beside: release === null, release: release ?? (() => undefined) }
      } catch (error) {
        release?.()
        throw error
      }
    },
    open: async ({ masterKey, thread }) => {
      const cidrs = webhookAllowedCidrs(config)
      const language = await languageModel()
      const embedded = { directory, masterKey, language, sealed, webhookAllowedCidrs: cidrs }
      return verified(
        thread ? await openEmbeddedThread({ ...embedded, thread }) : openEmbedded(embedded),
        makeSigningKey,
      )
    },
    rebuild: async (name, { beside, resumes }) => {
      const masterKey = masterKeyOf(config)
      const { EMBEDDING_GENERATION: generation } = config
      const options = { directory, masterKey, sealed, generation, beside, resumes }
      return openRebuild(name, { ...options, language: languageConfigOf(config) })
    },
    candidate: async ({ masterKey, keys }) => candidateInFiles({ directory, masterKey, keys }),
  }
}

/**
 * At the first start, so that every backup has the key: it verifies the receipts of later. Not over servers, which may
 * yet take over the keys of an embedded service, this one among them.
 */
async function makeSigningKey({ keys }: OpenPorts): Promise<void> {
  await createSigner(keys).publicKeys()
}

async function refuseMixed(config: Config): Promise<void> {
  const { refuseOtherKind } = await import('./distributed/kinds-of-stores.ts')
  await refuseOtherKind(config)
}

/** Names users in the files of an earlier version, or of the other setting, as this one does. */
function bringNamesOver(of: { directory: string; sealed: boolean; masterKey: Uint8Array }): void {
  const path = join(of.directory, 'keys.db')
  if (existsSync(path)) renameUsers({ ...of, path, owners: createOwners(of.masterKey) })
  carryDeliveries(of)
}

/** Null if a service has the data, and this process may work beside it. */
function claimOrBeside(
  directory: string,
  { beside = false, restores = false }: ClaimOptions,
): (() => void) | null {
  try {
    return claimDataDir(directory, { restores })
  } catch (error) {
    if (beside && error instanceof DataDirInUse) return null
    throw error
  }
}

/**
 * If the keys cannot be reached now, they are verified before the first of them is used
 * (runtime/envelope/master-key.ts).
 */
async function verified(
  ports: OpenPorts,
  andThen: (ports: OpenPorts) => Promise<void> = async () => undefined,
): Promise<OpenPorts> {
  try {
    await ports.keys.verify()
    await andThen(ports)
  } catch (error) {
    if (maySoonPass(error)) return ports
    await ports.close()
    throw error
  }
  return ports
}
