// Opens what a thread needs that only answers queries, beside the ports that its process has open. Separate from
// open-ports.ts, so that such a thread loads nothing else and starts in a fraction of the time.
import { join } from 'node:path'
import type { Config } from '../../infra/config.ts'
import { createQueryLanguage, createReranker } from '../../infra/language/create-language-model.ts'
import { createOwners } from '../../infra/runtime/envelope/owners.ts'
import { createSealing, forReading } from '../../infra/sealed/keys/sealing.ts'
import { createSqliteKeyStore } from '../../infra/sqlite/key-store.ts'
import { embeddedProjections } from './embedded/embedded-projections.ts'
import { masterKeyOf } from './embedded/master-key-of.ts'
import type { ReadingPorts, StoresToRead } from './reading-ports.ts'

/** The files of the embedded setting exist already: the process has opened them. */
export async function openForReading(config: Config): Promise<ReadingPorts> {
  const [language, reranker] = await Promise.all([
    createQueryLanguage(config),
    createReranker(config),
  ])
  if (config.PROFILE === 'embedded') return { ...openEmbedded(config), language, reranker }
  const { openDistributedForReading } = await import('./distributed/distributed.ts')
  return { ...openDistributedForReading(config, language), language, reranker }
}

/** A forget of this process lets go before it answers; one that was interrupted is noticed after this. */
const KEYS_HELD_MS = 1_000

/** Read-only connections. */
function openEmbedded(config: Config): StoresToRead {
  const pathOf = (file: string) => join(config.DATA_DIR, file)
  const { keys, sealing } = sealingOf(config, pathOf('keys.db'))
  const { EMBEDDING_GENERATION: generation } = config
  const { memory: ofMemory, graph: ofGraph } = embeddedProjections
  const options = ({ files }: Pick<typeof ofMemory, 'files'>) => ({
    path: pathOf(files({ sealed: sealing !== null, generation }).file),
    readOnly: true,
    sealing,
  })
  const memory = ofMemory.open(options(ofMemory))
  const graph = ofGraph.open(options(ofGraph))
  const close = async () => {
    await Promise.all([memory.close(), graph.close(), keys?.close()])
  }
  const letGo = async () => {
    sealing?.letGo()
    await Promise.all([memory.ping(), graph.ping()])
  }
  return { memory, graph, letGo, close }
}

function sealingOf(config: Config, path: string) {
  if (config.SEALED_PROJECTIONS === 'off') return { keys: null, sealing: null }
  const masterKey = masterKeyOf(config)
  const keys = createSqliteKeyStore({ path, masterKey, owners: createOwners(masterKey) })
  return { keys, sealing: forReading(createSealing({ masterKey, keys }), { forMs: KEYS_HELD_MS }) }
}
