// Which part of a partition is unread, and when the watch reads the log for that; the test controls the log.
import { beforeEach, describe, expect, test } from 'vitest'
import type { LogRecord, ReadOptions } from '../../../../infra/ports/event-log.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import { createUnread } from '../../../../infra/runtime/watch/unread.ts'
import { storedEvent } from '../../../contracts/given.ts'

const WRITES = 'memory.writes.v1'
const START = Date.parse('2026-11-21T12:00:00.000Z')
const at = (seconds: number) => new Date(START + seconds * 1_000)

let seconds: number
/** Places of records, recorded at so many seconds. */
let written: Map<number, number>
let reads: ReadOptions[]
/** Held back until it resolves. */
let gate: Promise<void>
beforeEach(() => {
  seconds = 1_000
  written = new Map()
  reads = []
  gate = Promise.resolve()
})

const now = () => at(seconds)

/** Where positions begin. */
let begins: 0 | 1
beforeEach(() => {
  begins = 1
})

function unreadOf(limitMs = 1_000, eventOf: (position: number) => LogRecord['event'] = recorded) {
  const unread = createUnread(
    {
      begins,
      async *read(stretch) {
        reads.push(stretch)
        await gate
        const places = [...written.keys()]
          .filter((position) => position > (stretch.after ?? 0) && position <= stretch.upTo!)
          .slice(0, stretch.maxRecords)
        const one = { topic: WRITES, partition: 0, defect: null } as const
        yield places.map((position) => ({ ...one, position, event: eventOf(position) }))
      },
    },
    now,
    limitMs,
  )
  const ofProcessor =
    (processor: string) =>
    (checkpoint: number | undefined, end: number | undefined, exact = false) =>
      unread.of({ processor, topic: WRITES, partition: 0, checkpoint, end, exact })
  const of = ofProcessor('one')
  const reached = (end: number) => unread.reached(WRITES, new Map([[0, end]]))
  return { of, other: ofProcessor('other'), reached }
}

function recorded(position: number) {
  const recordedAt = at(written.get(position)!).toISOString()
  return storedEvent({ appId: 'a', userId: 'u' }, { recordedAt })
}
const write = (...positions: readonly number[]) => {
  for (const position of positions) written.set(position, position)
}
const NONE = { records: 0, since: null }

describe('where nothing moves', () => {
  test.each([
    ['the end is not known', 5, undefined],
    ['it stands at the end', 5, 5],
    ['it stands behind what is known of the end', 6, 5],
  ])(
    'given that %s, when asked, then nothing is unread, and nothing is read',
    async (_, checkpoint, end) => {
      expect(await unreadOf().of(checkpoint, end)).toEqual(NONE)
      expect(reads).toEqual([])
    },
  )

  test('given one that has never run, when asked, then the first record is looked for from the beginning, once', async () => {
    const { of } = unreadOf()
    write(3, 4)
    for (let n = 0; n < 3; n++) {
      expect(await of(undefined, 5)).toEqual({ records: 3, since: at(3) })
    }
    expect(reads).toEqual([
      { topic: WRITES, partition: 0, after: undefined, upTo: 5, maxRecords: 1 },
    ])
    expect(await of(undefined, 9)).toEqual({ records: 7, since: at(3) })
    expect(reads).toHaveLength(1)
  })

  test('given a stand, when asked, then what lies after it is looked for; where that is a mark, nothing is unread', async () => {
    const { of } = unreadOf()
    write(5)
    expect(await of(5, 6)).toEqual(NONE)
    expect(await of(5, 6)).toEqual(NONE)
    expect(reads.map(({ after, upTo }) => [after, upTo])).toEqual([[5, 6]])
    // More came: the watch reads only what is beyond the mark.
    write(7)
    expect(await of(5, 8)).toEqual({ records: 2, since: at(7) })
    expect(reads.slice(1).map(({ after, upTo }) => [after, upTo])).toEqual([[6, 8]])
  })

  test('given a record that cannot be read, when it is the first, then it is unread since now', async () => {
    const { of } = unreadOf(1_000, () => null)
    write(6)
    expect(await of(5, 6)).toEqual({ records: 1, since: now() })
  })

  test('given a log that cannot be read, when asked, then it is estimated, and asked the next time', async () => {
    const { of } = unreadOf()
    write(6)
    gate = Promise.reject(new Outage('down'))
    gate.catch(() => undefined)
    expect(await of(5, 9)).toEqual({ records: 4, since: now() })
    gate = Promise.resolve()
    expect(await of(5, 9)).toEqual({ records: 4, since: at(6) })
    expect(reads).toHaveLength(2)
  })

  test('given a log that is slow, when asked meanwhile, then it is estimated; what it says late counts, and it is asked once', async () => {
    const { promise, resolve: open } = Promise.withResolvers<void>()
    gate = promise
    const { of } = unreadOf(1)
    write(6)
    expect(await of(5, 9)).toEqual({ records: 4, since: now() })
    expect(await of(5, 9)).toEqual({ records: 4, since: now() })
    expect(reads).toHaveLength(1)
    open()
    await new Promise((resolve) => setImmediate(resolve))
    expect(await of(5, 9)).toEqual({ records: 4, since: at(6) })
    expect(reads).toHaveLength(1)
  })
})

