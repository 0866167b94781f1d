// Where the servers of the distributed setting are, and how the names of one service differ from those of another.
import { join } from 'node:path'
import type { Config } from '../../../infra/config.ts'
import {
  type ClientSettings,
  createElasticsearchClient,
} from '../../../infra/elasticsearch/client/client.ts'
import { present } from '../../../infra/runtime/certain.ts'
import { awsAccess } from '../aws-access.ts'
import { vectorsName } from '../vectors-name.ts'

/** How one service's names differ from those of another on the same servers. */
export function namesIn(namespace: string | undefined) {
  return namespace === undefined
    ? { topicPrefix: '', prefix: 'palimpsest', folder: '' }
    : { topicPrefix: `${namespace}.`, prefix: namespace, folder: `${namespace}/` }
}

export function brokersOf({ KAFKA_BROKERS }: Config): string[] {
  return present(KAFKA_BROKERS, 'KAFKA_BROKERS')
    .split(',')
    .map((broker) => broker.trim())
}

/** Where the log lies, and the logins of its servers. */
export function logServers(config: Config) {
  const { KAFKA_TLS, KAFKA_SASL, KAFKA_USER, KAFKA_PASSWORD } = config
  const { SCHEMA_REGISTRY_URL, SCHEMA_REGISTRY_USER, SCHEMA_REGISTRY_PASSWORD } = config
  const login = loginOf(KAFKA_USER, KAFKA_PASSWORD)
  return {
    brokers: brokersOf(config),
    tls: KAFKA_TLS === 'on',
    sasl: KAFKA_SASL && login && { mechanism: KAFKA_SASL, ...login },
    registryUrl: present(SCHEMA_REGISTRY_URL, 'SCHEMA_REGISTRY_URL'),
    registryLogin: loginOf(SCHEMA_REGISTRY_USER, SCHEMA_REGISTRY_PASSWORD),
  }
}

function loginOf(username: string | undefined, password: string | undefined) {
  return username && password ? { username, password } : undefined
}

/** An API key takes the place of the login. */
export function elasticsearchServer(config: Config): ClientSettings {
  const { ELASTICSEARCH_URL, ELASTICSEARCH_USER, ELASTICSEARCH_PASSWORD } = config
  const { ELASTICSEARCH_API_KEY: apiKey } = config
  const auth = apiKey ? { apiKey } : loginOf(ELASTICSEARCH_USER, ELASTICSEARCH_PASSWORD)
  return { url: present(ELASTICSEARCH_URL, 'ELASTICSEARCH_URL'), ...(auth ? { auth } : {}) }
}

export function neo4jServer({ NEO4J_URL, NEO4J_USER, NEO4J_PASSWORD }: Config) {
  return { url: present(NEO4J_URL, 'NEO4J_URL'), user: NEO4J_USER, password: NEO4J_PASSWORD }
}

export function s3Options(config: Config) {
  const { S3_ENDPOINT, S3_BUCKET } = config
  return {
    ...awsAccess(config),
    endpoint: S3_ENDPOINT,
    bucket: present(S3_BUCKET, 'S3_BUCKET'),
    // Servers other than AWS itself are seldom reached by a host name per bucket.
    forcePathStyle: S3_ENDPOINT !== undefined,
    createBucket: true,
  }
}

/** All stores share one client, so that concurrent calls go in few requests. */
export function elasticsearchOf(config: Config) {
  const client = createElasticsearchClient(elasticsearchServer(config))
  return { client, prefix: namesIn(config.NAMESPACE).prefix }
}

export async function withElasticsearch<T>(
  config: Config,
  work: (client: ReturnType<typeof elasticsearchOf>['client']) => Promise<T>,
): Promise<T> {
  const { client } = elasticsearchOf(config)
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}

/**
 * Sealed stores have names of their own, so that nothing is ever written to a store of the other kind. No namespace
 * contains a `_`.
 */
export function sealedName(name: string, { sealed }: { sealed: boolean }): string {
  return sealed ? `${name}_sealed` : name
}

export function isSealed({ SEALED_PROJECTIONS }: Config): boolean {
  return SEALED_PROJECTIONS === 'on'
}

/** Where the workers of a machine keep the states that they decide from. */
export function statesFolder(
  { DATA_DIR, NAMESPACE, EMBEDDING_GENERATION }: Config,
  { sealed, generation = EMBEDDING_GENERATION }: { sealed: boolean; generation?: number },
): string {
  const name = sealedName(namesIn(NAMESPACE).prefix, { sealed })
  return join(DATA_DIR, 'state', vectorsName(name, generation))
}

export function snapshotsFolder(
  { NAMESPACE, EMBEDDING_GENERATION }: Config,
  { sealed, generation = EMBEDDING_GENERATION }: { sealed: boolean; generation?: number },
): string {
  return `${namesIn(NAMESPACE).folder}${vectorsName(sealedName('states', { sealed }), generation)}/`
}
