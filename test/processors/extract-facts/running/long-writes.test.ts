// Long writes publish passage by passage: short passages at once, long ones when the index has caught up.
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { LogPosition } from '../../../../infra/ports/event-log.ts'
import type { Emitted, Work } from '../../../../infra/runtime/run/processor.ts'
import type { WorkNote } from '../../../../infra/runtime/turns/progress.ts'
import { createTurns } from '../../../../infra/runtime/turns/turns.ts'
import type { Pacing } from '../../../../infra/runtime/wait/wait-for.ts'
import { PATIENCE_MS } from '../../../../processors/extract-facts/running/lead.ts'
import {
  entered,
  passOver,
  pauseAfter,
  publishPassage,
} from '../../../../processors/extract-facts/running/long-writes.ts'
import type { PartitionState } from '../../../../processors/extract-facts/running/partition-state.ts'
import { noteOf, nothingRead } from '../../../../processors/extract-facts/totals.ts'
import { LINGER_MS, passed } from '../../../infra/runtime/given-commits.ts'
import { givenFullNote, givenPartition, written } from '../../../infra/runtime/given-partition.ts'
import { alone, USER } from '../../given.ts'

const MUCH = 50

/** What partitions share, where others have written at `wroteAt`. */
const sharedOf = (wroteAt: number) => ({
  wroteAt,
  pace: createTurns(1),
  patienceMs: PATIENCE_MS,
})

function given(indexed?: PartitionState['indexed'], others = sharedOf(Number.NEGATIVE_INFINITY)) {
  const told: string[] = []
  const waits: (() => void)[] = []
  const partition = {
    pace: createTurns(1),
    ahead: { events: 0 },
    others,
    indexed:
      indexed ??
      (({ position }: LogPosition) => {
        told.push(`waits for ${position}`)
        return new Promise<void>((resolve) => waits.push(resolve))
      }),
  } as unknown as PartitionState
  const publish = (name: string, events: number) => {
    const hand: Work = {
      ...alone(),
      signal: stopping.signal,
      turn: { pass: async () => undefined, aside: (wait) => wait(), rest: (wait) => wait() },
      publish: async () => {
        told.push(name)
        return Array.from({ length: events }, (_, position) => {
          return { topic: 'memory.facts.v1', partition: 0, position }
        })
      },
    }
    const passage = { events: [], next: nothingRead, committed: () => undefined }
    return publishPassage({ ...partition, hand, event: USER }, passage)
  }
  const stopping = new AbortController()
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { publish, told, settled, stop: () => stopping.abort(), catchUp: () => waits.shift()!() }
}

test('given passages that say little, when published, then none waits for the index', async () => {
  const { publish, told } = given()
  await publish('a', 1)
  await publish('b', 0)
  await publish('c', MUCH - 2)
  expect(told).toEqual(['a', 'b', 'c'])
})

test('given passages that say much together, when published, then the next waits for the index', async () => {
  const { publish, told, settled, catchUp } = given()
  await publish('a', MUCH - 1)
  const second = publish('b', 2)
  const third = publish('c', 1)
  await settled()
  expect(told).toEqual(['a', 'b', 'waits for 1'])
  catchUp()
  await Promise.all([second, third])
  expect(told).toEqual(['a', 'b', 'waits for 1', 'c'])
})

test('given an index that has caught up, when more is published, then it counts from nothing', async () => {
  const { publish, told, settled, catchUp } = given()
  const first = publish('a', MUCH)
  await settled()
  catchUp()
  await first
  await publish('b', MUCH - 1)
  expect(told).toEqual(['a', `waits for ${MUCH - 1}`, 'b'])
})