test('given a look that is under way, when asked again, then it is estimated at once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  const { of } = unreadOf(60_000)
  write(6)
  const first = of(5, 9)
  const waits = new Promise((resolve) => setImmediate(resolve, 'waits'))
  expect(await Promise.race([of(5, 9), waits])).toEqual({ records: 4, since: now() })
  resolve()
  expect(await first).toEqual({ records: 4, since: at(6) })
})

describe('where several processors read one partition', () => {
  test('given that they stand at one place, when asked side by side and later, then it is looked for once', async () => {
    const { of, other } = unreadOf()
    write(7)
    const told = { records: 2, since: at(7) }
    expect(await Promise.all([of(5, 8), other(5, 8)])).toEqual([told, told])
    expect(await other(5, 8)).toEqual(told)
    expect(reads).toHaveLength(1)
  })

  test('given one that has found a mark, when another stands before that, then only what is beyond it is looked at', async () => {
    const { of, other } = unreadOf()
    expect(await of(5, 6)).toEqual(NONE)
    expect(await other(5, 6)).toEqual(NONE)
    expect(reads).toHaveLength(1)
    write(8)
    expect(await other(5, 8)).toEqual({ records: 1, since: at(8) })
    expect(reads.slice(1).map(({ after }) => after)).toEqual([6])
  })

  test('given one that stands further back, when asked, then what another found does not count for it', async () => {
    const { of, other } = unreadOf()
    write(3, 8)
    expect(await of(5, 9)).toEqual({ records: 2, since: at(8) })
    expect(await other(2, 9)).toEqual({ records: 7, since: at(3) })
    expect(await other(5, 9)).toEqual({ records: 2, since: at(8) })
  })

  test('given one that has found a mark further on, when one behind it is asked, then the log is looked into from its own place', async () => {
    const { of, other } = unreadOf()
    write(3)
    expect(await of(5, 6)).toEqual(NONE)
    expect(await other(2, 6)).toEqual({ records: 4, since: at(3) })
  })

  test('given that they stand at two places, when asked side by side, then each is looked for', async () => {
    const { of, other } = unreadOf()
    write(3, 8)
    expect(await Promise.all([of(2, 9), other(5, 9)])).toEqual([
      { records: 7, since: at(3) },
      { records: 2, since: at(8) },
    ])
  })

  test('given more that was found than is kept, when an old place is asked for, then it is looked for again', async () => {
    const { of, other } = unreadOf()
    for (let place = 1; place <= 9; place++) {
      write(place)
      await of(place - 1, place, true)
    }
    expect(await other(0, 9)).toEqual({ records: 9, since: at(1) })
    expect(reads).toHaveLength(10)
    await other(8, 9)
    expect(reads).toHaveLength(10)
  })
})

