// What the distributed setting opens for each projection: the store that the service uses, and one that is built anew
// beside it while workers go on.
import type { Config } from '../../infra/config.ts'
import { createElasticsearchAuditStore } from '../../infra/elasticsearch/audit-store.ts'
import {
  openElasticsearchAuditRebuild,
  openElasticsearchRebuild,
} from '../../infra/elasticsearch/indices/rebuild.ts'
import { createElasticsearchMemoryStore } from '../../infra/elasticsearch/memory-store.ts'
import { createNeo4jGraphStore } from '../../infra/neo4j/graph-store.ts'
import { openNeo4jRebuild } from '../../infra/neo4j/rebuild.ts'
import type { QueryLanguage } from '../../infra/ports/language-model.ts'
import type { MemoryStore } from '../../infra/ports/memory-store.ts'
import type { ProjectionName, ProjectionStores } from '../../infra/ports/ports.ts'
import type { ProjectionStore, Rebuild } from '../../infra/ports/projection.ts'
import { sealMemory } from '../../infra/sealed/seal-memory.ts'
import type { Sealing } from '../../infra/sealed/sealing.ts'
import { openSealing } from './distributed-keys.ts'
import { elasticsearchOf, neo4jServer, sealedName } from './distributed-servers.ts'

/** Where a projection's store lies. One client for all stores, so that what they ask side by side goes in few requests. */
export type StoreServers = {
  config: Config
  elasticsearch: ReturnType<typeof elasticsearchOf>
  dimensions: number
  /** Null: in plain. */
  sealing: Sealing | null
}

type DistributedProjection<Store extends ProjectionStore> = {
  open(servers: StoreServers): Store | Promise<Store>
  rebuild(servers: StoreServers): Promise<Rebuild<Store>>
}
type Table = { readonly [Name in ProjectionName]: DistributedProjection<ProjectionStores[Name]> }

export const distributedProjections = {
  memory: {
    open: (servers) =>
      sealedMemory(createElasticsearchMemoryStore(memoryOf(servers)), servers.sealing),
    rebuild: async (servers) => {
      const rebuild = await openElasticsearchRebuild(memoryOf(servers))
      const seal = (store: MemoryStore) => sealedMemory(store, servers.sealing)
      return { ...rebuild, before: seal(rebuild.before), fresh: seal(rebuild.fresh) }
    },
  },
  graph: {
    open: (servers) => createNeo4jGraphStore(graphOf(servers)),
    rebuild: (servers) => openNeo4jRebuild(graphOf(servers)),
  },
  audit: {
    open: async ({ config, elasticsearch }) => {
      if (!config.KURRENTDB_URL) return createElasticsearchAuditStore(elasticsearch)
      // Its client is loaded only where one is configured.
      const { createKurrentDbAuditStore } = await import('../../infra/kurrentdb/audit-store.ts')
      const prefix = `${elasticsearch.prefix}_audit`
      return createKurrentDbAuditStore({ url: config.KURRENTDB_URL, prefix })
    },
    rebuild: async ({ config, elasticsearch }) => {
      if (config.KURRENTDB_URL) throw new NoRebuild('audit', 'KurrentDB')
      return openElasticsearchAuditRebuild(elasticsearch)
    },
  },
} satisfies Table

/** A projection cannot be built anew beside the one in use. */
export class NoRebuild extends Error {
  override readonly name = 'NoRebuild'
  constructor(projection: ProjectionName, server: string) {
    super(
      `the projection ${projection} lies in ${server}, where it cannot be built anew beside the one in use: replay the others by their names`,
    )
  }
}

/** Builds a projection anew beside the one in use; the client of the servers is closed with it. */
export async function openDistributedRebuild<Name extends ProjectionName>(
  name: Name,
  config: Config,
  language: QueryLanguage,
): Promise<Rebuild<ProjectionStores[Name]>> {
  const table: Table = distributedProjections
  const elasticsearch = elasticsearchOf(config)
  const { sealing, close: closeKeys } = openSealing(config)
  const servers = { config, elasticsearch, dimensions: language.dimensions, sealing }
  const close = async () => {
    await elasticsearch.client.close()
    await closeKeys()
  }
  try {
    const rebuild = await table[name].rebuild(servers)
    return {
      ...rebuild,
      swap: (catchUp) => rebuild.swap(catchUp).finally(close),
      discard: () => rebuild.discard().finally(close),
    }
  } catch (error) {
    await close()
    throw error
  }
}

function memoryOf({ elasticsearch, dimensions, sealing }: StoreServers) {
  const prefix = sealedName(elasticsearch.prefix, sealing !== null)
  return { ...elasticsearch, prefix, dimensions }
}

function sealedMemory(store: MemoryStore, sealing: Sealing | null): MemoryStore {
  return sealing ? sealMemory(store, sealing) : store
}

function graphOf({ config, elasticsearch }: StoreServers) {
  return { ...neo4jServer(config), graph: elasticsearch.prefix }
}
