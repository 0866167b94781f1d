// A partner system that writes to the inbox with nothing but kafkajs and the Schema Registry's client: what it takes
// to remember through Kafka instead of HTTP. Run it against a running stack:
//
//   KAFKA_BROKERS=127.0.0.1:9092 SCHEMA_REGISTRY_URL=http://127.0.0.1:8081/apis/ccompat/v7 \
//   PARTNER_ID=... PARTNER_SECRET=plmp_... node apps/examples/partner-producer.ts shop anna "Anna: I like chess."
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { SchemaRegistry } from '@kafkajs/confluent-schema-registry'
import { Kafka } from 'kafkajs'

const TOPIC = process.env.TOPIC ?? 'memory.inbox.v1'

const [appId, userId, content] = process.argv.slice(2)
const { KAFKA_BROKERS, SCHEMA_REGISTRY_URL, PARTNER_ID, PARTNER_SECRET } = process.env
if (
  !appId ||
  !userId ||
  !content ||
  !KAFKA_BROKERS ||
  !SCHEMA_REGISTRY_URL ||
  !PARTNER_ID ||
  !PARTNER_SECRET
) {
  console.error(
    'usage: KAFKA_BROKERS SCHEMA_REGISTRY_URL PARTNER_ID PARTNER_SECRET partner-producer.ts APP USER CONTENT',
  )
  process.exit(2)
}

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

// 2. The signature: these lines, with the partner's secret. The time is now (a record written more than 15 minutes
// later is refused), the nonce is new for every record (a used one is refused).
const time = String(Date.now())
const nonce = randomUUID()
const hash = createHash('sha256').update(value).digest('hex')
const lines = ['palimpsest-inbox-v1', PARTNER_ID, appId, userId, time, nonce, hash]
const signature = createHmac('sha256', PARTNER_SECRET).update(lines.join('\n')).digest('hex')

// 3. The user as the record's key, so that one user's writes keep their order.
const producer = new Kafka({ clientId: 'partner', brokers: KAFKA_BROKERS.split(',') }).producer()
await producer.connect()
await producer.send({
  topic: TOPIC,
  messages: [
    {
      key: `${appId}/${userId}`,
      value,
      headers: {
        'palimpsest-partner-id': PARTNER_ID,
        'palimpsest-time': time,
        'palimpsest-nonce': nonce,
        'palimpsest-signature': `v1=${signature}`,
      },
    },
  ],
})
await producer.disconnect()
console.log(`written to ${TOPIC}: GET /v1/resources/${appId}/${userId} shows what became of it`)
