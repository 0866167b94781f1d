// Partners write to the inbox with plain kafkajs: signed and valid records are remembered; each bad record becomes one
// dead letter with its reason, and disturbs no other record.
import { execFile } from 'node:child_process'
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { zstdCompressSync } from 'node:zlib'
import { SchemaRegistry } from '@kafkajs/confluent-schema-registry'
import kafkajs, { type Producer } from 'kafkajs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flow } from '../../processors/flow.ts'
import type { ServiceProcess } from '../journeys/process.ts'
import { eventually } from '../journeys/service.ts'
import { type Cluster, startCluster } from './cluster.ts'

const { CompressionCodecs, CompressionTypes, Kafka, logLevel } = kafkajs
const APP = 'partner'
const EXAMPLE = fileURLToPath(new URL('../../apps/examples/partner-producer.ts', import.meta.url))

type Message = {
  key: string
  value: Buffer | null
  headers: Record<string, string>
  partition: number
  timestamp?: string
}

let cluster: Cluster
let producer: Producer
let registry: SchemaRegistry
let partner: { id: string; secret: string }
let topic: string
let worker: ServiceProcess
beforeAll(async () => {
  cluster = await startCluster(APP)
  worker = await cluster.worker()
  const made = { name: 'partner', appIds: [APP] }
  partner = (await cluster.call('POST', '/config/partners', made)).body
  topic = `${cluster.env.NAMESPACE}.memory.inbox.v1`
  registry = new SchemaRegistry({ host: cluster.env.SCHEMA_REGISTRY_URL! })
  const brokers = cluster.env.KAFKA_BROKERS!.split(',')
  producer = new Kafka({ clientId: 'partner', brokers, logLevel: logLevel.NOTHING }).producer()
  await producer.connect()
})
afterAll(async () => {
  await producer.disconnect()
  await cluster.stop()
})

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')

async function recordOf(content: string, more: Record<string, unknown> = {}): Promise<Buffer> {
  const id = await registry.getLatestSchemaId(`${topic}-value`)
  const memorize = { content, contentType: 'conversation', threadId: null, metadata: null }
  const nobody = { idempotencyKey: null, timestamp: null, event: null }
  return registry.encode(id, { appId: APP, userId: 'anna', ...nobody, memorize, ...more })
}

type More = { appId?: string; userId?: string; signedAt?: Date }

/** As a partner signs it. */
function signed(value: Buffer | null, { appId = APP, userId = 'anna', signedAt }: More = {}) {
  const time = String((signedAt ?? new Date()).getTime())
  const nonce = randomUUID()
  const hash = sha256(value ?? '')
  const lines = ['palimpsest-inbox-v1', partner.id, appId, userId, time, nonce, hash]
  const signature = createHmac('sha256', partner.secret).update(lines.join('\n')).digest('hex')
  const headers = {
    'palimpsest-partner-id': partner.id,
    'palimpsest-time': time,
    'palimpsest-nonce': nonce,
    'palimpsest-signature': `v1=${signature}`,
  }
  return { key: `${APP}/${userId}`, value, headers, partition: 0 }
}

/** As partners signed before they had secrets: with the hash of an API key, which every reader of the log knows. */
function signedWithKey(value: Buffer, apiKey: { id: string; key: string }) {
  const signature = createHmac('sha256', sha256(apiKey.key)).update(sha256(value)).digest('hex')
  const headers = { 'palimpsest-key-id': apiKey.id, 'palimpsest-signature': signature }
  return { key: `${APP}/anna`, value, headers, partition: 0 }
}

test('the example of the README is remembered', { timeout: 120_000 }, async () => {
  // The example writes to the topic by its plain name, which a service without a namespace has.
  const args = [EXAMPLE, APP, 'anna', 'Anna: I like chess.']
  const env = {
    ...process.env,
    ...cluster.env,
    PARTNER_ID: partner.id,
    PARTNER_SECRET: partner.secret,
    TOPIC: topic,
  }
  await promisify(execFile)(process.execPath, args, { env })
  await cluster.processed('anna', 1)
  expect((await cluster.items('anna')).map((item) => item.content)).toEqual(['Anna: I like chess.'])
})

