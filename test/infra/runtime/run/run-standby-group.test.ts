// The group of the standbys of a processor: how it subscribes, and when it announces what its copies hold. The test
// plays the log's side.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { LogPosition, SubscribeOptions } from '../../../../infra/ports/event-log.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import { runStandby } from '../../../../infra/runtime/run/run-standby.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { FACTS, givenState, WRITES } from '../given-state.ts'

const ANNOUNCE_AFTER_MS = 100
const GROUP = 'subject.standby-2'
const at = (position: number): LogPosition => ({ topic: WRITES, partition: 0, position })
const fail = () => expect.unreachable('the partition goes on')
const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** The second standby of a processor with a state. `refuse`: throws where the log does not take an announcement. */
async function given({ refuse = () => {} }: { refuse?: () => void } = {}) {
  let subscribed: SubscribeOptions | undefined
  const told: unknown[] = []
  const state = givenState({
    log: () => ({
      subscribe: async (options) => {
        subscribed = options
        return {
          announce: async (places) => {
            refuse()
            told.push(places)
          },
          close: async () => void told.push('closed'),
        }
      },
    }),
  })
  const parts = { ...state.parts, member: 'worker-1' }
  const subscription = await runStandby(parts, state.subject(), 2)
  if (!subscribed) throw new Error('it has not subscribed')
  return { state, told, subscription, options: subscribed }
}

test('given a processor with a state, when its second standby runs, then it has a group of its own, which a failure names', async () => {
  const { state, options } = await given()
  expect(options).toMatchObject({
    ...{ group: GROUP, member: 'worker-1', standby: 2 },
    ...{ topics: [WRITES, FACTS], maxRecords: 256 },
  })
  const error = new Error('the log is gone')
  options.failed(error)
  expect(state.runtime.failures).toEqual([[GROUP, error]])
})

test('given a processor without a state, when it is to have a standby, then that is refused', async () => {
  const { parts, subject } = givenState()
  const { states: _, ...stateless } = subject()
  await expect(runStandby(parts, stateless, 1)).rejects.toThrow('there is no state to copy')
})

test('given a copy, when it is restored and when it has taken in more, then a tenth of a second later it is announced', async () => {
  const { state, told, options } = await given()
  await state.write(1)
  expect(await options.resumeAfter(WRITES, 0)).toBe(1)
  await passed(ANNOUNCE_AFTER_MS - 1)
  expect(told).toEqual([])
  await passed(1)
  expect(told).toEqual([[at(1)]])
  await state.write(2)
  await options.deliver(await state.delivery(WRITES, 2, 3), fail)
  await passed(ANNOUNCE_AFTER_MS)
  expect(told).toEqual([[at(1)], [at(3)]])
})

test('given an empty log, when a copy of it is restored, then nothing is announced', async () => {
  const { told, options } = await given()
  expect(await options.resumeAfter(WRITES, 0)).toBeUndefined()
  await passed(10 * ANNOUNCE_AFTER_MS)
  expect(told).toEqual([])
})

test('given partitions that are reassigned, when an announcement fails, then it is made again, and the attempt is counted', async () => {
  let failures = 1
  const { state, told, options } = await given({
    refuse: () => {
      if (failures-- > 0) throw new Outage('partitions are reassigned')
    },
  })
  await state.write(1)
  await options.resumeAfter(WRITES, 0)
  await passed(ANNOUNCE_AFTER_MS)
  vi.useRealTimers()
  expect(told).toEqual([])
  // Attempts wait in real time.
  await eventually(() => expect(told).toEqual([[at(1)]]))
  const { values } = await state.parts.telemetry.retries.get()
  expect(values).toEqual([{ labels: { processor: GROUP }, value: 1 }])
})

test('given what waits to be announced, when the standby ends, then it is announced before it leaves its group', async () => {
  const { state, told, options, subscription } = await given()
  await state.write(1)
  await options.resumeAfter(WRITES, 0)
  await subscription.close()
  expect(told).toEqual([[at(1)], 'closed'])
})

test('given a partition that is taken away twice, when its copy is followed no longer, then it is given back once', async () => {
  const { state, options } = await given()
  await options.resumeAfter(WRITES, 0)
  for (let n = 0; n < 2; n++) await options.released?.(WRITES, 0)
  expect(state.told).toEqual(['assigned 0', 'released 0'])
  const { values } = await state.parts.telemetry.standbys.get()
  expect(values).toEqual([{ labels: { processor: 'subject' }, value: 0 }])
})
