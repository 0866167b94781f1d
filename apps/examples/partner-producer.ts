// A partner system that writes to the inbox with nothing but kafkajs and the Schema Registry's client: what it takes
// to remember through Kafka instead of HTTP. Run it against a running stack:
//
//   KAFKA_BROKERS=127.0.0.1:9092 SCHEMA_REGISTRY_URL=http://127.0.0.1:8081/apis/ccompat/v7 \
//   API_KEY=plm_... API_KEY_ID=... node apps/examples/partner-producer.ts shop anna "Anna: I like chess."
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { SchemaRegistry } from '@kafkajs/confluent-schema-registry'
import { Kafka } from 'kafkajs'

const TOPIC = process.env.TOPIC ?? 'memory.inbox.v1'

const [appId, userId, content] = process.argv.slice(2)
const { KAFKA_BROKERS, SCHEMA_REGISTRY_URL, API_KEY, API_KEY_ID } = process.env
if (
  !appId ||
  !userId ||
  !content ||
  !KAFKA_BROKERS ||
  !SCHEMA_REGISTRY_URL ||
  !API_KEY ||
  !API_KEY_ID
) {
  console.error(
    'usage: KAFKA_BROKERS SCHEMA_REGISTRY_URL API_KEY API_KEY_ID partner-producer.ts APP USER CONTENT',
  )
  process.exit(2)
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')

// 1. The record, in the schema that the service has registered for the topic.
const registry = new SchemaRegistry({ host: SCHEMA_REGISTRY_URL })
const schemaId = await registry.getLatestSchemaId(`${TOPIC}-value`)
const value = await registry.encode(schemaId, {
  appId,
  userId,
  idempotencyKey: randomUUID(),
  timestamp: new Date().toISOString(),
  memorize: { content, contentType: 'conversation', threadId: null, metadata: null },
  event: null,
})

// 2. The signature: it proves that the producer holds an API key of the app, and the key stays out of the log.
const signature = createHmac('sha256', sha256(API_KEY)).update(sha256(value)).digest('hex')

// 3. The user as the record's key, so that one user's writes keep their order.
const producer = new Kafka({ clientId: 'partner', brokers: KAFKA_BROKERS.split(',') }).producer()
await producer.connect()
await producer.send({
  topic: TOPIC,
  messages: [
    {
      key: `${appId}/${userId}`,
      value,
      headers: { 'palimpsest-key-id': API_KEY_ID, 'palimpsest-signature': signature },
    },
  ],
})
await producer.disconnect()
console.log(`written to ${TOPIC}: GET /v1/resources/${appId}/${userId} shows what became of it`)
