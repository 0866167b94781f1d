// A partition moves: another worker restores the state from snapshots, and neither state nor snapshots hold forgotten
// content. Over the real servers; the workers run in this process, so that snapshots are taken at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenPorts } from '../../apps/composition/embedded/embedded.ts'
import { type StateStore, stateNames } from '../../infra/ports/states.ts'
import { newestManifest } from '../../infra/runtime/snapshots/kept-snapshots.ts'
import { framesOf } from '../infra/runtime/snapshots/frames-of.ts'
import { filesWith } from '../infra/sqlite/directory.ts'
import { eventually } from '../journeys/service.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { createWorkersHere } from './workers-here.ts'

const APP = 'moving'
const WRITES = 'memory.writes.v1'
const FACTS = 'memory.facts.v1'
const users = ['anna', 'ben', 'carla', 'daniel', 'elena', 'farid']
const workers = createWorkersHere({
  snapshotPace: { leastChanges: 1, afterMs: 600_000, allEveryMs: 0, lookMs: 100 },
})

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster(APP)
})
afterAll(async () => {
  await workers.stop()
  await cluster.stop()
})

async function write(userId: string, content: string): Promise<void> {
  const request = { appId: APP, userId, content, contentType: 'conversation' }
  expect((await cluster.call('POST', '/memorize', request)).status).toBe(202)
}

/**
 * Waits until snapshots hold everything that the log holds of these users' facts. A snapshot's checkpoint may be that of
 * an earlier step than its last rows, so the rows are asked for: none has changed since.
 */
async function taken({ log, keys, states }: OpenPorts, partitions: readonly number[]) {
  const { objects, rows } = states.snapshots!
  const holds = async (of: StateStore, last: number) => {
    const stands = await states.of(of.partition)[of.name].checkpoints(FACTS)
    const { basedOn, sinceBase } = rows.standing(of)
    const { manifest } = await newestManifest({ objects, keys }, of)
    const isLast = manifest !== null && manifest.id === basedOn && sinceBase === 0
    return isLast && (stands.get(of.partition) ?? -1) >= last
  }
  await eventually(
    'the snapshots hold what was written',
    async () => {
      const ends = await log.ends(FACTS)
      for (const partition of partitions) {
        const last = await lastFact(log, partition, ends.get(partition)!)
        for (const name of stateNames) if (!(await holds({ name, partition }, last))) return false
      }
      return true
    },
    { patienceMs: 60_000, everyMs: 200 },
  )
}

/** The end may be a transaction marker. */
async function lastFact(log: OpenPorts['log'], partition: number, end: number): Promise<number> {
  let last = -1
  for await (const records of log.read({ topic: FACTS, partition, upTo: end })) {
    last = records.findLast(({ event }) => event?.type === 'FactAsserted')?.position ?? last
  }
  return last
}

/** The item of each user whose text has the word. */
async function idsWith(word: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const userId of users) {
    const items = await cluster.items(userId)
    ids.set(userId, items.find(({ content }) => content.includes(word)).id)
  }
  return ids
}

test('a worker restores what another one has let go, without what was forgotten meanwhile', {
  timeout: 300_000,
}, async () => {
  const first = await workers.start(cluster)
  const partitions = [
    ...new Set(users.map((userId) => first.ports.log.partitionOf(WRITES, { appId: APP, userId }))),
  ]
  const opened = () =>
    framesOf({ objects: first.ports.states.snapshots!.objects, keys: first.ports.keys }, partitions)
  // States are sealed: the id of an item is all that their rows show of it.
  const said = async (ids: ReadonlyMap<string, string>) =>
    (await opened()).flatMap(({ frame, text }) =>
      text?.includes(ids.get(frame.userId)!) ? frame.userId : [],
    )
  for (const userId of users) {
    await write(userId, `I live in Wordcanary with ${userId}.`)
    await write(userId, 'I work at the Falconbridge bakery.')
  }
  for (const userId of users) await cluster.processed(userId, 2)
  await taken(first.ports, partitions)
  const [homes, jobs] = [await idsWith('Wordcanary'), await idsWith('Falconbridge')]
  expect([...new Set(await said(homes))].sort()).toEqual(users)

  const [whole, category, ...others] = users as [string, string, ...string[]]
  // 503: accepted, and it goes on.
  const forget = (body: object) =>
    eventually(
      'a forget is answered',
      async () => {
        const request = { appId: APP, confirm: true, ...body }
        return (await cluster.call('POST', '/forget', request)).status === 200
      },
      { patienceMs: 100_000, everyMs: 100 },
    )
  await forget({ userId: whole })
  // At once, in every file there.
  expect(await said(homes)).not.toContain(whole)
  expect(await said(jobs)).not.toContain(whole)
  const [item] = (await cluster.items(category)).filter(({ content }) => /Wordcanary/.test(content))
  await forget({ userId: category, category: item.category })
  expect(await said(homes)).not.toContain(category)

  for (const userId of others) await write(userId, 'I play the violin.')
  for (const userId of others) await cluster.processed(userId, 3)
  await taken(first.ports, partitions)
  await first.stop()

  const second = await workers.start(cluster)
  for (const userId of others) await write(userId, 'I work at the Falconbridge bakery.')
  for (const userId of others) await cluster.processed(userId, 4)
  const restored = second.lines.filter(({ msg }) => msg === 'a state is restored')
  expect(restored.filter(({ snapshot }) => Number(snapshot) > 0).length).toBeGreaterThan(0)
  expect(second.lines.filter(({ msg }) => /is not used/.test(String(msg)))).toEqual([])
  // A repeated statement is recognised.
  for (const userId of others) {
    const items = await cluster.items(userId)
    expect(items.filter(({ content }) => /Falconbridge/.test(content))).toHaveLength(1)
  }
  await second.stop()
  for (const userId of [whole, category]) {
    for (const folder of workers.folders) expect(filesWith(folder, homes.get(userId)!)).toEqual([])
  }
  expect([...first.failures, ...second.failures]).toEqual([])
})
