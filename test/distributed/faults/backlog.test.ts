// Elasticsearch is down while users write: processors that decide from a state beside the worker go on, and the log
// holds the events. When the store is back it takes them in bulk; nothing is lost, doubled or out of order.
import { afterAll, beforeAll, describe, test } from 'vitest'
import { brokersOf, namesIn } from '../../../apps/composition/distributed/distributed-servers.ts'
import { readConfig } from '../../../infra/config.ts'
import { createKafkaEventLog } from '../../../infra/kafka/event-log.ts'
import type { EventLog } from '../../../infra/ports/event-log.ts'
import type { TopicName } from '../../../schemas/topics.ts'
import { recordsOf } from '../../infra/runtime/given.ts'
import type { ServiceProcess } from '../../journeys/process.ts'
import { eventually } from '../../journeys/service.ts'
import { bounce, type Cluster, stack, startCluster } from '../cluster.ts'
import { expectNumbered, expectReplayed, sleep, writeNumbered } from './numbered-writes.ts'
import { samplesOf } from './worker-metrics.ts'

const DOWN_MS = Number(process.env.PALIMPSEST_TEST_DOWN_MS ?? 3_000)
const WRITES = Number(process.env.PALIMPSEST_TEST_WRITES ?? 120)
const USERS = 12
const APP = 'backlog'
const COUNT = Math.ceil(WRITES / USERS)
const users = Array.from({ length: USERS }, (_, index) => `user${index}`)
/** The time between two looks at the lag. */
const LOOK_MS = 250

let cluster: Cluster
let worker: ServiceProcess
let log: EventLog
beforeAll(async () => {
  cluster = await startCluster(APP)
  worker = await cluster.worker()
  const config = readConfig(cluster.env)
  log = await createKafkaEventLog({
    brokers: brokersOf(config),
    registryUrl: config.SCHEMA_REGISTRY_URL!,
    clientId: 'backlog',
    topicPrefix: namesIn(config.NAMESPACE).topicPrefix,
  })
})
afterAll(async () => {
  await log?.close()
  await cluster.stop()
})

/** How many events of a type the log holds. */
async function eventsOf(topic: TopicName, type: string): Promise<number> {
  return (await recordsOf(log, topic)).filter(({ event }) => event?.type === type).length
}

const processed = () => eventsOf('memory.facts.v1', 'ResourceProcessed')
const summarised = () => eventsOf('memory.summaries.v1', 'SummaryEvolved')

async function lag(): Promise<number> {
  const samples = await samplesOf(worker, 'palimpsest_lag_records')
  const own = samples.filter(({ labels }) => labels.includes('processor="index-memory"'))
  return own.reduce((sum, { value }) => sum + value, 0)
}

/** Records a second while the lag falls to zero. */
async function catchUp(): Promise<{ behind: number; seconds: number; fastest: number }> {
  const behind = await lag()
  let [last, lastAt, beganAt, fastest] = [behind, performance.now(), performance.now(), 0]
  while (last > 0) {
    await sleep(LOOK_MS)
    const [now, at] = [await lag(), performance.now()]
    if (last === behind && now < last) beganAt = lastAt
    fastest = Math.max(fastest, ((last - now) * 1_000) / (at - lastAt))
    ;[last, lastAt] = [now, at]
  }
  return { behind, seconds: (lastAt - beganAt) / 1_000, fastest: Math.round(fastest) }
}

describe.skipIf(!stack)('elasticsearch (needs servers that the tests may stop)', () => {
  test(`${WRITES} writes while it is down for ${DOWN_MS} ms are processed in the log, and shown when it is back`, {
    timeout: 3_600_000,
  }, async () => {
    const restMs = DOWN_MS / COUNT
    const before = { processed: await processed(), summarised: await summarised() }
    await bounce('elasticsearch', 0, async () => {
      const writing = { appId: APP, count: COUNT, restMs }
      await Promise.all(users.map((userId) => writeNumbered(cluster, { ...writing, userId })))
      await eventually(
        'what was written is processed, as the log says',
        async () => (await processed()) - before.processed >= COUNT * USERS,
        { patienceMs: 600_000, everyMs: 1_000 },
      )
      await eventually(
        'summaries have evolved',
        async () => (await summarised()) - before.summarised >= USERS,
        { patienceMs: 120_000, everyMs: 1_000 },
      )
    })
    console.log('caught up', await catchUp())
    for (const userId of users) {
      await expectNumbered(cluster, { userId, count: COUNT, patienceMs: 600_000 })
    }
    await expectReplayed(cluster, () => worker.end('SIGTERM'))
  })
})
