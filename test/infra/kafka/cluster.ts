// The real broker and registry that the tests of this folder use, where a harness has started them, and logs that share
// them without meeting: each with topics, groups and writers of its own.
import { randomUUID } from 'node:crypto'
import { Kafka, logLevel } from 'kafkajs'
import { afterAll } from 'vitest'
import { createKafkaEventLog, type KafkaEventLogOptions } from '../../../infra/kafka/event-log.ts'
import type { Wire } from '../../../infra/kafka/wire/wire.ts'
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import { serverEnvironment } from '../../servers/environment.ts'

const { KAFKA_BROKERS: brokers, SCHEMA_REGISTRY_URL: registryUrl } = serverEnvironment()

/** What is missing, for the names of skipped suites. */
export const missing = [
  ...(brokers ? [] : ['PALIMPSEST_TEST_KAFKA']),
  ...(registryUrl ? [] : ['PALIMPSEST_TEST_REGISTRY']),
]

export const cluster = {
  brokers: (brokers ?? '').split(','),
  registryUrl: registryUrl ?? '',
  clientId: 'palimpsest-test',
}

const prefixes: string[] = []

export function newPrefix(): string {
  const prefix = `test-${randomUUID().slice(0, 8)}.`
  prefixes.push(prefix)
  return prefix
}

// A broker that keeps the topics of every test takes minutes to restart after a crash.
afterAll(async () => {
  if (missing.length > 0 || prefixes.length === 0) return
  const { brokers } = cluster
  const admin = new Kafka({ brokers, clientId: 'clean-up', logLevel: logLevel.NOTHING }).admin()
  await admin.connect()
  const topics = (await admin.listTopics()).filter((topic) =>
    prefixes.some((prefix) => topic.startsWith(prefix)),
  )
  if (topics.length > 0) await admin.deleteTopics({ topics })
  await admin.disconnect()
})

export function openLog(options: Partial<KafkaEventLogOptions> = {}) {
  return createKafkaEventLog({
    ...cluster,
    topicPrefix: newPrefix(),
    partitions: 2,
    sessionTimeoutMs: 6_000,
    ...options,
  })
}

/** Records of any shape: the open part is JSON. The events of the conformance suites are not events of ours. */
export const looseWire: Wire = {
  schemaOf: () => ({
    type: 'record',
    name: 'Loose',
    fields: [
      { name: 'event', type: 'string' },
      { name: 'sealed', type: ['null', 'bytes'], default: null },
    ],
  }),
  toWire: ({ sealed, ...event }) => ({
    event: JSON.stringify(event),
    sealed: sealed && Buffer.from(sealed),
  }),
  fromWire: (record) => {
    const { event, sealed } = record as { event: string; sealed: Buffer | null }
    const stored = JSON.parse(event) as StoredEvent
    return { ...stored, sealed: sealed && Uint8Array.from(sealed) }
  },
  idBytes: (userId) => Buffer.from(JSON.stringify(userId)),
}
