// `migrate`: moves an embedded service into the distributed setting: keys, raw content, log. The projections rebuild
// themselves when the workers start.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../../../../infra/config.ts'
import { createLanguageModel } from '../../../../infra/language/create-language-model.ts'
import { WrongMasterKey } from '../../../../infra/ports/key-store.ts'
import { present } from '../../../../infra/runtime/certain.ts'
import { embeddingInUse } from '../../../../infra/runtime/envelope/one-embedding.ts'
import { createOwners } from '../../../../infra/runtime/envelope/owners.ts'
import { refuseCopying } from '../../../../infra/runtime/replay/copy-log.ts'
import { adoptKeys } from '../../../../infra/s3/keys/adopt-keys.ts'
import { storedKeys } from '../../../../infra/sqlite/key-store.ts'
import { hasUntakenParts } from '../../../../processors/reprocess/untaken-parts.ts'
import { withItsLetters } from '../../../composition/as-data-is.ts'
import { openKeyObjects } from '../../../composition/distributed/distributed.ts'
import { refuseHalfMoved, whileMoving } from '../../../composition/distributed/unfinished-move.ts'
import { claimDataDir } from '../../../composition/embedded/claim-directory.ts'
import { type OpenPorts, openEmbedded } from '../../../composition/embedded/embedded.ts'
import { withMasterKey } from '../../../composition/kms-master-key.ts'
import { rooted, takeRoot } from '../../../composition/root-key.ts'
import { refusePositionals } from '../../command/arguments.ts'
import { CommandFailed, defineCommand, type Io, UsageError } from '../../command/command.ts'
import { counted } from '../../command/counted.ts'
import { flag, option } from '../../command/option.ts'
import { printerOf } from '../../command/printer.ts'
import { claimed, withPorts } from '../with-ports.ts'
import { copyData } from './copy-data.ts'

export const command = defineCommand({
  usage: '--from DATA_DIR [--json]',
  options: {
    from: option('DATA_DIR', 'the data directory of the embedded service'),
    json: flag('print JSON'),
  },
  run: async (values, positionals, io) => {
    refusePositionals(positionals)
    const from = values.from
    if (!from) throw new UsageError('give --from DATA_DIR')
    const given = readConfig()
    if (given.PROFILE !== 'distributed') {
      throw new UsageError(
        'set PROFILE=distributed and where its servers are: that is where to move to',
      )
    }
    if (!existsSync(join(from, 'keys.db')))
      throw new UsageError(`${from} holds no embedded service`)
    const config = await withItsVectors(from, await withMasterKey(given))
    const release = claimed(() => claimDataDir(from))
    try {
      const masterKey = await rootKeyOf(from, config)
      const source = await openSource(from, config, masterKey)
      const moved = await move(source, { from, config, masterKey }, io).finally(source.close)
      printerOf(io, values)(
        moved,
        `Moved ${counted(moved.events, 'event')}, ${counted(moved.objects, 'object')} and ${counted(moved.keys, 'key')}. Start the workers: the projections rebuild themselves.`,
      )
    } finally {
      release()
    }
    return 0
  },
})

/** The servers go on with the vectors that the data has. */
async function withItsVectors(directory: string, config: Config): Promise<Config> {
  const { EMBEDDING_ENGINE } = await withItsLetters(embeddedIn(directory, config))
  return { ...config, EMBEDDING_ENGINE }
}

function embeddedIn(directory: string, config: Config): Config {
  return { ...config, PROFILE: 'embedded', DATA_DIR: directory }
}

type Objects = Parameters<typeof embeddingInUse>[0]
type Moving = { from: string; config: Config; masterKey: Buffer }

async function move(source: OpenPorts, { from, config, masterKey }: Moving, io: Io) {
  if (await hasUntakenParts(source.log)) {
    throw new CommandFailed(
      'a promotion (reprocess promote) is not taken in yet: start the embedded service until it is, then stop it',
    )
  }
  const target = { ...config, MASTER_KEY: masterKey.toString('hex') }
  if (target.MASTER_KEY !== config.MASTER_KEY) await takeRoot(config, masterKey)
  return withPorts(
    io.signal,
    async ({ ports }) => {
      await refuseHalfMoved(ports)
      await refuseOtherVectors(source.objects, ports.objects)
      // First: what a forget there has removed since would be there again, keys included.
      await refuseCopying(source.log, ports.log)
      return whileMoving(ports.objects, async () => {
        const keys = openKeyObjects(target)
        const stored = storedKeys(join(from, 'keys.db'), createOwners(masterKey))
        const copiedKeys = await adoptKeys(keys, stored).finally(keys.close)
        return { keys: copiedKeys, ...(await copyData(source, ports, io)) }
      })
    },
    { config: target, more: { moves: true } },
  )
}

/**
 * Servers that a process was started on have begun with its vectors, though they hold no fact yet. Beside those of the
 * data they would not be comparable.
 */
export async function refuseOtherVectors(data: Objects, servers: Objects): Promise<void> {
  const [own, begun] = [await embeddingInUse(data), await embeddingInUse(servers)]
  if (own === null || begun === null || own.model === begun.model) return
  throw new CommandFailed(
    `the servers have begun with vectors of ${begun.model}, the data has those of ${own.model}: set another NAMESPACE, and start nothing there before it has moved`,
  )
}

async function openSource(
  directory: string,
  config: Config,
  masterKey: Uint8Array,
): Promise<OpenPorts> {
  const language = await createLanguageModel(config)
  const sealed = config.SEALED_PROJECTIONS === 'on'
  return withSameKey(directory, async () =>
    openEmbedded({ directory, masterKey, language, sealed }),
  )
}

async function rootKeyOf(directory: string, config: Config): Promise<Buffer> {
  const embedded = embeddedIn(directory, config)
  const { MASTER_KEY } = await withSameKey(directory, () => rooted(embedded))
  return Buffer.from(present(MASTER_KEY, 'MASTER_KEY'), 'hex')
}

/** Wrapped keys are moved as they are, so the master key must be the same. */
async function withSameKey<T>(directory: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof WrongMasterKey)) throw error
    throw new CommandFailed(
      `MASTER_KEY must be the one of the embedded service: take it from ${join(directory, 'master.key')}`,
    )
  }
}
