// A partner system that writes to the inbox with nothing but kafkajs and the Schema Registry's client: what it takes
// to remember through Kafka instead of HTTP. Run it against a running stack:
//
//   KAFKA_BROKERS=127.0.0.1:9092 SCHEMA_REGISTRY_URL=http://127.0.0.1:8081/apis/ccompat/v7 \
//   PARTNER_ID=... PARTNER_SECRET=plmp_... node apps/examples/partner-producer.ts shop anna "Anna: I like chess."
//
// With --seal at the end, and SERVICE_URL=http://127.0.0.1:8080/v1 and an API_KEY with memory:write, it seals the
// content with @hpke/core, so that the service alone can read it, and not even the service after a forget.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { SchemaRegistry } from '@kafkajs/confluent-schema-registry'
import { Kafka } from 'kafkajs'

const TOPIC = process.env.TOPIC ?? 'memory.inbox.v1'

const [appId, userId, content, seals, ...more] = process.argv.slice(2)
const { KAFKA_BROKERS, SCHEMA_REGISTRY_URL, PARTNER_ID, PARTNER_SECRET } = process.env
if (
  !appId ||
  !userId ||
  !content ||
  !KAFKA_BROKERS ||
  !SCHEMA_REGISTRY_URL ||
  !PARTNER_ID ||
  !PARTNER_SECRET ||
  // Misspelt, it would write in plain.
  (seals !== undefined && seals !== '--seal') ||
  more.length > 0
) {
  console.error(
    'usage: KAFKA_BROKERS SCHEMA_REGISTRY_URL PARTNER_ID PARTNER_SECRET partner-producer.ts APP USER CONTENT [--seal]',
  )
  process.exit(2)
}

// 1. The record, in the schema that the service has registered for the topic: its content in plain, or sealed.
const memorize = { content, contentType: 'conversation', threadId: null, metadata: null }
const part = seals === '--seal' ? { sealed: await sealed({ memorize }) } : { memorize }
const registry = new SchemaRegistry({ host: SCHEMA_REGISTRY_URL })
const schemaId = await registry.getLatestSchemaId(`${TOPIC}-value`)
const value = await registry.encode(schemaId, {
  appId,
  userId,
  idempotencyKey: randomUUID(),
  timestamp: new Date().toISOString(),
  ...part,
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

/** HPKE (RFC 9180). Ask for the key each time, or keep it for less than a minute: a forget replaces it. */
async function sealed(plain: object) {
  const { SERVICE_URL, API_KEY } = process.env
  const of = [appId, userId].map((name) => encodeURIComponent(String(name))).join('/')
  const headers = { authorization: `Bearer ${API_KEY}` }
  const answer = await fetch(`${SERVICE_URL}/inbox-keys/${of}`, { headers })
  if (!answer.ok) throw new Error(`no key to seal to: ${answer.status} ${await answer.text()}`)
  const key = (await answer.json()) as { keyGeneration: number; publicKey: string }

  const { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } = await import('@hpke/core')
  const [kem, kdf, aead] = [new DhkemX25519HkdfSha256(), new HkdfSha256(), new Aes256Gcm()]
  const publicKey = new Uint8Array(Buffer.from(key.publicKey, 'base64url'))
  const recipientPublicKey = await kem.deserializePublicKey(publicKey.buffer)
  const info = ['palimpsest-inbox-seal-v1', appId, userId, key.keyGeneration].join('\n')
  const bytes = (text: string) => new TextEncoder().encode(text).buffer
  const { enc, ct } = await new CipherSuite({ kem, kdf, aead }).seal(
    { recipientPublicKey, info: bytes(info) },
    bytes(JSON.stringify(plain)),
  )
  const ciphertext = Buffer.concat([Buffer.from(enc), Buffer.from(ct)]).toString('base64url')
  return { keyGeneration: key.keyGeneration, ciphertext }
}
