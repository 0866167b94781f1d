// Copies of a worker's states stand by on another worker. Once a forget is answered, no copy holds the forgotten
// content; when the worker goes, the other takes over from its copies, and reads only the tail of the log. Over the
// real servers.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { standbyGroup } from '../../infra/runtime/run/run-standby.ts'
import { stateTopics } from '../../infra/runtime/run/state-feed.ts'
import { flow } from '../../processors/flow.ts'
import { topology as indexMemory } from '../../processors/index-memory/topology.ts'
import { topology as updateGraph } from '../../processors/update-graph/topology.ts'
import type { TopicName } from '../../schemas/topics.ts'
import { filesWith } from '../infra/sqlite/directory.ts'
import { eventually } from '../journeys/service.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { createWorkersHere } from './workers-here.ts'

const APP = 'standby'
const WRITES = 'memory.writes.v1'
const users = ['anna', 'ben', 'carla', 'daniel', 'elena', 'farid']
const SENTENCES = 12
/** The processors that decide from a state, and the topics that the state is made of. */
const builtBy = { memory: indexMemory, graph: updateGraph }
const deciding = flow.flatMap((topology) => {
  if (topology.state === undefined) return []
  return { name: topology.name, topics: stateTopics(topology, builtBy[topology.state]) }
})

// No snapshot is ever due: a worker without a copy reads the log from its beginning.
const workers = createWorkersHere({
  standbys: 1,
  snapshotPace: { leastChanges: 1e9, afterMs: 1e12, allEveryMs: 1e12, lookMs: 600_000 },
})

let cluster: Cluster
beforeAll(async () => {
  // In plain, because the files of sealed states show no word, before the forget either.
  cluster = await startCluster(APP, { SEALED_PROJECTIONS: 'off' })
})
afterAll(async () => {
  await workers.stop()
  await cluster.stop()
})

type Here = Awaited<ReturnType<typeof workers.start>>

async function write(userId: string, content: string): Promise<void> {
  const request = { appId: APP, userId, content, contentType: 'conversation' }
  expect((await cluster.call('POST', '/memorize', request)).status).toBe(202)
}

async function forget(body: object): Promise<void> {
  const request = { appId: APP, confirm: true, ...body }
  // 503: accepted, and it goes on.
  const answered = async () => (await cluster.call('POST', '/forget', request)).status === 200
  await eventually('a forget is answered', answered, { patienceMs: 120_000, everyMs: 100 })
}

type Places = Map<TopicName, Map<number, number>>

/** The last record of each topic in each partition of these users. */
async function lastPlaces({ ports: { log } }: Here): Promise<Places> {
  const partitions = users.map((userId) => log.partitionOf(WRITES, { appId: APP, userId }))
  const topics = new Set(deciding.flatMap((processor) => processor.topics))
  const places: Places = new Map()
  for (const topic of topics) {
    const last = new Map<number, number>()
    for (const partition of partitions) {
      for await (const records of log.read({ topic, partition })) {
        last.set(partition, records.at(-1)!.position)
      }
    }
    places.set(topic, last)
  }
  return places
}

/** Waits until each partition of these users has copies that hold all writes; returns how far that is. */
async function copied(here: Here): Promise<Places> {
  const places = await lastPlaces(here)
  await eventually(
    'each partition has a copy that stands by',
    async () => {
      for (const { name, topics } of deciding) {
        for (const topic of topics) {
          const standbys = await here.ports.log.standbys(standbyGroup(name, 1), topic)
          for (const [partition, position] of places.get(topic)!) {
            if ((standbys?.get(partition) ?? -1) < position) return false
          }
        }
      }
      return true
    },
    { patienceMs: 120_000, everyMs: 200 },
  )
  return places
}

const following = async ({ telemetry }: Here) =>
  (await telemetry.standbys.get()).values.reduce((sum, { value }) => sum + value, 0)

test('a worker takes over from its copies, which hold nothing that was forgotten', {
  timeout: 400_000,
}, async () => {
  const first = await workers.start(cluster)
  expect(await following(first)).toBe(0)
  const second = await workers.start(cluster)
  for (const userId of users) {
    await write(userId, `I live in Wordcanary with ${userId}.`)
    for (let n = 1; n < SENTENCES; n++) await write(userId, `I like game number ${n}.`)
  }
  for (const userId of users) await cluster.processed(userId, SENTENCES)
  await copied(first)
  expect(await following(first)).toBeGreaterThan(0)
  expect(await following(second)).toBeGreaterThan(0)

  const [whole, category, ...others] = users as [string, string, ...string[]]
  const filesOf = (userId: string) =>
    workers.folders.map((folder) => filesWith(folder, `Wordcanary with ${userId}`).length > 0)
  // On the disk of the deciding worker, and on that of the standby.
  for (const userId of users) expect(filesOf(userId)).toEqual([true, true])
  const ids = (await cluster.items(whole)).map(({ id }) => id)
  const named = () => ids.filter((id) => workers.folders.some((folder) => filesWith(folder, id)[0]))
  expect(named()).not.toEqual([])
  await forget({ userId: whole })
  expect(filesOf(whole)).toEqual([false, false])
  expect(named()).toEqual([])
  const [item] = (await cluster.items(category)).filter(({ content }) => /Wordcanary/.test(content))
  await forget({ userId: category, category: item.category })
  expect(filesOf(category)).toEqual([false, false])

  const held = await copied(first)
  second.lines.length = 0
  await first.stop()
  for (const userId of others) await write(userId, 'I like game number 1.')
  for (const userId of others) await cluster.processed(userId, SENTENCES + 1)
  // Its copies held the rest. The restore may have read the last record of a topic already.
  const written = await lastPlaces(second)
  const placeOf = (places: Places, topic: TopicName, partition: number) =>
    places.get(topic)!.get(partition) ?? -1
  const tail = (partition: number) =>
    Math.max(
      ...Array.from(
        written.keys(),
        (topic) => placeOf(written, topic, partition) - placeOf(held, topic, partition),
      ),
    )
  for (const { msg, partition, snapshot, log } of second.lines) {
    if (msg !== 'a state is restored') continue
    expect(snapshot).toBe(0)
    expect(log).toBeLessThanOrEqual(tail(Number(partition)))
  }
  // A repeated statement is recognised.
  for (const userId of others) {
    const items = await cluster.items(userId)
    expect(items.filter(({ content }) => /game number 1\./.test(content))).toHaveLength(1)
  }
  // It decides for all, so that no partition is left to stand by for, once its group has settled.
  await eventually('no copy is left', async () => (await following(second)) === 0)
  expect([...first.failures, ...second.failures]).toEqual([])
})
