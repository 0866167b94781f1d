// Removes everything that a service with a NAMESPACE has on the servers, and the states of this machine's workers.
// Measurements and tests clean up with it.
import { rm } from 'node:fs/promises'
import type { Config } from '../../../infra/config.ts'
import { createElasticsearchClient } from '../../../infra/elasticsearch/client/client.ts'
import {
  dropElasticsearchMemory,
  dropElasticsearchStores,
} from '../../../infra/elasticsearch/indices/drop.ts'
import { dropKafkaEventLog } from '../../../infra/kafka/topics/drop.ts'
import { dropNeo4jGraph } from '../../../infra/neo4j/builds/drop.ts'
import { dropObjects } from '../../../infra/s3/drop.ts'
import { laterGenerations, vectorsName } from '../vectors-name.ts'
import {
  elasticsearchServer,
  logServers,
  namesIn,
  neo4jServer,
  s3Options,
  sealedName,
  statesFolder,
} from './distributed-servers.ts'

/** Both sealed and plain, whichever the service uses or used. */
const KINDS = [false, true]

/** Refuses if there is no namespace: that could mean everything on the servers. */
export async function dropNamespace(config: Config): Promise<void> {
  if (config.NAMESPACE === undefined) throw new Error('there is no NAMESPACE to drop')
  const { topicPrefix, prefix, folder } = namesIn(config.NAMESPACE)
  const elasticsearch = createElasticsearchClient(elasticsearchServer(config))
  try {
    await Promise.all([
      dropKafkaEventLog({
        ...logServers(config),
        topicPrefix,
      }),
      ...KINDS.map((sealed) =>
        dropElasticsearchStores(elasticsearch, sealedName(prefix, { sealed })),
      ),
      ...KINDS.map((sealed) =>
        dropNeo4jGraph({ ...neo4jServer(config), graph: sealedName(prefix, { sealed }) }),
      ),
      ...KINDS.flatMap((sealed) =>
        laterGenerations(config).map((generation) =>
          dropElasticsearchMemory(
            elasticsearch,
            vectorsName(sealedName(prefix, { sealed }), generation),
          ),
        ),
      ),
      dropObjects({ ...s3Options(config), prefix: folder }),
      ...KINDS.map((sealed) =>
        rm(statesFolder(config, { sealed }), { recursive: true, force: true }),
      ),
    ])
  } finally {
    await elasticsearch.close()
  }
}
