// One of the workers seals the audit once a day. The test controls the clock.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startAuditSchedule } from '../../../apps/worker/audit-schedule.ts'
import { type Clock, START_DELAY_MS } from '../../../apps/worker/maintenance-schedule.ts'
import { createLogger } from '../../../infra/runtime/logger.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { AUDIT, WRITES } from '../../../schemas/topics.ts'
import { eventually } from '../../contracts/eventually.ts'
import { AT, newScope, storedEvent } from '../../contracts/given.ts'
import { recordsOf } from '../../infra/runtime/given.ts'

const HOUR_MS = 3_600_000
const DAY = '2026-05-08'

let log: ReturnType<typeof createSqliteEventLog>
let keys: ReturnType<typeof createSqliteKeyStore>
let now: number
let sleeping: { ms: number; wake: () => void }[]
let slept: number[]
beforeEach(() => {
  log = createSqliteEventLog({ directory: null })
  keys = createSqliteKeyStore({ path: ':memory:', masterKey: new Uint8Array(32) })
  now = Date.parse(`${DAY}T01:00:00.000Z`)
  sleeping = []
  slept = []
})
afterEach(async () => {
  await log.close()
  await keys.close()
})

const clock: Clock = {
  now: () => new Date(now),
  sleep: (ms, signal) =>
    new Promise((wake, reject) => {
      slept.push(ms)
      sleeping.push({ ms, wake })
      signal.addEventListener('abort', () => reject(signal.reason))
    }),
}

function start() {
  const logger = createLogger('silent')
  return startAuditSchedule({ ports: { log, keys }, hour: 3, logger, clock, chance: () => 0.5 })
}

/** Lets the time pass for which the schedule sleeps, and waits until it sleeps again. */
async function pass(): Promise<void> {
  const { ms, wake } = sleeping.shift()!
  now += ms
  wake()
  await eventually(async () => expect(sleeping).toHaveLength(1))
}

async function runs(): Promise<string[]> {
  const roots = (await recordsOf(log, AUDIT)).filter(({ event }) => event!.type === 'AuditRooted')
  return roots.map(({ event }) => String(event!.open.day))
}

const write = () =>
  log.append([{ topic: WRITES, event: storedEvent(newScope(), { recordedAt: AT }) }])

test('given a worker that starts, when its time comes, then it seals, and at the hour of the next day again', async () => {
  await write()
  const stop = start()
  await pass()
  expect(await runs()).toEqual([DAY])
  await write()
  await pass()
  // It is the same day still.
  expect(await runs()).toEqual([DAY])
  await pass()
  expect(await runs()).toEqual([DAY, '2026-05-09'])
  const spread = 10 * 60 * 1000
  const asleep = START_DELAY_MS + spread
  expect(slept).toEqual([asleep, 2 * HOUR_MS - asleep + spread, 24 * HOUR_MS, 24 * HOUR_MS])
  await stop()
})

test('given a log that fails, when sealing fails, then the next day tries again', async () => {
  await write()
  const read = log.read
  log.read = () => {
    throw new Error('down')
  }
  const stop = start()
  await pass()
  log.read = read
  await pass()
  expect(await runs()).toHaveLength(1)
  await stop()
})
