// By when erased records are gone from the broker's files: what a receipt promises follows from the settings that the
// topics have, and a partition to which nothing more is written is closed all the same.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Closing,
  createClosing,
  MAX_COMPACTION_LAG_MS,
  type Pace,
  placesOf,
  remaindersOf,
} from '../../../../infra/kafka/topics/compaction.ts'
import { topicConfig } from '../../../../infra/kafka/topics/topics.ts'
import { type AnyTopicName, topics } from '../../../../schemas/topics.ts'

const HOUR_MS = 60 * 60 * 1000
const FACTS = { topic: 'memory.facts.v1', partition: 3 } as const
const INBOX: AnyTopicName = 'memory.inbox.v1'
/** What a broker has that was told no lag. */
const NO_LAG = Number(2n ** 63n - 1n)

const asCreated: Pace[] = topics.map((topic) => {
  const config = topicConfig(topic)
  return {
    name: topic.name,
    segmentMs: Number(config['segment.ms']),
    lagMs: Number(config['max.compaction.lag.ms']),
  }
})

function changed(name: AnyTopicName, change: Partial<Pace>): Pace[] {
  return asCreated.map((pace) => (pace.name === name ? { ...pace, ...change } : pace))
}

function promised(paces: readonly Pace[], what: string): number | null {
  const told = remaindersOf(paces).filter((remainder) => remainder.what.includes(what))
  expect(told).toHaveLength(1)
  return told[0]!.goneWithinMs
}

describe('the promise', () => {
  test('is an hour at most, by default, and no less than the broker may take to begin', () => {
    const within = promised(asCreated, 'tombstones')
    expect(within).toBeLessThanOrEqual(HOUR_MS)
    for (const { lagMs } of asCreated) expect(within).toBeGreaterThan(lagMs)
  })

  test.each(topics.filter(({ onForget }) => onForget === 'erased'))(
    'follows $name, where an operator has it compacted later',
    ({ name }) => {
      const within = promised(asCreated, 'tombstones')! + 5 * HOUR_MS
      const lagMs = MAX_COMPACTION_LAG_MS + 5 * HOUR_MS
      expect(promised(changed(name, { lagMs }), 'tombstones')).toBe(within)
    },
  )

  test('is none where a topic may be compacted at any time', () => {
    expect(promised(changed(FACTS.topic, { lagMs: NO_LAG }), 'tombstones')).toBeNull()
  })

  test('of what expires follows how long a file of it is written to', () => {
    const week = 7 * 24 * HOUR_MS
    expect(promised(changed(INBOX, { segmentMs: 2 * HOUR_MS }), INBOX)).toBe(week + 3 * HOUR_MS)
    expect(promised(changed(INBOX, { segmentMs: NO_LAG }), INBOX)).toBeNull()
  })

  test('tells sealed records of the inbox from those that stay readable until they expire', () => {
    expect(remaindersOf(asCreated).map(({ what }) => what)).toContain(
      `records of ${INBOX}, until they expire; those sealed under a destroyed key are unreadable already`,
    )
  })

  test('does not wait for topics that hold no user', () => {
    const paces = changed('memory.settings.v1', { lagMs: NO_LAG })
    expect(remaindersOf(paces)).toEqual(remaindersOf(asCreated))
  })
})

describe('a partition in which something was erased', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function givenClosing(paces: readonly Pace[] = asCreated, failures = 0) {
    const closed: object[] = []
    const told: object[] = []
    let left = failures
    const append = async (place: object) => {
      closed.push(place)
      if (left-- > 0) throw new Error('no broker')
    }
    const closing = createClosing(paces, append, (place) => told.push(place))
    return { closed, closing, told }
  }

  test('is written to once its file can be closed, once', async () => {
    const { closed, closing } = givenClosing()
    closing.mayHoldErased(FACTS)
    await vi.advanceTimersByTimeAsync(MAX_COMPACTION_LAG_MS)
    expect(closed).toEqual([])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(closed).toEqual([FACTS])
    await vi.advanceTimersByTimeAsync(10 * HOUR_MS)
    expect(closed).toHaveLength(1)
  })

  test('is counted from the last erasure', async () => {
    const { closed, closing } = givenClosing()
    closing.mayHoldErased(FACTS)
    await vi.advanceTimersByTimeAsync(MAX_COMPACTION_LAG_MS / 2)
    closing.mayHoldErased(FACTS)
    await vi.advanceTimersByTimeAsync(MAX_COMPACTION_LAG_MS)
    expect(closed).toEqual([])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(closed).toHaveLength(1)
  })

  test('is written to again a minute later where that failed, for as long as it fails, and each failure is told', async () => {
    const { closed, closing, told } = givenClosing(asCreated, 3)
    closing.mayHoldErased(FACTS)
    await vi.advanceTimersByTimeAsync(MAX_COMPACTION_LAG_MS + 2_000)
    expect(closed).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(3 * 60_000)
    expect(closed).toEqual([FACTS, FACTS, FACTS, FACTS])
    expect(told).toEqual([FACTS, FACTS, FACTS])
    await vi.advanceTimersByTimeAsync(10 * HOUR_MS)
    expect(closed).toHaveLength(4)
  })

  test.each([
    ['something is erased', (closing: Closing) => closing.mayHoldErased(FACTS), 1],
    ['it has ended', (closing: Closing) => closing.stop(), 0],
  ])('is not written to a minute later where that fails after %s', async (_, meanwhile, more) => {
    const { promise: written, reject: fail } = Promise.withResolvers<void>()
    let writes = 0
    const append = () => (writes++ > 0 ? Promise.resolve() : written)
    const closing = createClosing(asCreated, append, () => undefined)
    closing.mayHoldErased(FACTS)
    await vi.advanceTimersByTimeAsync(MAX_COMPACTION_LAG_MS + 2_000)
    meanwhile(closing)
    fail(new Error('no broker'))
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(writes).toBe(1)
    await vi.advanceTimersByTimeAsync(10 * HOUR_MS)
    expect(writes).toBe(1 + more)
  })

  test('is left alone where nothing is erased, where the time is endless, and after the end', async () => {
    const { closed, closing } = givenClosing(changed('memory.writes.v1', { lagMs: NO_LAG }))
    for (const topic of [INBOX, 'memory.settings.v1', 'memory.writes.v1'] as const) {
      closing.mayHoldErased({ topic, partition: 0 })
    }
    closing.mayHoldErased(FACTS)
    closing.stop()
    closing.mayHoldErased(FACTS)
    await vi.advanceTimersByTimeAsync(10 * HOUR_MS)
    expect(closed).toEqual([])
  })
})

test('who is given a partition answers for it, and with the first one for the dead letters', () => {
  expect(placesOf(FACTS)).toEqual([FACTS])
  const first = { topic: FACTS.topic, partition: 0 }
  expect(placesOf(first)).toEqual([first, { topic: 'memory.facts.v1.dlq', partition: 0 }])
})
