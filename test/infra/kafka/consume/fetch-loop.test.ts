// Fetching for several subscriptions: what each lane requests, which one receives the records, and the effect of a
// failure. The test controls the cluster; subscribing.test.ts fetches from a real one.
import { describe, expect, onTestFinished, test } from 'vitest'
import type {
  FetchFrom,
  FetchLimits,
  RawClient,
} from '../../../../infra/kafka/client/raw-client.ts'
import { startFetchLoop } from '../../../../infra/kafka/consume/fetch-loop.ts'
import type { FetchedPartition } from '../../../../infra/kafka/consume/fetch-response.ts'
import { keyOf, type PartitionWorker } from '../../../../infra/kafka/consume/partition-worker.ts'
import { layOut } from '../../../../infra/kafka/topics/topics.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import { eventually } from '../../../contracts/eventually.ts'

const topic = layOut('').of('memory.facts.v1')

type Request = {
  from: readonly FetchFrom[]
  limits: FetchLimits
  answer: (fetched: FetchedPartition[]) => void
  fail: (error: Error) => void
}

/** One node that leads every partition, and answers when the test says so. */
function givenCluster() {
  const requests: Request[] = []
  const state = { resets: 0, refreshes: 0, closed: 0 }
  const newClient = (): RawClient => ({
    leaders: async () => new Map([0, 1, 2].map((partition) => [partition, 7])),
    fetch: (node, from, limits) =>
      new Promise((answer, fail) => {
        expect(node).toBe(7)
        requests.push({ from, limits, answer, fail })
      }),
    offsets: async () => new Map(),
    refresh: async () => void state.refreshes++,
    reset: () => void state.resets++,
    close: async () => void state.closed++,
  })
  const told: unknown[] = []
  const loop = startFetchLoop({ newClient, warn: (details) => told.push(details) })
  const stop = async () => {
    const stopped = loop.stop()
    // A request under way is waited for.
    for (const request of requests) request.answer([])
    await stopped
  }
  onTestFinished(stop)
  const places = () => requests.map(({ from }) => from.map((at) => `${at.partition}: ${at.offset}`))
  return { loop, requests, places, state, told, stop }
}

/** A partition that wants the records from an offset on, and notes what it receives. */
function workerAt(offset: number | null, { partition = 0, lag = 0 } = {}) {
  const state = { offset, given: [] as string[], lost: [] as number[] }
  const worker: PartitionWorker = {
    key: keyOf(topic.kafka, partition),
    topic,
    partition,
    progress: { at: 0, delivering: false, lag },
    wants: () => state.offset,
    accept: (from, { next }) => {
      state.given.push(`${from} to ${next}`)
      state.offset = Math.max(state.offset ?? 0, next)
    },
    outOfRange: async (from) => void state.lost.push(from),
    stop: async () => undefined,
  }
  return { ...state, state, worker }
}

function memberOf(...workers: readonly PartitionWorker[]) {
  const failures: Error[] = []
  return { failures, workers: () => workers, failed: (error: Error) => void failures.push(error) }
}

function arrived(next: number, more: Partial<FetchedPartition> = {}): FetchedPartition {
  return {
    topic: topic.kafka,
    partition: 0,
    errorCode: 0,
    highWatermark: next,
    lastStableOffset: next,
    logStartOffset: 0,
    records: [],
    next,
    bytes: 1,
    ...more,
  }
}

const turns = async () => {
  for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve))
}