describe('an index that does not catch up', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('holds a long write up until it is taken for down', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { publish, told } = given()
    const first = publish('a', MUCH)
    const second = publish('b', 1)
    await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1)
    expect(told).toEqual(['a', `waits for ${MUCH - 1}`])
    await vi.advanceTimersByTimeAsync(1)
    await Promise.all([first, second])
    expect(told).toEqual(['a', `waits for ${MUCH - 1}`, 'b'])
  })

  test('is waited for shortly from then on, and as long as before once it has caught up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let isUp = false
    const place: LogPosition = { topic: 'memory.facts.v1', partition: 0, position: 1 }
    const hand: Work = { ...alone(), publish: async () => Array(MUCH).fill(place) }
    const state = {
      pace: createTurns(1),
      ahead: { events: 0 },
      others: sharedOf(Number.NEGATIVE_INFINITY),
      indexed: () => (isUp ? Promise.resolve() : new Promise(() => undefined)),
    } as unknown as PartitionState
    const passage = { events: [], next: nothingRead, committed: () => undefined }
    const pacing: Pacing = { now: () => 0, pause: async () => undefined }
    let ended = 0
    /** How many have ended once so much time has passed. */
    const endedAfter = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms)
      return ended
    }
    const begin = () =>
      void publishPassage({ ...state, hand, event: USER }, passage, pacing).then(() => ended++)
    begin()
    expect(await endedAfter(PATIENCE_MS)).toBe(1)
    begin()
    expect([await endedAfter(149), await endedAfter(1)]).toEqual([1, 2])
    isUp = true
    begin()
    expect(await endedAfter(0)).toBe(3)
    isUp = false
    begin()
    expect([await endedAfter(PATIENCE_MS - 1), await endedAfter(1)]).toEqual([3, 4])
  })

  test('holds up no process that stops', async () => {
    const { publish, settled, stop } = given()
    let isDone = false
    void publish('a', MUCH).then(() => {
      isDone = true
    })
    await settled()
    expect(isDone).toBe(false)
    stop()
    await settled()
    await settled()
    expect(isDone).toBe(true)
  })

  test('and cannot be asked holds it up no longer', async () => {
    const { publish, told } = given(() => Promise.reject(new Error('the index is down')))
    await publish('a', MUCH)
    await publish('b', MUCH - 1)
    expect(told).toEqual(['a', 'b'])
  })
})

test('given others who write, when two partitions publish, then one does after the other', async () => {
  const others = sharedOf(Number.POSITIVE_INFINITY)
  const [one, two] = [given(undefined, others), given(undefined, others)]
  const first = one.publish('a', MUCH)
  const second = two.publish('b', 1)
  await one.settled()
  expect([one.told, two.told]).toEqual([['a', `waits for ${MUCH - 1}`], []])
  one.catchUp()
  await Promise.all([first, second])
  expect(two.told).toEqual(['b'])
})

test('given no others who write, when two partitions publish, then they do so side by side', async () => {
  const others = sharedOf(Number.NEGATIVE_INFINITY)
  const [one, two] = [given(undefined, others), given(undefined, others)]
  void one.publish('a', MUCH)
  await two.publish('b', 1)
  expect([one.told, two.told]).toEqual([['a', `waits for ${MUCH - 1}`], ['b']])
})

