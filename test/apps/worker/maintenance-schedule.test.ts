// The daily schedule: for which users it asks, when, and that asking twice has the effect of asking once. The test
// controls its clock.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  askForMaintenance,
  type Clock,
  START_DELAY_MS,
  startMaintenanceSchedule,
  untilHour,
} from '../../../apps/worker/maintenance-schedule.ts'
import { createLogger } from '../../../infra/runtime/logger.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { eventually } from '../../contracts/eventually.ts'
import { emptyStep, itemDocument, summaryDocument } from '../../contracts/memory-documents.ts'
import { recordsOf } from '../../infra/runtime/given.ts'

const OLD = '2001-01-01T00:00:00.000Z'
const HOUR_MS = 3_600_000

function openPorts() {
  return {
    log: createSqliteEventLog({ directory: null }),
    keys: createSqliteKeyStore({ path: ':memory:', masterKey: new Uint8Array(32) }),
    memory: createSqliteMemoryStore({ path: ':memory:' }),
  }
}

let ports: ReturnType<typeof openPorts>
beforeEach(async () => {
  ports = openPorts()
  const of = (userId: string, category: string, item: object) => [
    itemDocument({ appId: 'app', userId }, { id: 'one', item }),
    summaryDocument({ appId: 'app', userId }, { category, text: 'words' }),
  ]
  await ports.memory.apply({
    ...emptyStep,
    checkpoint: { topic: 'memory.facts.v1', partition: 0, position: 10 },
    documents: [
      ...of('faded', 'work', { importance: 'low', createdAt: OLD, validFrom: OLD }),
      ...of('fresh', 'work', {}),
      ...of('stale', 'health', {}),
    ],
  })
})
afterEach(async () => {
  await ports.log.close()
  await ports.memory.close()
  await ports.keys.close()
})

const asked = () => recordsOf(ports.log, 'memory.writes.v1')

const at = (instant: string) => ({ now: () => new Date(instant) })
const signal = new AbortController().signal

describe('asking', () => {
  test('given users, when asked for, then only those for whom there is something to do, as of now', async () => {
    const now = '2026-11-20T03:00:00.000Z'
    expect(await askForMaintenance(ports, at(now), signal)).toEqual({
      users: 3,
      asked: 2,
      failed: 0,
    })
    const events = (await asked()).map(({ event }) => event!)
    expect(events.map(({ userId }) => userId).sort()).toEqual(['faded', 'stale'])
    expect(events[0]).toMatchObject({
      type: 'MaintenanceRequested',
      occurredAt: now,
      open: { asOf: now, requestedBy: 'schedule', keyGeneration: 1 },
    })
  })

  test('given a user whose memory cannot be read, when asked for, then the others are asked for all the same', async () => {
    const listItems: typeof ports.memory.listItems = (scope, page) =>
      scope.userId === 'faded'
        ? Promise.reject(new Error('broken'))
        : ports.memory.listItems(scope, page)
    const broken = { ...ports, memory: { ...ports.memory, listItems } }
    const counts = await askForMaintenance(broken, at('2026-11-20T03:00:00.000Z'), signal)
    expect(counts).toEqual({ users: 3, asked: 1, failed: 1 })
    expect((await asked()).map(({ event }) => event!.userId)).toEqual(['stale'])
  })

  test('given a day on which it was asked, when asked again, then it is once; the next day is another', async () => {
    await askForMaintenance(ports, at('2026-11-20T03:00:00.000Z'), signal)
    await askForMaintenance(ports, at('2026-11-20T23:59:59.000Z'), signal)
    expect(new Set((await asked()).map(({ event }) => event!.id)).size).toBe(2)
    expect(await asked(), 'this log keeps an id once').toHaveLength(2)
    await askForMaintenance(ports, at('2026-11-21T03:00:00.000Z'), signal)
    expect(new Set((await asked()).map(({ event }) => event!.id)).size).toBe(4)
  })
})

describe('the hour', () => {
  test.each([
    ['2026-11-20T00:00:00.000Z', 3 * HOUR_MS],
    ['2026-11-20T02:59:59.000Z', 1000],
    ['2026-11-20T03:00:00.000Z', 24 * HOUR_MS],
    ['2026-11-20T15:00:00.000Z', 12 * HOUR_MS],
  ])('given %s, when it is to come at three, then it comes in %i ms', (now, ms) => {
    expect(untilHour(3, new Date(now))).toBe(ms)
  })

  test('given a schedule, when time goes by, then it asks after the start, then at the hour of each day, until it is stopped', async () => {
    const clock = manualClock('2026-11-20T14:00:00.000Z')
    const logger = createLogger('silent')
    const stop = startMaintenanceSchedule({ ports, hour: 3, logger, clock })
    expect(clock.sleeps).toEqual([START_DELAY_MS])
    expect(await asked()).toEqual([])
    clock.wake()
    await eventually(() => expect(clock.sleeps).toHaveLength(2))
    expect(await asked()).toHaveLength(2)
    expect(clock.sleeps[1]).toBe(13 * HOUR_MS - START_DELAY_MS)
    clock.wake()
    await eventually(() => expect(clock.sleeps).toHaveLength(3))
    expect(await asked()).toHaveLength(4)
    expect(clock.sleeps[2]).toBe(24 * HOUR_MS)
    await stop()
  })

  test('given a store that fails, when asked, then the schedule goes on with the next day', async () => {
    const clock = manualClock('2026-11-20T14:00:00.000Z')
    const memory = { ...ports.memory, users: () => Promise.reject(new Error('broken')) }
    const stop = startMaintenanceSchedule({
      ports: { ...ports, memory },
      hour: 3,
      logger: createLogger('silent'),
      clock,
    })
    clock.wake()
    await eventually(() => expect(clock.sleeps).toHaveLength(2))
    await stop()
    expect(await asked()).toEqual([])
  })
})

/** Sleeps until it is woken, and has then slept for the requested time. */
function manualClock(start: string): Clock & { sleeps: number[]; wake(): void } {
  let now = Date.parse(start)
  let wake: () => void = () => {}
  const sleeps: number[] = []
  return {
    sleeps,
    now: () => new Date(now),
    wake: () => wake(),
    sleep: (ms, stopped) =>
      new Promise((resolve, reject) => {
        sleeps.push(ms)
        wake = () => {
          now += ms
          resolve()
        }
        stopped.addEventListener('abort', () => reject(stopped.reason as Error))
      }),
  }
}
