// The distributed setting: every port over a server that its users already run. Any number of processes.
import { hostname } from 'node:os'
import { type Config, webhookAllowedCidrs } from '../../../infra/config.ts'
import { createWebhookSender } from '../../../infra/http/send-webhook.ts'
import { createKafkaEventLog } from '../../../infra/kafka/event-log.ts'
import type { LanguageModel, QueryLanguage } from '../../../infra/ports/language-model.ts'
import type { ObjectStore } from '../../../infra/ports/object-store.ts'
import { present } from '../../../infra/runtime/certain.ts'
import { createLogNames } from '../../../infra/runtime/envelope/log-names.ts'
import { holdsNothingSealed } from '../../../infra/runtime/envelope/master-key.ts'
import { createOwners } from '../../../infra/runtime/envelope/owners.ts'
import type { Telemetry } from '../../../infra/runtime/telemetry.ts'
import { createS3ObjectStore } from '../../../infra/s3/object-store.ts'
import { forReading } from '../../../infra/sealed/keys/sealing.ts'
import { sealStates } from '../../../infra/sealed/seal-states.ts'
import { candidateIfAnyOn } from '../candidate/on-servers.ts'
import type { OpenPorts } from '../embedded/embedded.ts'
import type { StoresToRead } from '../reading-ports.ts'
import {
  keptForAll,
  keysFolder,
  nameSealing,
  openKeys,
  openSealing,
  sealingOf,
} from './distributed-keys.ts'
import {
  distributedProjections,
  openDeliveries,
  openHoldingMemory,
} from './distributed-projections.ts'
import {
  elasticsearchOf,
  logServers,
  namesIn,
  s3Options,
  snapshotsFolder,
} from './distributed-servers.ts'
import { openOwnStates } from './own-states.ts'

/** By the names that lie there: of users, pseudonyms. */
export function rawObjectsOf(
  config: Config,
  more: { onRequest?: (operation: string) => void } = {},
): ObjectStore {
  const prefix = `${namesIn(config.NAMESPACE).folder}raw/`
  return createS3ObjectStore({ ...s3Options(config), ...more, prefix })
}

export async function openDistributed(options: {
  config: Config
  masterKey: Uint8Array
  language: LanguageModel
  telemetry: Telemetry
  thread?: 'acknowledging' | 'processing'
  readsAll?: boolean
}): Promise<OpenPorts> {
  const { config, language, masterKey, telemetry } = options
  const names = namesIn(config.NAMESPACE)
  const onRequest = (operation: string) => telemetry.objectRequests.inc({ operation })
  const s3 = { ...s3Options(config), onRequest }
  const log = await createKafkaEventLog({
    ...logServers(config),
    clientId: `palimpsest-${hostname()}-${process.pid}`,
    topicPrefix: names.topicPrefix,
    partitions: config.KAFKA_PARTITIONS,
    names: createLogNames(createOwners(masterKey)),
    telemetry,
    prompt: options.thread === 'acknowledging',
  })
  const elasticsearch = { ...elasticsearchOf(config), logger: telemetry.logger }
  const mayBeEmpty = () => holdsNothingSealed(log)
  const kept = options.readsAll ? keptForAll : {}
  const keys = openKeys(config, { masterKey, onRequest, mayBeEmpty, ...kept })
  const sealing = sealingOf(config, keys, masterKey)
  const sealNames = nameSealing(config, masterKey)
  const servers = { config, elasticsearch, dimensions: language.dimensions, sealing }
  const { memory, graph, audit } = distributedProjections
  const isSealed = sealing !== null
  const states = openOwnStates(config, {
    sealed: isSealed,
    snapshots: createS3ObjectStore({
      ...s3,
      prefix: snapshotsFolder(config, { sealed: isSealed }),
    }),
    logger: telemetry.logger,
  })
  const ports = {
    log,
    memory: memory.open(servers),
    graph: graph.open(servers),
    audit: await audit.open(servers),
    deliveries: openDeliveries(servers),
    webhooks: createWebhookSender({ allowedCidrs: webhookAllowedCidrs(config) }),
    objects: sealNames(rawObjectsOf(config, { onRequest })),
    keys,
    language,
    states: sealing ? sealStates(states, sealing) : states,
    candidate: candidateIfAnyOn(config),
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

/** For a thread that answers queries: its own clients for the two stores that it asks. */
export function openDistributedForReading(config: Config, language: QueryLanguage): StoresToRead {
  const elasticsearch = elasticsearchOf(config)
  const { sealing: opened, close: closeKeys } = openSealing(config)
  // What a key store over S3 says is held already, for as long as a forget waits.
  const sealing = opened && forReading(opened, { forMs: 0 })
  const servers = { config, elasticsearch, dimensions: language.dimensions, sealing }
  const { memory, letGo } = openHoldingMemory(servers)
  const graph = distributedProjections.graph.open(servers)
  return {
    memory,
    graph,
    letGo: async () => {
      sealing?.letGo()
      await letGo()
    },
    close: async () => {
      await Promise.all([memory.close(), graph.close(), closeKeys()])
      await elasticsearch.client.close()
    },
  }
}

/** Where the key store is, for copying keys from another one. */
export function openKeyObjects(config: Config): ObjectStore {
  const sealNames = nameSealing(
    config,
    Buffer.from(present(config.MASTER_KEY, 'MASTER_KEY'), 'hex'),
  )
  return sealNames(
    createS3ObjectStore({ ...s3Options(config), prefix: keysFolder(namesIn(config.NAMESPACE)) }),
  )
}
