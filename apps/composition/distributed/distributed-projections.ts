// What the distributed setting opens for each projection: the store that the service uses, and one that is rebuilt
// beside it while workers continue.
import type { Config } from '../../../infra/config.ts'
import { createElasticsearchAuditStore } from '../../../infra/elasticsearch/audit-store.ts'
import { createElasticsearchDeliveryStore } from '../../../infra/elasticsearch/delivery-store.ts'
import {
  openElasticsearchAuditRebuild,
  openElasticsearchRebuild,
} from '../../../infra/elasticsearch/indices/rebuild.ts'
import {
  createElasticsearchMemoryStore,
  createHoldingMemoryStore,
} from '../../../infra/elasticsearch/memory-store.ts'
import { openNeo4jRebuild } from '../../../infra/neo4j/builds/rebuild.ts'
import { createNeo4jGraphStore } from '../../../infra/neo4j/graph-store.ts'
import type { AuditStore } from '../../../infra/ports/audit-store.ts'
import type { DeliveryStore } from '../../../infra/ports/delivery-store.ts'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import type { QueryLanguage } from '../../../infra/ports/language-model.ts'
import type { MemoryStore } from '../../../infra/ports/memory-store.ts'
import type { ProjectionName, ProjectionStores } from '../../../infra/ports/ports.ts'
import type { ProjectionStore, Rebuild, Resuming } from '../../../infra/ports/projection.ts'
import { present } from '../../../infra/runtime/certain.ts'
import type { Telemetry } from '../../../infra/runtime/telemetry.ts'
import { createS3ObjectStore } from '../../../infra/s3/object-store.ts'
import { sealGraph } from '../../../infra/sealed/graph/seal-graph.ts'
import type { Sealing } from '../../../infra/sealed/keys/sealing.ts'
import { sealMemory } from '../../../infra/sealed/memory/seal-memory.ts'
import { sealAudit } from '../../../infra/sealed/seal-audit.ts'
import { sealDeliveries } from '../../../infra/sealed/seal-deliveries.ts'
import { vectorsName } from '../vectors-name.ts'
import { openAlone } from './claim-rebuild.ts'
import { sealingOf } from './distributed-keys.ts'
import {
  elasticsearchOf,
  namesIn,
  neo4jServer,
  s3Options,
  sealedName,
} from './distributed-servers.ts'

/** Where a projection's store is. All stores share one client, so that concurrent calls go in few requests. */
export type StoreServers = {
  config: Config
  elasticsearch: ReturnType<typeof elasticsearchOf> & { logger?: Telemetry['logger'] }
  dimensions: number
  /** Null: in plain. */
  sealing: Sealing | null
}

type DistributedProjection<Store extends ProjectionStore> = {
  open(servers: StoreServers): Store | Promise<Store>
  rebuild(servers: StoreServers, options: Resuming): Promise<Rebuild<Store>>
}
type Table = { readonly [Name in ProjectionName]: DistributedProjection<ProjectionStores[Name]> }

export const distributedProjections = {
  memory: {
    open: (servers) =>
      sealedMemory(createElasticsearchMemoryStore(memoryOf(servers)), servers.sealing),
    rebuild: async (servers, { resumes }) => {
      const rebuild = await openElasticsearchRebuild({ ...memoryOf(servers), resumes })
      return sealedRebuild(rebuild, (store) => sealedMemory(store, servers.sealing))
    },
  },
  graph: {
    open: (servers) => sealedGraph(createNeo4jGraphStore(graphOf(servers)), servers.sealing),
    rebuild: async (servers, { resumes }) => {
      const rebuild = await openNeo4jRebuild({ ...graphOf(servers), resumes })
      return sealedRebuild(rebuild, (store) => sealedGraph(store, servers.sealing))
    },
  },
  audit: {
    open: async (servers) => sealedAudit(await openAudit(servers), servers.sealing),
    rebuild: async (servers, { resumes }) => {
      const options = { ...namedElasticsearch(servers), resumes }
      const rebuild = await openElasticsearchAuditRebuild(options)
      return sealedRebuild(rebuild, (store) => sealedAudit(store, servers.sealing))
    },
  },
} satisfies Table

