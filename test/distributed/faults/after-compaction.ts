// What compaction leaves of a log on Kafka: of each key the last record, unless that is a tombstone. A broker may take
// an hour; this reads the records and leaves out what it will.
import { connect } from '../../../infra/kafka/client/connect.ts'
import { createRawClient } from '../../../infra/kafka/client/raw-client.ts'
import { readRaw } from '../../../infra/kafka/consume/reader.ts'
import { layOut } from '../../../infra/kafka/topics/topics.ts'
import { createCodec } from '../../../infra/kafka/wire/codec.ts'
import { createSchemaCache } from '../../../infra/kafka/wire/schema-cache.ts'
import { avroWire } from '../../../infra/kafka/wire/wire.ts'
import { serverEnvironment } from '../../servers/environment.ts'

/** The values of all topics of a namespace: those that stay. */
export async function leftAfterCompaction(namespace: string): Promise<Buffer[]> {
  const { KAFKA_BROKERS = '', SCHEMA_REGISTRY_URL: host = '' } = serverEnvironment()
  const clientId = 'palimpsest-test-compaction'
  const { all } = layOut(`${namespace}.`)
  const kafka = connect({ brokers: KAFKA_BROKERS.split(','), clientId })
  const client = createRawClient(
    kafka,
    all.map((topic) => topic.kafka),
  )
  const codec = createCodec(createSchemaCache({ host, clientId }), avroWire)
  const left: Buffer[] = []
  try {
    for (const topic of all) {
      for (const partition of topic.partitions) {
        const newest = new Map<string, Buffer | null>()
        for await (const records of readRaw({ client, codec, topic }, { partition })) {
          for (const { key, value } of records) newest.set(String(key), value)
        }
        left.push(...[...newest.values()].filter((value) => value !== null))
      }
    }
  } finally {
    await client.close()
  }
  return left
}
