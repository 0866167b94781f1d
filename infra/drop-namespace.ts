// Removes everything that a service with a NAMESPACE has on the servers. Measurements and tests clean up with it.
import type { Config } from './config.ts'
import { namesIn, s3Options } from './distributed.ts'
import { createElasticsearchClient } from './elasticsearch/client.ts'
import { dropElasticsearchStores } from './elasticsearch/drop.ts'
import { dropKafkaEventLog } from './kafka/drop.ts'
import { dropNeo4jGraph } from './neo4j/drop.ts'
import { dropObjects } from './s3/drop.ts'

/** Refuses where there is no namespace: then all that is on the servers could be meant. */
export async function dropNamespace(config: Config): Promise<void> {
  if (config.NAMESPACE === undefined) throw new Error('there is no NAMESPACE to drop')
  const { topicPrefix, prefix, folder } = namesIn(config.NAMESPACE)
  const { KAFKA_BROKERS, SCHEMA_REGISTRY_URL, ELASTICSEARCH_URL, NEO4J_URL } = config
  const elasticsearch = createElasticsearchClient({ url: ELASTICSEARCH_URL! })
  const server = { url: NEO4J_URL!, user: config.NEO4J_USER, password: config.NEO4J_PASSWORD }
  try {
    await Promise.all([
      dropKafkaEventLog({
        brokers: KAFKA_BROKERS!.split(',').map((broker) => broker.trim()),
        registryUrl: SCHEMA_REGISTRY_URL!,
        topicPrefix,
      }),
      dropElasticsearchStores(elasticsearch, prefix),
      dropNeo4jGraph({ ...server, graph: prefix }),
      dropObjects({ ...s3Options(config), prefix: folder }),
    ])
  } finally {
    await elasticsearch.close()
  }
}
