// Every state of a partition's worker, and what each event does in it.
import { describe, expect, test } from 'vitest'
import {
  type PartitionEvent,
  type PartitionState,
  startingAt,
  transition,
  wantedBy,
} from '../../../../infra/kafka/consume/partition-state.ts'
import type { RawRecord } from '../../../../infra/kafka/wire/record-batches.ts'

const rules = { maxRecords: 2, forEver: true }
const error = new Error('broken')
const moved = { at: 1, lag: 0 }

const record = (offset: number): RawRecord => ({
  offset,
  timestamp: 0,
  key: null,
  value: Buffer.alloc(1),
  headers: [],
  defect: null,
})
const records = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => record(from + n))

/** What a request at `offset` brought: everything up to `next`. */
function fetched(offset: number, next: number): PartitionEvent {
  return {
    name: 'fetched',
    offset,
    at: 2,
    fetched: {
      topic: 'writes',
      partition: 0,
      errorCode: 0,
      highWatermark: 9,
      lastStableOffset: 9,
      logStartOffset: 0,
      records: records(offset, next),
      next,
      bytes: next - offset,
    },
  }
}

const starting = startingAt(1)
const idle: PartitionState = { ...moved, name: 'idle', next: 5, waiting: [], waitingBytes: 0 }
const delivering: PartitionState = {
  ...moved,
  name: 'delivering',
  next: 5,
  waiting: records(2, 5),
  waitingBytes: 3,
  taken: 2,
}
const ended: PartitionState = { ...moved, name: 'ended' }
const states = { starting, idle, delivering, ended }

const events = {
  located: { name: 'located', next: 5 },
  fetched: fetched(5, 8),
  delivered: { name: 'delivered', at: 2 },
  outOfRange: { name: 'outOfRange', offset: 5, first: 7 },
  failed: { name: 'failed', error },
  stopped: { name: 'stopped' },
} satisfies Record<PartitionEvent['name'], PartitionEvent>

/** What every event leads to: the next state, then what is done. */
const table: Record<keyof typeof states, Record<PartitionEvent['name'], string>> = {
  starting: {
    located: 'idle wake',
    fetched: 'starting',
    delivered: 'starting',
    outOfRange: 'starting',
    failed: 'ended fail',
    stopped: 'ended',
  },
  idle: {
    located: 'idle',
    fetched: 'delivering deliver',
    delivered: 'idle',
    outOfRange: 'ended failLost',
    failed: 'ended fail',
    stopped: 'ended',
  },
  delivering: {
    located: 'delivering',
    fetched: 'delivering',
    delivered: 'delivering wake deliver',
    outOfRange: 'ended failLost',
    failed: 'ended fail',
    stopped: 'ended',
  },
  ended: {
    located: 'ended release',
    fetched: 'ended',
    delivered: 'ended',
    outOfRange: 'ended',
    failed: 'ended',
    stopped: 'ended',
  },
}

const offsets = (state: PartitionState) =>
  'waiting' in state ? state.waiting.map(({ offset }) => offset) : []

describe('a partition', () => {
  test.each(
    Object.entries(table).flatMap(([from, row]) =>
      Object.entries(row).map(([event, to]) => [from, event, to] as const),
    ),
  )('that is %s: %s leads to %s', (from, event, to) => {
    const before = states[from as keyof typeof states]
    const { state, effects } = transition(before, events[event as PartitionEvent['name']], rules)
    expect([state.name, ...effects.map((effect) => effect.do)].join(' ')).toBe(to)
    // Only a partition that is delivered takes records without any effect.
    if (to === from && offsets(state).length === offsets(before).length)
      expect(state).toEqual(before)
  })

  test('delivers at most so many records at a time, then the others, then waits', () => {
    const first = transition(idle, fetched(5, 8), rules)
    expect(first.effects).toEqual([{ do: 'deliver', records: records(5, 7) }])
    const second = transition(first.state, { name: 'delivered', at: 3 }, rules)
    expect(second.effects).toEqual([{ do: 'wake' }, { do: 'deliver', records: records(7, 8) }])
    const third = transition(second.state, { name: 'delivered', at: 4 }, rules)
    expect(third).toEqual({ state: { ...idle, next: 8, at: 4, lag: 1 }, effects: [{ do: 'wake' }] })
  })

  test('takes only what it has not had, in order, and notes how much is ahead', () => {
    const behind = transition(delivering, fetched(3, 7), rules).state
    expect([offsets(behind), wantedBy(behind), behind.lag]).toEqual([[2, 3, 4, 5, 6], 7, 2])
    const nothingNew = transition(behind, fetched(3, 6), rules).state
    expect(nothingNew).toEqual({ ...behind, lag: 2 })
    expect(transition(behind, fetched(8, 9), rules).state).toEqual(behind)
  })

  test('of a topic that expires goes on at the first record, unless that lies before', () => {
    const expiring = { ...rules, forEver: false }
    const leap = transition(idle, { name: 'outOfRange', offset: 5, first: 7 }, expiring)
    expect(leap).toEqual({ state: { ...idle, next: 7 }, effects: [{ do: 'warnExpired' }] })
    const back = transition(idle, { name: 'outOfRange', offset: 5, first: 4 }, expiring)
    expect(back.effects).toEqual([{ do: 'failLost', wanted: 5, first: 4 }])
    // It has gone on meanwhile.
    const late = transition(idle, { name: 'outOfRange', offset: 4, first: 7 }, rules)
    expect(late).toEqual({ state: idle, effects: [] })
  })

  test('wants nothing before it knows where, when it has enough, and after its end', () => {
    expect(Object.values(states).map(wantedBy)).toEqual([null, 5, 5, null])
    const full: PartitionState = { ...delivering, waiting: records(0, 2_000), waitingBytes: 2_000 }
    expect(wantedBy(full)).toBeNull()
    expect(wantedBy({ ...delivering, waitingBytes: 4 * 1024 * 1024 })).toBeNull()
  })
})