test('given as many long writes as may be under way, when another comes, then it waits until one ends', async () => {
  const state = { long: createTurns(2), hand: alone(), event: USER }
  const leave = await entered(state, nothingRead)
  await entered(state, nothingRead)
  let isIn = false
  const third = entered(state, nothingRead).then(() => {
    isIn = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isIn).toBe(false)
  leave()
  await third
})

test('given a long write for whose note there is no room, when the first work of the partition is long, then it is published all the same', async () => {
  const partition = givenPartition({ grouping: 'user' })
  const { take, begun } = partition
  await givenFullNote(partition)
  await take(written('late', 4_108))
  const state = {
    pace: createTurns(1),
    long: createTurns(1),
    ahead: { events: 0 },
    others: sharedOf(Number.NEGATIVE_INFINITY),
    event: USER,
  } as unknown as PartitionState & { event: typeof USER }
  const published: string[] = []
  const publish = async (name: string, { work }: (typeof begun)[number]) => {
    const publishing = (_: unknown, note: WorkNote) => work.publish([], note)
    const { turn, signal, reserve } = work
    const hand: Work = { ...alone(), turn, signal, reserve, publish: publishing }
    const leave = await work.turn.aside(() => entered({ ...state, hand }, nothingRead))
    const passage = { events: [], next: nothingRead, committed: () => undefined }
    await publishPassage({ ...state, hand }, passage)
    published.push(name)
    leave()
  }
  const late = publish('late', begun.at(-1)!)
  await passed(LINGER_MS)
  const first = publish('first', begun[0]!)
  await passed(LINGER_MS)
  expect(published).toEqual(['first'])
  await first
  await begun[0]!.end()
  await passed(LINGER_MS)
  await late
  expect(published).toEqual(['first', 'late'])
})

test('given a passage, when published, then that is done aside of its turn, with how far it is, and who decided is told the places', async () => {
  const told: unknown[] = []
  const places: LogPosition[] = [{ topic: 'memory.facts.v1', partition: 0, position: 5 }]
  const events = [{ keyGeneration: 1 }] as unknown as Emitted[]
  const next = { ...nothingRead, passages: 3 }
  const hand: Work = {
    ...alone(),
    turn: {
      ...alone().turn,
      aside: (wait) => {
        told.push('aside')
        return wait()
      },
    },
    publish: async (...published) => {
      told.push(published)
      return places
    },
  }
  const others = sharedOf(Number.NEGATIVE_INFINITY)
  const state = { pace: createTurns(1), ahead: { events: 0 }, others } as unknown as PartitionState
  const committed = (at: readonly LogPosition[]) => void told.push(at)
  await publishPassage({ ...state, hand, event: USER }, { events, next, committed })
  expect(told).toEqual(['aside', [events, noteOf(next)], places])
})

test('given others who wrote a second ago, when the index took a while, then they are left a multiple of that', async () => {
  let nowMs = 100_000
  const pauses: number[] = []
  const pacing: Pacing = {
    now: () => nowMs,
    pause: async (ms, signal) => {
      expect(signal).toBe(hand.signal)
      pauses.push(ms)
    },
  }
  const hand: Work = {
    ...alone(),
    publish: async () => [{ topic: 'memory.facts.v1', partition: 0, position: 1 }],
  }
  const state = {
    pace: createTurns(1),
    ahead: { events: MUCH },
    others: sharedOf(nowMs - 1_000),
    indexed: async () => {
      nowMs += 200
    },
  } as unknown as PartitionState
  const passage = { events: [], next: nothingRead, committed: () => undefined }
  await publishPassage({ ...state, hand, event: USER }, passage, pacing)
  expect(pauses).toEqual([1_200])
})

describe('a passage that says nothing new', () => {
  const next = { ...nothingRead, passages: 3 }
  /** Passes it over `agoMs` after other writes, and returns what it did. */
  async function passed({ tookMs, agoMs }: { tookMs: number; agoMs: number }): Promise<unknown[]> {
    const told: unknown[] = []
    const hand: Work = {
      ...alone(),
      keep: (note) => void told.push(note),
      turn: {
        ...alone().turn,
        pass: async () => void told.push('passed'),
        aside: (wait) => {
          told.push('aside')
          return wait()
        },
      },
    }
    const wroteAt = 60_000
    const pacing: Pacing = { now: () => wroteAt + agoMs, pause: async (ms) => void told.push(ms) }
    const partition = { pace: createTurns(1), others: sharedOf(wroteAt) }
    await passOver({ ...partition, hand, event: USER }, { next, tookMs }, pacing)
    return told
  }

  test('given no other writer, when passed over, then it is noted and the turn is passed on', async () => {
    expect(await passed({ tookMs: 20, agoMs: 5_001 })).toEqual([noteOf(next), 'passed'])
  })

  test('given that others write, when passed over, then they are left their time, and the turn', async () => {
    expect(await passed({ tookMs: 20, agoMs: 5_000 })).toEqual([noteOf(next), 'aside', 120])
    expect(await passed({ tookMs: 1_000, agoMs: 0 })).toEqual([noteOf(next), 'aside', 2_000])
  })

  test('given that another is passed over, in whatever partition, when passed over, then the others are left their time after that', async () => {
    const pauses: (() => void)[] = []
    const others = sharedOf(0)
    let waiting = 0
    const longWaiting = { inc: () => void waiting++, dec: () => void waiting-- }
    const newPartition = () => ({ pace: createTurns(1), others, longWaiting })
    const pause: Pacing['pause'] = () => new Promise((resolve) => pauses.push(resolve))
    const pass = (hand: Work) =>
      passOver(
        { ...newPartition(), hand, event: USER },
        { next, tookMs: 20 },
        // The last moment at which the others count as writing.
        { now: () => 5_000, pause },
      )
    const both = Promise.all([pass(alone()), pass(alone())])
    await new Promise((resolve) => setImmediate(resolve))
    expect(pauses).toHaveLength(1)
    expect(waiting).toBe(1)
    pauses[0]!()
    await new Promise((resolve) => setImmediate(resolve))
    expect(pauses).toHaveLength(2)
    expect(waiting).toBe(0)
    pauses[1]!()
    await both
  })
})

test.each([
  ['nobody else writes', 200, Number.POSITIVE_INFINITY, 100],
  ['somebody wrote long ago', 200, 5_001, 100],
  ['somebody writes', 200, 5_000, 1_200],
  ['somebody writes and the index is fast', 149, 0, 100],
  ['somebody writes and the index is no longer fast', 150, 0, 900],
  ['somebody writes and the index is slow', 5_000, 0, 2_000],
])(
  'given that %s, when the index has caught up, then others are left their time',
  (_, tookMs, agoMs, pauseMs) => {
    expect(pauseAfter(tookMs, agoMs)).toBe(pauseMs)
  },
)
