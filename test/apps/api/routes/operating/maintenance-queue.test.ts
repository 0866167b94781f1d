// How many maintenances of one app wait at a time, and what is told of a user for whom one waits.
import { expect, test } from 'vitest'
import { createMaintenanceQueue } from '../../../../../apps/api/routes/operating/maintenance-queue.ts'
import type { Position } from '../../../../../infra/ports/event-log.ts'
import { Outage } from '../../../../../infra/runtime/fail/retry.ts'
import type { Scope } from '../../../../../schemas/identifiers.ts'
import { recordsOf } from '../../../../infra/runtime/given.ts'
import { inMemoryPorts } from '../../../../processors/in-memory.ts'

const MOST = 3
const usersOf = (appId: string, ...names: string[]): Scope[] =>
  names.map((userId) => ({ appId, userId }))

function given() {
  const ports = inMemoryPorts()
  const isDown = { now: false }
  const log = {
    ...ports.log,
    append: async (records: Parameters<typeof ports.log.append>[0]) => {
      if (isDown.now) throw new Outage('down')
      return ports.log.append(records)
    },
  }
  const now = () => new Date()
  const queue = createMaintenanceQueue({ ports: { ...ports, log }, now }, MOST)
  const inTheLog = () => recordsOf(log, 'memory.writes.v1')
  const passed = (position: Position) =>
    log.commit({
      group: 'extract-facts',
      records: [],
      checkpoints: [{ topic: 'memory.writes.v1', partition: 0, position }],
    })
  return { queue, inTheLog, passed, isDown }
}

const refusal = { code: 'RATE_LIMITED', retryAfterS: 10 }

test('given a user for whom one waits, when another is asked for, then the waiting one is told, also at once', async () => {
  const { queue, inTheLog } = given()
  const [first, second] = await Promise.all([
    queue(usersOf('shop', 'anna', 'ben')),
    queue(usersOf('shop', 'ben', 'cara')),
  ])
  expect(second[0]).toEqual(first[1])
  expect(second.map(({ userId }) => userId)).toEqual(['ben', 'cara'])
  expect((await inTheLog()).map(({ event }) => [event?.userId, event?.id])).toEqual(
    [...first, second[1]].map((each) => [each?.userId, each?.maintenanceId]),
  )
})

test('given as many of an app as may wait, when another is asked for, then it is refused and nothing is queued', async () => {
  const { queue, inTheLog } = given()
  await queue(usersOf('shop', 'anna', 'ben'))
  await expect(queue(usersOf('shop', 'cara', 'dora'))).rejects.toMatchObject(refusal)
  expect(await inTheLog()).toHaveLength(2)
  await queue(usersOf('shop', 'cara', 'anna'))
  await queue(usersOf('other', 'anna', 'ben', 'cara'))
  await expect(queue(usersOf('shop', 'dora'))).rejects.toMatchObject(refusal)
  expect(await inTheLog()).toHaveLength(6)
})

test('given those that were carried out, when others are asked for, then those count no more', async () => {
  const { queue, inTheLog, passed } = given()
  const first = await queue(usersOf('shop', 'anna', 'ben', 'cara'))
  const second = (await inTheLog())[1]
  await passed(second?.position ?? 0)
  const [anna, dora] = await queue(usersOf('shop', 'anna', 'dora'))
  expect(anna?.maintenanceId).not.toBe(first[0]?.maintenanceId)
  expect(dora?.userId).toBe('dora')
  await expect(queue(usersOf('shop', 'emil'))).rejects.toMatchObject(refusal)
})

test('given a log that is down, when it takes records again, then those that it did not take wait nowhere', async () => {
  const { queue, isDown, inTheLog } = given()
  isDown.now = true
  await expect(queue(usersOf('shop', 'anna', 'ben', 'cara'))).rejects.toThrow('down')
  isDown.now = false
  expect(await queue(usersOf('shop', 'anna', 'dora', 'emil'))).toHaveLength(3)
  expect(await inTheLog()).toHaveLength(3)
})

test('given calls of an app that wait for a slow log, when another app asks, then it does not wait for all of them', async () => {
  const { queue, inTheLog } = given()
  const calls = ['anna', 'ben', 'cara'].map((name) => queue(usersOf('shop', name)))
  await Promise.all([...calls, queue(usersOf('other', 'dora'))])
  expect((await inTheLog()).map(({ event }) => event?.userId)).toEqual([
    'anna',
    'ben',
    'dora',
    'cara',
  ])
})
