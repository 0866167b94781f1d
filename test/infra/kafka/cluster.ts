// The real broker and registry that the tests of this folder use, where a harness has started them, and logs that
// share them without meeting: each with topics, groups and writers of its own.
import { randomUUID } from 'node:crypto'
import { createKafkaEventLog, type KafkaEventLogOptions } from '../../../infra/kafka/event-log.ts'
import type { Wire } from '../../../infra/kafka/wire.ts'
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import { serverEnvironment } from '../../servers/environment.ts'

const started = serverEnvironment()
const brokers = started.KAFKA_BROKERS ?? process.env.PALIMPSEST_TEST_KAFKA
const registryUrl = started.SCHEMA_REGISTRY_URL ?? process.env.PALIMPSEST_TEST_REGISTRY

/** What is missing, for the names of suites that are skipped. */
export const missing = [
  ...(brokers ? [] : ['PALIMPSEST_TEST_KAFKA']),
  ...(registryUrl ? [] : ['PALIMPSEST_TEST_REGISTRY']),
]

export const cluster = {
  brokers: (brokers ?? '').split(','),
  registryUrl: registryUrl ?? '',
  clientId: 'palimpsest-test',
}

export function newPrefix(): string {
  return `test-${randomUUID().slice(0, 8)}.`
}

export function openLog(options: Partial<KafkaEventLogOptions> = {}) {
  return createKafkaEventLog({
    ...cluster,
    topicPrefix: newPrefix(),
    partitions: 2,
    sessionTimeoutMs: 6_000,
    ...options,
  })
}

/** Records of any shape: the open part is JSON. The events of the conformance suites are no events of ours. */
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
}
