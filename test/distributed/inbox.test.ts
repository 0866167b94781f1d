// Partners write to the inbox with plain kafkajs: signed and valid records are remembered; each bad record becomes one
// dead letter with its reason, and disturbs no other record.
import { execFile } from 'node:child_process'
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { zstdCompressSync } from 'node:zlib'
import kafkajs, { type Producer } from 'kafkajs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flow } from '../../processors/flow.ts'
import type { ServiceProcess } from '../journeys/process.ts'
import { eventually } from '../journeys/service.ts'
import { sealTo } from '../processors/accept-inbox/sealing.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { leftAfterCompaction } from './faults/after-compaction.ts'
import {
  connectProducer,
  encodedRecord,
  inboxOf,
  type Partner,
  signatureHeaders,
} from './partner.ts'

const { CompressionCodecs, CompressionTypes } = kafkajs
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
let partner: Partner
let topic: string
let worker: ServiceProcess
beforeAll(async () => {
  cluster = await startCluster(APP)
  worker = await cluster.worker()
  const made = { name: 'partner', appIds: [APP] }
  partner = (await cluster.call('POST', '/config/partners', made)).body
  topic = inboxOf(cluster.env.NAMESPACE!)
  producer = await connectProducer()
})
afterAll(async () => {
  await producer.disconnect()
  await cluster.stop()
})

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')

function recordOf(content: string, more: Record<string, unknown> = {}): Promise<Buffer> {
  const memorize = { content, contentType: 'conversation', threadId: null, metadata: null }
  const of = { appId: APP, userId: 'anna' }
  return encodedRecord(cluster.env.NAMESPACE!, of, { memorize, ...more })
}

type More = { appId?: string; userId?: string; signedAt?: Date }

/** As a partner signs it. */
function signed(value: Buffer | null, { appId = APP, userId = 'anna', signedAt }: More = {}) {
  const headers = signatureHeaders(partner, value, { appId, userId, signedAt })
  return { key: `${APP}/${userId}`, value, headers, partition: 0 }
}

/** As partners signed before they had secrets: with the hash of an API key, which every reader of the log knows. */
function signedWithKey(value: Buffer, apiKey: { id: string; key: string }) {
  const signature = createHmac('sha256', sha256(apiKey.key)).update(sha256(value)).digest('hex')
  const headers = { 'palimpsest-key-id': apiKey.id, 'palimpsest-signature': signature }
  return { key: `${APP}/anna`, value, headers, partition: 0 }
}

/** The example writes to the topic by its plain name, which a service without a namespace has. */
async function runExample(...given: string[]): Promise<void> {
  const args = [EXAMPLE, APP, ...given]
  const env = {
    ...process.env,
    ...cluster.env,
    PARTNER_ID: partner.id,
    PARTNER_SECRET: partner.secret,
    TOPIC: topic,
    SERVICE_URL: `${cluster.url}/v1`,
    API_KEY: cluster.key,
  }
  await promisify(execFile)(process.execPath, args, { env })
}

test('the example of the README is remembered', { timeout: 120_000 }, async () => {
  await runExample('anna', 'Anna: I like chess.')
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

test('a sealed record is remembered, lies nowhere in plain, and opens no more after a forget', {
  timeout: 240_000,
}, async () => {
  const forget = { appId: APP, userId: 'dora', confirm: true }
  const of = { appId: APP, userId: 'dora' }
  const { body: key } = await cluster.call('GET', `/inbox-keys/${APP}/dora`)
  const memorize = { content: 'I like mahjong.', contentType: 'document' }
  const sealed = await sealTo(key, of, { memorize })
  const send = async (part: object, signedAt = new Date()) => {
    const value = await recordOf('', { userId: 'dora', memorize: null, ...part })
    // Under a key of its own, so that the search below finds it.
    const message = { ...signed(value, { userId: 'dora', signedAt }), key: randomUUID() }
    await producer.send({ topic, messages: [message] })
  }
  await send({ sealed })
  await runExample('dora', 'Dora: I like backgammon.', '--seal')
  await cluster.processed('dora', 2)
  const contents = async () => (await cluster.items('dora')).map((item) => item.content).sort()
  expect(await contents()).toEqual(['Dora: I like backgammon.', 'I like mahjong.'])
  await send({
    memorize: { ...memorize, content: 'I like snooker.', threadId: null, metadata: null },
  })
  await cluster.processed('dora', 3)
  const inbox = await leftAfterCompaction(cluster.env.NAMESPACE!)
  const holding = (word: string) => inbox.filter((value) => value.includes(word)).length
  expect([sealed.ciphertext, 'snooker'].map(holding)).toEqual([1, 1])
  expect(['mahjong', 'backgammon'].map(holding)).toEqual([0, 0])

  expect((await cluster.call('POST', '/forget', forget)).status).toBe(200)
  await send({ sealed }, new Date(Date.now() + 60_000))
  const { body: later } = await cluster.call('GET', `/inbox-keys/${APP}/dora`)
  await send({ sealed: await sealTo(later, of, { memorize }) }, new Date(Date.now() + 60_000))
  await cluster.processed('dora', 1)
  expect(await contents()).toEqual(['I like mahjong.'])
  const { stdout } = await cluster.cli('dead-letters', 'list', '--json')
  const letters = JSON.parse(stdout) as { reason: string }[]
  expect(letters.map(({ reason }) => reason).join()).toContain('a forget destroyed')
  expect(stdout).not.toMatch(/mahjong|backgammon|snooker/)
})