describe('where it moves', () => {
  test('given an end that was seen to grow, when it moves, then it is unread since the end was beyond it, without a look', async () => {
    const { of, reached } = unreadOf()
    reached(4)
    await of(4, 4)
    for (const end of [5, 6, 6, 7]) {
      seconds += 10
      reached(end)
    }
    expect(await of(5, 7)).toEqual({ records: 2, since: at(1_020) })
    expect(await of(6, 7)).toEqual({ records: 1, since: at(1_040) })
    expect(reads).toEqual([])
  })

  test('given that it is asked exactly, when it moves, then the log is looked into', async () => {
    const { of } = unreadOf()
    write(1, 8)
    await of(1, 9)
    expect(await of(2, 9, true)).toEqual({ records: 2, since: at(8) })
    expect(await of(3, 9, true)).toEqual({ records: 2, since: at(8) })
    expect(reads).toHaveLength(1)
    expect(await of(8, 9, true)).toEqual(NONE)
    expect(reads).toHaveLength(2)
  })

  test('given one that has not moved beyond what was found, when it moves, then that is still the first', async () => {
    const { of } = unreadOf()
    write(5)
    await of(1, 9)
    expect(await of(4, 9)).toEqual({ records: 5, since: at(5) })
    expect(await of(5, 9)).toEqual({ records: 4, since: now() })
    expect(reads).toHaveLength(1)
  })

  test('given one that goes back, when asked, then what was found beyond it does not count', async () => {
    const { of } = unreadOf()
    write(3, 8)
    await of(5, 9)
    expect(await of(2, 9, true)).toEqual({ records: 7, since: at(3) })
  })

  test('given a backlog from before, when it is worked off, then it is looked into every ten seconds', async () => {
    const { of, reached } = unreadOf()
    write(...Array.from({ length: 100 }, (_, n) => n + 1))
    reached(100)
    await of(10, 100)
    expect(await of(10, 100)).toEqual({ records: 90, since: at(11) })
    seconds += 9.999
    // Not read at once: at most as old as before.
    expect(await of(20, 100)).toEqual({ records: 80, since: at(11) })
    expect(reads).toHaveLength(1)
    seconds += 0.001
    expect(await of(30, 100)).toEqual({ records: 70, since: at(31) })
    expect(reads).toHaveLength(2)
    // From here on it is what came while it was watched.
    reached(110)
    seconds += 20
    expect(await of(100, 110)).toEqual({ records: 10, since: at(1_010) })
    expect(reads).toHaveLength(2)
  })

  test('given a backlog from before, when the log cannot be looked into again, then what was found last holds', async () => {
    const { of, reached } = unreadOf()
    write(11, 50)
    reached(100)
    expect(await of(10, 100)).toEqual({ records: 90, since: at(11) })
    gate = Promise.reject(new Outage('down'))
    gate.catch(() => undefined)
    seconds += 10
    expect(await of(30, 100)).toEqual({ records: 70, since: at(11) })
    expect(reads).toHaveLength(2)
  })

  test.each([
    [0, 5],
    [1, 4],
  ] as const)(
    'given one that has never run in a log that begins at %s, when estimated, then all %s are unread',
    async (first, records) => {
      begins = first
      const { of } = unreadOf()
      gate = Promise.reject(new Outage('down'))
      gate.catch(() => undefined)
      expect(await of(undefined, 4)).toEqual({ records, since: now() })
      expect(await of(1, 4)).toEqual({ records: 3, since: now() })
    },
  )

  test('given a backlog of which the log tells nothing, when asked, then it is unread since it was first seen', async () => {
    const { of, reached } = unreadOf()
    gate = Promise.reject(new Outage('down'))
    gate.catch(() => undefined)
    reached(9)
    seconds += 10
    expect(await of(5, 9)).toEqual({ records: 4, since: at(1_000) })
  })

  test('given an end that is seen hundreds of times, when they are remembered, then it is once', async () => {
    const { of, reached } = unreadOf()
    for (const end of [4, 5, 6]) reached(end)
    for (let n = 0; n < 300; n++) {
      seconds++
      reached(6)
    }
    await of(6, 6)
    expect(await of(4, 6)).toEqual({ records: 2, since: at(1_000) })
    expect(reads).toEqual([])
  })

  test('given many ends, when they are remembered, then the last 256 of them', async () => {
    const { of, reached } = unreadOf()
    for (let end = 1; end <= 300; end++) {
      seconds++
      reached(end)
    }
    await of(300, 300)
    // The end was at 45 when the history begins: before that lies a backlog.
    expect((await of(45, 300)).since).toEqual(at(1_046))
    expect(reads).toEqual([])
    await of(44, 300)
    expect(reads).toHaveLength(1)
  })
})

test('given two processors and partitions, when asked, then each has its own place', async () => {
  const log = { begins: 1, read: async function* () {} as never }
  const unread = createUnread(log, now, 10)
  const asked = { topic: WRITES, end: 9, exact: false } as const
  unread.reached(WRITES, new Map([[1, 8]]))
  const places = [
    { ...asked, processor: 'one', partition: 0, checkpoint: 5 },
    { ...asked, processor: 'two', partition: 0, checkpoint: 6 },
    { ...asked, processor: 'one', partition: 1, checkpoint: 7 },
  ]
  const found = await Promise.all(places.map((place) => unread.of(place)))
  expect(found).toEqual([NONE, NONE, NONE])
})
