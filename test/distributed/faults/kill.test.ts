// Writes while workers are killed with -9 at random, lose what they decide from at half of their restarts, and the broker
// is bounced: none acknowledged is lost, no fact is doubled, each user's order is kept, and a replay gives the same digests.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServiceProcess } from '../../journeys/process.ts'
import { eventually } from '../../journeys/service.ts'
import { bounce, type Cluster, stack, startCluster } from '../cluster.ts'

const WRITES = Number(process.env.PALIMPSEST_TEST_WRITES ?? 600)
const USERS = 12
const APP = 'kill'

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster(APP)
})
afterAll(() => cluster.stop())

/** Each user changes its phone number again and again: only the last one may be current. */
async function write(userId: string, acknowledged: number[], count: number): Promise<void> {
  for (let number = 1; number <= count; number++) {
    const content = `My phone number is 555-${String(number).padStart(6, '0')}.`
    const request = { appId: APP, userId, content, contentType: 'conversation' }
    for (;;) {
      const answer = await cluster.call('POST', '/memorize', request).catch(() => null)
      if (answer?.status === 202) break
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    acknowledged.push(number)
  }
}

/** What an operator's supervisor does: a worker that ended is started again, until it is told to let go. */
function supervise(name: string): { kill(): Promise<unknown>; letGo(): Promise<unknown> } {
  let current: ServiceProcess | null = null
  let goOn = true
  const directory = join(cluster.env.DATA_DIR!, name)
  const running = (async () => {
    while (goOn) {
      // A worker that cannot reach the broker at its start ends with an error, and is started again.
      if (Math.random() < 0.5) rmSync(directory, { recursive: true, force: true })
      current = await cluster.workerIn(directory).catch(() => null)
      // It may have been let go while it started.
      if (!goOn) await current?.end('SIGTERM')
      if (current) await current.ended
      else await new Promise((resolve) => setTimeout(resolve, 500))
    }
  })()
  return {
    kill: async () => current?.end('SIGKILL'),
    letGo: async () => {
      goOn = false
      await current?.end('SIGTERM')
      await running
    },
  }
}

test(`${WRITES} writes, workers killed, their state deleted, broker bounced`, {
  timeout: 1_800_000,
}, async () => {
  const workers = [supervise('one'), supervise('two')]
  const users = Array.from({ length: USERS }, (_, index) => `user${index}`)
  const acknowledged = new Map(users.map((userId) => [userId, [] as number[]]))
  let writing = true
  const killing = (async () => {
    while (writing) {
      await new Promise((resolve) => setTimeout(resolve, 2_000 + Math.random() * 4_000))
      await workers[Math.floor(Math.random() * workers.length)]!.kill()
    }
  })()
  const bouncing = (async () => {
    for (let time = 0; stack && time < 2; time++) {
      await new Promise((resolve) => setTimeout(resolve, 4_000))
      await bounce('kafka', 1_000, async () => undefined)
    }
  })()
  await Promise.all(
    users.map((userId) => write(userId, acknowledged.get(userId)!, Math.ceil(WRITES / USERS))),
  )
  await bouncing
  writing = false
  await killing

  for (const userId of users) {
    const numbers = acknowledged.get(userId)!
    await cluster.processed(userId, numbers.length, 600_000)
    const items = await cluster.items(userId)
    const stored = items.map((item) => Number(/555-(\d+)/.exec(item.content)![1]))
    expect(new Set(stored).size, 'no fact is doubled').toBe(stored.length)
    expect(new Set(stored), 'none is lost').toEqual(new Set(numbers))
    const current = items.filter((item) => item.current)
    expect(current.map((item) => item.value ?? item.content)).toHaveLength(1)
    expect(current[0].content).toContain(String(numbers.at(-1)).padStart(6, '0'))
    // Each was superseded by the next one: so they took effect in order.
    const byId = new Map(items.map((item) => [item.id, item]))
    for (const item of items.filter((each) => !each.current)) {
      const number = (of: { content: string }) => Number(/555-(\d+)/.exec(of.content)![1])
      expect(number(byId.get(item.supersededBy)!)).toBe(number(item) + 1)
    }
  }
  const replay = () => cluster.cli('replay', '--projection', 'all', '--check', '--json')
  const caughtUp = async () =>
    JSON.parse((await replay()).stdout).every((each: { behind: boolean }) => !each.behind)
  await eventually('the projections have taken in all of the log', caughtUp, {
    patienceMs: 300_000,
  })
  await Promise.all(workers.map((worker) => worker.letGo()))
  const { code, stdout, stderr } = await replay()
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout).map((each: { unchanged: boolean }) => each.unchanged)).toEqual([
    true,
    true,
    true,
  ])
})
