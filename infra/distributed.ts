// The distributed setting: every port over the server that its users run already. Any number of processes.
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type Config, webhookAllowedCidrs } from './config.ts'
import {
  type AuditStoreOptions,
  createElasticsearchAuditStore,
} from './elasticsearch/audit-store.ts'
import { createElasticsearchClient } from './elasticsearch/client.ts'
import { createElasticsearchDeliveryStore } from './elasticsearch/delivery-store.ts'
import { createElasticsearchMemoryStore } from './elasticsearch/memory-store.ts'
import type { OpenPorts } from './embedded.ts'
import { createWebhookSender } from './http/send-webhook.ts'
import { createKafkaEventLog } from './kafka/event-log.ts'
import { createNeo4jGraphStore } from './neo4j/graph-store.ts'
import type { ReadingPorts } from './open-for-reading.ts'
import type { AuditStore } from './ports/audit-store.ts'
import type { LanguageModel, QueryLanguage } from './ports/language-model.ts'
import type { ObjectStore } from './ports/object-store.ts'
import { holdsNothingSealed, onlyVerified } from './runtime/master-key.ts'
import type { Telemetry } from './runtime/telemetry.ts'
import { createS3KeyStore } from './s3/key-store.ts'
import { createS3ObjectStore } from './s3/object-store.ts'
import { createSqliteStates } from './sqlite/states.ts'

export async function openDistributed(options: {
  config: Config
  masterKey: Uint8Array
  language: LanguageModel
  telemetry: Telemetry
  thread?: 'acknowledging' | 'processing'
}): Promise<OpenPorts> {
  const { config, language, masterKey, telemetry } = options
  const names = namesIn(config.NAMESPACE)
  const onRequest = (operation: string) => telemetry.objectRequests.inc({ operation })
  const s3 = { ...s3Options(config), onRequest }
  const log = await createKafkaEventLog({
    brokers: brokersOf(config),
    registryUrl: config.SCHEMA_REGISTRY_URL!,
    clientId: `palimpsest-${hostname()}-${process.pid}`,
    topicPrefix: names.topicPrefix,
    telemetry,
    prompt: options.thread === 'acknowledging',
  })
  const elasticsearch = elasticsearchOf(config)
  const ports = {
    log,
    memory: createElasticsearchMemoryStore({ ...elasticsearch, dimensions: language.dimensions }),
    graph: createNeo4jGraphStore({ ...neo4jServer(config), graph: names.prefix }),
    audit: await openAudit(config, elasticsearch),
    deliveries: createElasticsearchDeliveryStore(elasticsearch),
    webhooks: createWebhookSender({ allowedCidrs: webhookAllowedCidrs(config) }),
    objects: createS3ObjectStore({ ...s3, prefix: `${names.folder}raw/` }),
    keys: onlyVerified(
      createS3KeyStore({
        ...s3,
        prefix: keysFolder(names),
        masterKey,
        mayBeEmpty: () => holdsNothingSealed(log),
      }),
    ),
    language,
    states: createSqliteStates({
      directory: statesFolder(config),
      snapshots: createS3ObjectStore({ ...s3, prefix: `${names.folder}states/` }),
    }),
  }
  const { log: _, language: _l, ...stores } = ports
  return {
    ...ports,
    close: async () => {
      await log.close()
      await Promise.all(Object.values(stores).map((port) => port.close()))
      await elasticsearch.client.close()
    },
  }
}

/** For a thread that answers queries: clients of its own for the two stores that are asked. */
export function openDistributedForReading(config: Config, language: QueryLanguage): ReadingPorts {
  const elasticsearch = elasticsearchOf(config)
  const { prefix } = elasticsearch
  const memory = createElasticsearchMemoryStore({
    ...elasticsearch,
    dimensions: language.dimensions,
  })
  const graph = createNeo4jGraphStore({ ...neo4jServer(config), graph: prefix })
  return {
    memory,
    graph,
    language,
    close: async () => {
      await Promise.all([memory.close(), graph.close()])
      await elasticsearch.client.close()
    },
  }
}

/** One client for all stores, so that what they ask side by side goes in few requests. */
function elasticsearchOf(config: Config) {
  const client = createElasticsearchClient({ url: config.ELASTICSEARCH_URL! })
  return { client, prefix: namesIn(config.NAMESPACE).prefix }
}

/** KurrentDB where one is configured. Its client is loaded only then. */
async function openAudit(
  { KURRENTDB_URL: url }: Config,
  elasticsearch: AuditStoreOptions & { prefix: string },
): Promise<AuditStore> {
  if (!url) return createElasticsearchAuditStore(elasticsearch)
  const { createKurrentDbAuditStore } = await import('./kurrentdb/audit-store.ts')
  return createKurrentDbAuditStore({ url, prefix: `${elasticsearch.prefix}_audit` })
}

/** Where the key store lies, for taking keys over from another one. */
export function openKeyObjects(config: Config): ObjectStore {
  return createS3ObjectStore({
    ...s3Options(config),
    prefix: keysFolder(namesIn(config.NAMESPACE)),
  })
}

/** Where the workers of a machine keep what they decide from. */
export function statesFolder({ DATA_DIR, NAMESPACE }: Config): string {
  return join(DATA_DIR, 'state', namesIn(NAMESPACE).prefix)
}

function keysFolder({ folder }: { folder: string }): string {
  return `${folder}keys/`
}

/** How the things of one service are told from those of another on the same servers. */
export function namesIn(namespace: string | undefined) {
  return namespace === undefined
    ? { topicPrefix: '', prefix: 'palimpsest', folder: '' }
    : { topicPrefix: `${namespace}.`, prefix: namespace, folder: `${namespace}/` }
}

export function brokersOf({ KAFKA_BROKERS }: Config): string[] {
  return KAFKA_BROKERS!.split(',').map((broker) => broker.trim())
}

export function neo4jServer({ NEO4J_URL, NEO4J_USER, NEO4J_PASSWORD }: Config) {
  return { url: NEO4J_URL!, user: NEO4J_USER, password: NEO4J_PASSWORD }
}

export function s3Options(config: Config) {
  const { S3_ENDPOINT, S3_BUCKET, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = config
  const credentials =
    AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY
      ? { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY }
      : undefined
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET!,
    region: AWS_REGION,
    credentials,
    // Servers other than AWS itself are seldom reached by a host name per bucket.
    forcePathStyle: S3_ENDPOINT !== undefined,
    createBucket: true,
  }
}
