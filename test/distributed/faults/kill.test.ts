// Writes while workers are killed with -9 at random, half of their restarts lose the local state, partitions move to a
// worker that comes and goes, and the broker is restarted: no acknowledged write is lost, no fact is doubled, each
// user's order is kept, and a replay gives the same digests.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import type { ServiceProcess } from '../../journeys/process.ts'
import { eventually } from '../../journeys/service.ts'
import { startedOnce } from '../../started.ts'
import { bounce, stack, startCluster } from '../cluster.ts'
import { expectNumbered, expectReplayed, sleep, writeNumbered } from './numbered-writes.ts'
import { samplesOf } from './worker-metrics.ts'

const WRITES = Number(process.env.PALIMPSEST_TEST_WRITES ?? 600)
/** How often partitions move to a worker that has just come, and back. */
const MOVES = Number(process.env.PALIMPSEST_TEST_MOVES ?? 1)
/** The average time between two kills. */
const KILL_EVERY_MS = Number(process.env.PALIMPSEST_TEST_KILL_EVERY_MS ?? 4_000)
const STANDBYS = process.env.PALIMPSEST_TEST_STANDBYS ?? '0'
const USERS = 12
const APP = 'kill'

const cluster = startedOnce(() => startCluster(APP, { STATE_STANDBYS: STANDBYS }))

/** Deletes the local state of a worker, at half of its starts. */
function maybeForgotten(name: string): string {
  const directory = join(cluster.env.DATA_DIR!, name)
  if (Math.random() < 0.5) rmSync(directory, { recursive: true, force: true })
  return directory
}

/** What an operator's supervisor does: restarts a worker that ended, until the test releases it. */
function supervise(name: string): { kill(): Promise<unknown>; letGo(): Promise<unknown> } {
  let current: ServiceProcess | null = null
  let goOn = true
  const running = (async () => {
    while (goOn) {
      // A worker that cannot reach the broker at its start ends with an error, and is started again.
      current = await cluster.workerIn(maybeForgotten(name)).catch(() => null)
      // The test may have released it while it started.
      if (!goOn) await current?.end('SIGTERM')
      if (current) await current.ended
      else await sleep(500)
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

/** A worker comes, is assigned partitions, restores their states, and goes. If one ends earlier, another follows. */
async function move(): Promise<void> {
  for (let moved = false; !moved; ) {
    const worker = await cluster.workerIn(maybeForgotten('visitor')).catch(() => null)
    if (worker) {
      moved = await Promise.race([hasRestored(worker), worker.ended.then(() => false)])
      await worker.end('SIGTERM')
    } else await sleep(500)
  }
}

async function hasRestored(worker: ServiceProcess): Promise<boolean> {
  const isRestored = async () => {
    const restored = await samplesOf(worker, 'palimpsest_state_restored_ratio').catch(() => [])
    return restored.length > 0 && restored.every(({ value }) => value === 1)
  }
  const patience = { patienceMs: 180_000, everyMs: 250 }
  return eventually('partitions have moved', isRestored, patience).then(
    () => true,
    () => false,
  )
}

test(`${WRITES} writes, workers killed, their state deleted, ${MOVES} moves, broker bounced`, {
  timeout: 3_600_000,
}, async () => {
  const workers = [supervise('one'), supervise('two')]
  const users = Array.from({ length: USERS }, (_, index) => `user${index}`)
  const count = Math.ceil(WRITES / USERS)
  let disturbed = true
  let kills = 0
  const killing = (async () => {
    while (disturbed) {
      await sleep(KILL_EVERY_MS * (0.5 + Math.random()))
      await workers[Math.floor(Math.random() * workers.length)]!.kill()
      kills++
    }
  })()
  const moving = (async () => {
    for (let time = 0; time < MOVES; time++) await move()
  })()
  const bouncing = (async () => {
    for (let time = 0; stack && time < 2; time++) {
      await sleep(4_000)
      await bounce('kafka', 1_000, async () => undefined)
    }
  })()
  await Promise.all(users.map((userId) => writeNumbered(cluster, { appId: APP, userId, count })))
  await bouncing
  await moving
  disturbed = false
  await killing
  for (const userId of users) await expectNumbered(cluster, { userId, count, patienceMs: 900_000 })
  await expectReplayed(cluster, () => Promise.all(workers.map((worker) => worker.letGo())))
  console.log(`${count * USERS} writes, ${kills} kills, ${MOVES} moves`)
})
