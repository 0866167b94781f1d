// What an operator sees of a distributed service: lag from every process, components that are down, processors that are
// stuck. The test can hold the connections to Elasticsearch and Neo4j.
import { Kafka, logLevel } from 'kafkajs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flow } from '../../processors/flow.ts'
import { startProxy, type Proxy as Wire } from '../infra/kafka/proxy.ts'
import type { ServiceProcess } from '../journeys/process.ts'
import { eventually } from '../journeys/service.ts'
import { serverEnvironment } from '../servers/environment.ts'
import { type Cluster, startCluster } from './cluster.ts'

const APP = 'watch'
const names = flow.map(({ name }) => name)
const { ELASTICSEARCH_URL, NEO4J_URL, KAFKA_BROKERS } = serverEnvironment()
const PATIENCE = { patienceMs: 120_000, everyMs: 200 }

let cluster: Cluster
let worker: ServiceProcess
let elasticsearch: Wire
let neo4j: Wire
beforeAll(async () => {
  elasticsearch = await startProxy(new URL(ELASTICSEARCH_URL!).host)
  neo4j = await startProxy(new URL(NEO4J_URL!).host)
  cluster = await startCluster(APP, {
    ELASTICSEARCH_URL: `http://127.0.0.1:${elasticsearch.port}`,
    NEO4J_URL: `bolt://127.0.0.1:${neo4j.port}`,
  })
  worker = await cluster.worker()
})
afterAll(async () => {
  for (const proxy of [elasticsearch, neo4j]) proxy?.releaseAnswers()
  await cluster?.stop()
  for (const proxy of [elasticsearch, neo4j]) proxy?.close()
})

const memorize = (userId: string, content: string) =>
  cluster.call('POST', '/memorize', { appId: APP, userId, content, contentType: 'document' })

function addressOf(process: ServiceProcess): string {
  return /serves (http\S+?)\/metrics/.exec(process.output())![1]!
}

async function readyz(url: string) {
  const response = await fetch(`${url}/readyz`)
  return { status: response.status, body: (await response.json()) as { components?: string[] } }
}

/** For each processor, how many records it is behind. */
async function lagAt(url: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const lag: Record<string, number> = {}
  for (const [, name, records] of text.matchAll(
    /^palimpsest_lag_records\{processor="([^"]+)".*\} (\S+)$/gm,
  )) {
    lag[name!] = (lag[name!] ?? 0) + Number(records)
  }
  return lag
}

const nothingWaits = (url: string) =>
  eventually(
    'nothing waits',
    async () => {
      const lag = await lagAt(url)
      return names.every((name) => lag[name] === 0)
    },
    PATIENCE,
  )
const isReady = (status: number) =>
  eventually(
    `readiness is ${status}`,
    async () => (await readyz(cluster.url)).status === status,
    PATIENCE,
  )

test('given work that is done, when measured from any process, then nothing is behind, and Kafka has the offsets of all groups', async () => {
  expect(await memorize('anna', 'My sister Julia plays chess.')).toMatchObject({ status: 202 })
  await cluster.processed('anna', 1)
  await nothingWaits(cluster.url)
  await nothingWaits(addressOf(worker))
  await isReady(200)
  expect((await readyz(addressOf(worker))).status).toBe(200)
  expect((await cluster.call('GET', '/health')).body.components.queue).toEqual({
    status: 'healthy',
    queueDepth: 0,
  })
  const brokers = KAFKA_BROKERS!.split(',')
  const admin = new Kafka({ brokers, clientId: 'looks', logLevel: logLevel.NOTHING }).admin()
  await admin.connect()
  for (const { name, reads } of flow.filter(({ name }) => name !== 'accept-inbox')) {
    const groupId = `${cluster.env.NAMESPACE}.${name}`
    await eventually(
      `${name} has an offset`,
      async () => {
        const topics = reads.map((topic) => `${cluster.env.NAMESPACE}.${topic}`)
        const found = await admin.fetchOffsets({ groupId, topics })
        return found.some(({ partitions }) => partitions.some(({ offset }) => Number(offset) > 0))
      },
      PATIENCE,
    )
  }
  await admin.disconnect()
})

test.each([
  ['Elasticsearch', () => elasticsearch, 'relational_store', 'index-memory'],
  ['Neo4j', () => neo4j, 'graph_store', 'update-graph'],
] as const)(
  'given that %s is silent, when written to, then it is named, lag grows, and no processor is reported as standing still',
  { timeout: 300_000 },
  async (_, proxyOf, component, processor) => {
    const proxy = proxyOf()
    proxy.holdAnswers()
    try {
      await isReady(503)
      const told = await readyz(cluster.url)
      expect(told.body.components).toContain(component)
      expect(told.body.components).not.toContain('queue')
      const { body: health } = await cluster.call('GET', '/health')
      expect(health.status).toBe('degraded')
      expect(health.components[component].status).toBe('unhealthy')
      expect(health.components.queue.status).toBe('healthy')
      expect(await memorize('anna', `Julia moved to Oslo ${component}.`)).toMatchObject({
        status: 202,
      })
      await eventually(
        'it is behind',
        async () => (await lagAt(cluster.url))[processor]! > 0,
        PATIENCE,
      )
      const atWorker = async () => (await lagAt(addressOf(worker)))[processor]! > 0
      await eventually('the worker tells it too', atWorker, PATIENCE)
    } finally {
      proxy.releaseAnswers()
    }
    await isReady(200)
    await nothingWaits(cluster.url)
  },
)

test('given no worker, when written to, then the pipeline stands still, is told to, and gets on with one', {
  timeout: 300_000,
}, async () => {
  await worker.end('SIGTERM')
  expect(await memorize('anna', 'Julia likes hiking.')).toMatchObject({ status: 202 })
  await isReady(503)
  expect((await readyz(cluster.url)).body.components).toEqual(['queue'])
  const { body: health } = await cluster.call('GET', '/health')
  expect(health).toMatchObject({
    status: 'unhealthy',
    components: { queue: { status: 'unhealthy', queueDepth: 1 } },
  })
  worker = await cluster.worker()
  await isReady(200)
  await nothingWaits(cluster.url)
})