/** A projection cannot be rebuilt beside the one in use. */
export class NoRebuild extends Error {
  override readonly name = 'NoRebuild'
  constructor(projection: ProjectionName, server: string) {
    super(
      `the projection ${projection} lies in ${server}, where it cannot be rebuilt beside the one in use: replay the others by their names`,
    )
  }
}

/**
 * Rebuilds a projection beside the one in use; closing it also closes the client of the servers, and leaves `keys` open.
 */
export async function openDistributedRebuild<Name extends ProjectionName>(
  name: Name,
  {
    config,
    keys,
    language,
    resumes,
  }: Resuming & { config: Config; keys: KeyStore; language: QueryLanguage },
): Promise<Rebuild<ProjectionStores[Name]>> {
  const table: Table = distributedProjections
  if (name === 'audit' && config.KURRENTDB_URL) throw new NoRebuild(name, 'KurrentDB')
  const elasticsearch = elasticsearchOf(config)
  const masterKey = Buffer.from(present(config.MASTER_KEY, 'MASTER_KEY'), 'hex')
  const sealing = sealingOf(config, keys, masterKey)
  const servers = { config, elasticsearch, dimensions: language.dimensions, sealing }
  const close = () => elasticsearch.client.close()
  try {
    const rebuild = await openAlone(claimsIn(config), name, () =>
      table[name].rebuild(servers, { resumes }),
    )
    return {
      ...rebuild,
      swap: (catchUp) => rebuild.swap(catchUp).finally(close),
      discard: () => rebuild.discard().finally(close),
      leave: () => rebuild.leave().finally(close),
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Where the rebuilds of a service say that they run. */
function claimsIn(config: Config) {
  const prefix = `${namesIn(config.NAMESPACE).folder}rebuilds/`
  return {
    objects: createS3ObjectStore({ ...s3Options(config), prefix }),
    now: () => new Date(),
  }
}

/** The memory for a thread that answers queries. `letGo`: drops what is held of users who were erased. */
export function openHoldingMemory(servers: StoreServers): {
  memory: MemoryStore
  letGo: () => Promise<void>
} {
  const store = createHoldingMemoryStore(memoryOf(servers))
  return { memory: sealedMemory(store, servers.sealing), letGo: store.held.dropForgotten }
}

/** Deliveries are not a projection, so they are not rebuilt; their store is beside the projections. */
export function openDeliveries(servers: StoreServers): DeliveryStore {
  const store = createElasticsearchDeliveryStore(namedElasticsearch(servers))
  return servers.sealing ? sealDeliveries(store, servers.sealing) : store
}

async function openAudit(servers: StoreServers): Promise<AuditStore> {
  const { KURRENTDB_URL } = servers.config
  const elasticsearch = namedElasticsearch(servers)
  if (!KURRENTDB_URL) return createElasticsearchAuditStore(elasticsearch)
  // The client is loaded only if one is configured.
  const { createKurrentDbAuditStore } = await import('../../../infra/kurrentdb/audit-store.ts')
  return createKurrentDbAuditStore({ url: KURRENTDB_URL, prefix: `${elasticsearch.prefix}_audit` })
}

function namedElasticsearch({ elasticsearch, sealing }: StoreServers) {
  return {
    ...elasticsearch,
    prefix: sealedName(elasticsearch.prefix, { sealed: sealing !== null }),
  }
}

function memoryOf(servers: StoreServers) {
  const { prefix, ...elasticsearch } = namedElasticsearch(servers)
  const { config, dimensions } = servers
  return { ...elasticsearch, prefix: vectorsName(prefix, config.EMBEDDING_GENERATION), dimensions }
}

function sealedRebuild<Store, R>(
  rebuild: R & { before: Store; fresh: Store },
  seal: (store: Store) => Store,
) {
  return { ...rebuild, before: seal(rebuild.before), fresh: seal(rebuild.fresh) }
}

function sealedBy<Store>(seal: (store: Store, sealing: Sealing) => Store) {
  return (store: Store, sealing: Sealing | null) => (sealing ? seal(store, sealing) : store)
}
const sealedMemory = sealedBy<MemoryStore>(sealMemory)
const sealedGraph = sealedBy(sealGraph)
const sealedAudit = sealedBy(sealAudit)

function graphOf(servers: StoreServers) {
  return { ...neo4jServer(servers.config), graph: namedElasticsearch(servers).prefix }
}