test('bad records become one dead letter each; their neighbours are remembered', {
  timeout: 240_000,
}, async () => {
  CompressionCodecs[CompressionTypes.ZSTD] = () => ({
    compress: async ({ buffer }: { buffer: Buffer }) => zstdCompressSync(buffer),
    decompress: async (buffer: Buffer) => buffer,
  })
  const send = (messages: Message[], compression?: number) =>
    producer.send({ topic, messages, ...(compression === undefined ? {} : { compression }) })

  await send([signed(await recordOf('I like go.'))])
  await send([signed(Buffer.from('poison'))])
  const unknownSchema = Buffer.from(await recordOf('I like poker.'))
  unknownSchema.writeInt32BE(987_654, 1)
  await send([signed(unknownSchema)])
  await send([signed(null)])
  await send([
    { ...signed(await recordOf('I like bridge.')), headers: { ...signed(null).headers } },
  ])
  const elsewhere = { appId: 'elsewhere' }
  await send([signed(await recordOf('I like canasta.', elsewhere), elsewhere)])
  const key = { name: 'old', appIds: [APP], permissions: ['memory:write'] }
  const { body: apiKey } = await cluster.call('POST', '/config/keys', key)
  await send([signedWithKey(await recordOf('I like piquet.'), apiKey)])
  const early = new Date(Date.now() - 16 * 60_000)
  await send([signed(await recordOf('I like euchre.'), { signedAt: early })])
  const once = signed(await recordOf('I like rowing.'))
  await send([once])
  // Another partition is read independently, and no producer can set the time of a record.
  await send([{ ...once, partition: 1, timestamp: String(early.getTime()) }])
  await send([signed(await recordOf(`I like ${'long games, '.repeat(120_000)}`))]).catch(
    () => undefined,
  )
  await send([signed(await recordOf('I like hiking.'))], CompressionTypes.ZSTD)
  await send([signed(await recordOf('I like tea.'))])

  await cluster.processed('anna', 5)
  const contents = (await cluster.items('anna')).map((item) => item.content).sort()
  expect(contents).toEqual([
    'Anna: I like chess.',
    'I like go.',
    'I like hiking.',
    'I like rowing.',
    'I like tea.',
  ])
  const { stdout } = await cluster.cli('dead-letters', 'list', '--json')
  const letters = JSON.parse(stdout) as { topic: string; errorClass: string; reason: string }[]
  const classes = letters
    .filter((each) => each.topic === 'memory.inbox.v1')
    .map((each) => each.errorClass)
  // Poison, unknown schema and nothing at all; a wrong signature, a foreign app and an API key; content that is too long.
  expect(classes.filter((each) => each === 'Undecodable')).toHaveLength(3)
  expect(classes.filter((each) => each === 'Unauthorized')).toHaveLength(3)
  expect(classes.filter((each) => each === 'Expired')).toHaveLength(1)
  expect(classes.filter((each) => each === 'Repeated')).toHaveLength(1)
  expect(classes.filter((each) => each === 'InvalidRecord').length).toBeLessThanOrEqual(1)
  expect(JSON.stringify(letters)).not.toMatch(/poker|bridge|canasta|piquet|euchre/)
})

test('a record that waits in the inbox while its user is forgotten is not taken in; a later one is', {
  timeout: 240_000,
}, async () => {
  await worker.end('SIGTERM')
  const others = flow.map(({ name }) => name).filter((name) => name !== 'accept-inbox')
  await cluster.worker(...others)
  const send = async (content: string) =>
    producer.send({
      topic,
      messages: [signed(await recordOf(content, { userId: 'berta' }), { userId: 'berta' })],
    })
  await send('I like whist.')

  const forgotten = await cluster.call('POST', '/forget', {
    appId: APP,
    userId: 'berta',
    confirm: true,
  })
  expect(forgotten.status).toBe(200)
  await send('I like rummy.')
  await cluster.worker('accept-inbox')

  await cluster.processed('berta', 1)
  expect((await cluster.items('berta')).map((item) => item.content)).toEqual(['I like rummy.'])
  await eventually('the earlier record is a dead letter', async () => {
    const { stdout } = await cluster.cli('dead-letters', 'list', '--json')
    return (JSON.parse(stdout) as { errorClass: string }[]).some(
      ({ errorClass }) => errorClass === 'Forgotten',
    )
  })
  const half = { appId: APP, userId: 'berta', category: 'preferences', confirm: true }
  expect((await cluster.call('POST', '/forget', half)).status).toBe(200)
})