describe('fetching for several subscriptions', () => {
  test('given two at one place and one behind, when they are added, then the end is waited for once, and the other asked for at once', async () => {
    const { loop, requests, places } = givenCluster()
    const [one, two, back] = [workerAt(9), workerAt(9), workerAt(4)]
    for (const { worker } of [one, two, back]) loop.add(memberOf(worker))
    loop.changed()
    await eventually(() => expect(places()).toEqual([['0: 9'], ['0: 4']]))
    expect(requests.map(({ limits }) => limits.maxWaitMs)).toEqual([200, 0])
    requests[1]!.answer([arrived(9)])
    await eventually(() => expect(back.state.given).toEqual(['4 to 9']))
    requests[0]!.answer([arrived(12)])
    await eventually(() => expect(places().slice(2)).toEqual([['0: 12']]))
    // Each partition decides by itself whether its place is within the records.
    for (const { state } of [one, two]) expect(state.given).toEqual(['4 to 9', '9 to 12'])
    expect(back.state.given).toEqual(['4 to 9', '9 to 12'])
  })

  test('given an answer without any bytes, when it came, then there is nothing up to its end', async () => {
    const { loop, requests } = givenCluster()
    const [here, there] = [workerAt(5), workerAt(3, { partition: 1 })]
    loop.add(memberOf(here.worker, there.worker))
    loop.changed()
    await eventually(() => expect(requests).toHaveLength(1))
    const nothing = { bytes: 0, lastStableOffset: 8 }
    requests[0]!.answer([arrived(5, nothing), arrived(3, { partition: 1, bytes: 0 })])
    await eventually(() => expect(here.state.given).toEqual(['5 to 8']))
    expect(there.state.given).toEqual(['3 to 3'])
    await eventually(() => expect(requests).toHaveLength(2))
    // One of them was left out for lack of room.
    requests[1]!.answer([
      arrived(8, { ...nothing, lastStableOffset: 9 }),
      arrived(4, { partition: 1 }),
    ])
    await eventually(() => expect(here.state.given.at(-1)).toBe('8 to 8'))
  })

  test('given several partitions, when they are asked for again, then another comes first', async () => {
    const { loop, requests, places } = givenCluster()
    loop.add(memberOf(...[0, 1, 2].map((partition) => workerAt(1, { partition }).worker)))
    loop.changed()
    for (let n = 0; n < 3; n++) {
      await eventually(() => expect(requests).toHaveLength(n + 1))
      requests[n]!.answer([])
    }
    expect(places()).toEqual([
      ['0: 1', '1: 1', '2: 1'],
      ['1: 1', '2: 1', '0: 1'],
      ['2: 1', '0: 1', '1: 1'],
    ])
  })

  test('given what is waited for, when a partition wants just that, then no fetch is woken; where it wants more that is there, it is asked for', async () => {
    const { loop, places } = givenCluster()
    const [still, full] = [workerAt(5), workerAt(null, { partition: 1, lag: 3 })]
    loop.add(memberOf(still.worker, full.worker))
    loop.changed()
    await eventually(() => expect(places()).toEqual([['0: 5']]))
    loop.wake(still.worker)
    loop.wake(full.worker)
    await turns()
    expect(places()).toEqual([['0: 5']])
    full.state.offset = 2
    loop.wake(full.worker)
    await eventually(() => expect(places()).toEqual([['0: 5'], ['1: 2']]))
  })

  test('given a place that is gone, and leaders that have moved, when told, then who asked hears of it, and leaders are looked for', async () => {
    const { loop, requests, state } = givenCluster()
    const [gone, moved] = [workerAt(5), workerAt(5, { partition: 1 })]
    loop.add(memberOf(gone.worker, moved.worker))
    loop.changed()
    await eventually(() => expect(requests).toHaveLength(1))
    requests[0]!.answer([arrived(5, { errorCode: 1 }), arrived(5, { partition: 1, errorCode: 6 })])
    await eventually(() => expect(gone.state.lost).toEqual([5]))
    expect([...gone.state.given, ...moved.state.given, ...moved.state.lost]).toEqual([])
    await eventually(() => expect(state.refreshes).toBe(1))
  })

  test('given one that has left, when something arrives, then it is not given to it', async () => {
    const { loop, requests } = givenCluster()
    const [staying, leaving] = [workerAt(5), workerAt(5)]
    loop.add(memberOf(staying.worker))
    const member = memberOf(leaving.worker)
    loop.add(member)
    loop.changed()
    await eventually(() => expect(requests).toHaveLength(1))
    loop.remove(member)
    requests[0]!.answer([arrived(6)])
    await eventually(() => expect(staying.state.given).toEqual(['5 to 6']))
    expect(leaving.state.given).toEqual([])
  })
})

describe('a request that fails', () => {
  test('given an outage, when it fails, then it is tried again over new connections', async () => {
    const { loop, requests, state, told } = givenCluster()
    const member = memberOf(workerAt(5).worker)
    loop.add(member)
    loop.changed()
    await eventually(() => expect(requests).toHaveLength(1))
    requests[0]!.fail(new Outage('down'))
    await eventually(() => expect(requests).toHaveLength(2))
    expect(state.resets).toBe(1)
    expect(told).toEqual([{ error: 'Outage' }])
    expect(member.failures).toEqual([])
  })

  test('given an error that does not pass, when it fails, then all have failed, and who comes later has at once', async () => {
    const { loop, requests } = givenCluster()
    const members = [memberOf(workerAt(5).worker), memberOf(workerAt(3).worker)]
    for (const member of members) loop.add(member)
    loop.changed()
    await eventually(() => expect(requests).toHaveLength(2))
    requests[0]!.answer([arrived(5, { errorCode: 29 })])
    for (const { failures } of members) {
      await eventually(() =>
        expect(failures.map(({ message }) => message)).toEqual(['fetching: Error']),
      )
    }
    const late = memberOf()
    loop.add(late)
    expect(late.failures).toEqual(members[0]!.failures)
  })
})

test('given a request under way, when looked at, then the last sign is when it began; without one it is now', async () => {
  const { loop, requests } = givenCluster()
  const before = Date.now()
  expect(loop.lastSign()).toBeGreaterThanOrEqual(before)
  loop.add(memberOf(workerAt(5).worker))
  loop.changed()
  await eventually(() => expect(requests).toHaveLength(1))
  const began = loop.lastSign()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(loop.lastSign()).toBe(began)
})

test('given a loop that is stopped, when its requests are answered, then it ends, and its connections are closed', async () => {
  const { loop, requests, state, stop } = givenCluster()
  loop.add(memberOf(workerAt(5).worker))
  loop.changed()
  await eventually(() => expect(requests).toHaveLength(1))
  await stop()
  expect(state.closed).toBe(2)
  expect(requests).toHaveLength(1)
})
