// The state of a transformer is in step with the log: up to its end before the first decision, with each commit before
// it is announced, and without a gap, whatever other process writes to the log or feeds the same state.
import { describe, expect, test } from 'vitest'
import type { EventLog } from '../../../../infra/ports/event-log.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import { runTransformer } from '../../../../infra/runtime/run/run-transformer.ts'
import { createStateFeed, stateTopics } from '../../../../infra/runtime/run/state-feed.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { FACTS, givenState, processed, summary, WRITES } from '../given-state.ts'

const SUMMARIES = 'memory.summaries.v1'

test('a state is built of the topics that its transformer reads or writes, and of no other', () => {
  const reads = [WRITES, FACTS, SUMMARIES] as const
  expect(stateTopics({ reads: [WRITES], writes: [FACTS] }, { reads })).toEqual([WRITES, FACTS])
  expect(stateTopics({ reads: [FACTS], writes: [SUMMARIES] }, { reads: [WRITES, FACTS] })).toEqual([
    FACTS,
  ])
})

const everywhere = <T>(ids: readonly string[], status: T) => ids.map(() => status)

async function turns(): Promise<void> {
  for (let n = 0; n < 200; n++) await new Promise((next) => setImmediate(next))
}

/** A log that is read only after an event was handled, or after enough time for all that could be. */
function slowReads() {
  const { promise: handled, resolve } = Promise.withResolvers<void>()
  const log = (inner: EventLog): Partial<EventLog> => ({
    read: async function* (stretch) {
      await Promise.race([handled, turns()])
      yield* inner.read(stretch)
    },
  })
  return { log, handled: resolve }
}

/** A log whose reads are counted. */
function counted(more: Partial<EventLog> = {}) {
  const reads: unknown[] = []
  const log = (inner: EventLog): Partial<EventLog> => ({
    read: (stretch) => {
      reads.push(stretch.topic)
      return inner.read(stretch)
    },
    ...more,
  })
  return { log, reads }
}

/** Writes that the log has delivered to the state. */
async function givenDelivered(count: number, more: Parameters<typeof givenState>[0] = {}) {
  const given = givenState(more)
  const ids = await given.write(count)
  const feed = given.feed()
  await feed.deliver(await given.delivery(WRITES, 1, count))
  return { given, ids, feed }
}

describe('before anything is handled', () => {
  test.each([
    ['is empty', 0, 0],
    ['stands in the middle', 2, 1],
  ])('a state that %s holds all that the log does', async (_, writes, facts) => {
    const slow = slowReads()
    const given = givenState(slow)
    const ids = await given.write(3)
    await given.commit(ids[0]!)
    await given.commit(ids[1]!)
    for (const [topic, upTo] of [
      [WRITES, writes],
      [FACTS, facts],
    ] as const) {
      if (upTo > 0)
        await given.state().apply([], (await given.delivery(topic, 1, upTo)).records.at(-1)!)
    }
    const seen: unknown[] = []
    const handle = async () => {
      slow.handled()
      seen.push([await given.stands(WRITES), await given.stands(FACTS)])
      return { outcome: 'emit' as const, events: [] }
    }
    await runTransformer(given.parts, given.subject({ handle }))
    await eventually(() => expect(seen).toHaveLength(3))
    expect(seen[0]).toEqual([await given.end(WRITES), await given.end(FACTS)])
    expect(await given.statusOf(ids[1]!)).toBe('processed')
    expect(await given.stands(SUMMARIES)).toBeUndefined()
  })

  test('a state holds what is delivered later', async () => {
    const given = givenState()
    const seen: unknown[] = []
    const handle = async () => {
      seen.push(await given.stands(WRITES))
      return { outcome: 'emit' as const, events: [] }
    }
    await runTransformer(given.parts, given.subject({ handle }))
    for (const n of [1, 2]) {
      await given.write(1)
      await eventually(() => expect(seen).toHaveLength(n))
      expect(seen[n - 1]).toBe(await given.end(WRITES))
    }
  })

  test.each(['read', 'ends'] as const)(
    'an outage of the log is waited for: its %s fails twice',
    async (name) => {
      let failures = 0
      const failing = () => {
        if (failures++ < 2) throw new Outage('the log is down')
      }
      const log = (inner: EventLog): Partial<EventLog> => ({
        read: async function* (stretch) {
          if (name === 'read') failing()
          yield* inner.read(stretch)
        },
        ends: async (topic) => {
          if (name === 'ends') failing()
          return inner.ends(topic)
        },
      })
      const given = givenState({ log, mayDiscard: true })
      const [id] = await given.write(1)
      await given.commit(id!)
      await given.feed().deliver(await given.delivery(WRITES, 1, 1))
      expect(await given.statusOf(id!)).toBe('processed')
      expect(failures).toBeGreaterThan(2)
    },
  )

  const lost = (): Partial<EventLog> => ({
    read: () => {
      throw Object.assign(new Error('records are lost'), { fatal: true })
    },
  })

  test('a lasting failure is thrown to the caller that delivers, and nowhere else', async () => {
    const given = givenState({ log: lost })
    await given.write(1)
    given.feed()
    // Time for the announcement of records without a handler.
    await turns()
    const delivered = given.feed().deliver(await given.delivery(WRITES, 1, 1))
    await expect(delivered).rejects.toThrow('records are lost')
  })

  test('a long log is not read on, where the service stops', async () => {
    const batches = (inner: EventLog): Partial<EventLog> => ({
      read: async function* (stretch) {
        for await (const batch of inner.read({ ...stretch, maxRecords: 1 })) {
          if (given.applied.length === 2) given.stopping.abort(new Error('the service stops'))
          yield batch
        }
      },
    })
    const given = givenState({ log: batches })
    await given.write(4)
    const delivered = given.feed().deliver(await given.delivery(WRITES, 4, 4))
    await expect(delivered).rejects.toThrow('the service stops')
    expect(given.applied).toHaveLength(2)
  })
})

describe('operators', () => {
  /** A log that is read record by record. */
  const slowly = (inner: EventLog): Partial<EventLog> => ({
    read: (stretch) => inner.read({ ...stretch, maxRecords: 1 }),
  })

  test('are told how much of the log a state is restored from', async () => {
    const given = givenState({ log: slowly })
    await given.write(4)
    await given.state().apply([], { topic: WRITES, partition: 0, position: 1 })
    await given.feed().restored
    const about = { level: 30, state: 'memory', partition: 0 }
    expect(given.infos()).toEqual([
      { ...about, from: 'log', total: 3, msg: 'a state is being restored' },
      { ...about, snapshot: 0, log: 3, seconds: expect.any(Number), msg: 'a state is restored' },
    ])
    const { values } = await given.parts.telemetry.stateRestored.get()
    expect(values).toEqual([{ labels: { state: 'memory', partition: 0 }, value: 1 }])
  })

  test('are told that a state is there where nothing had to be restored', async () => {
    const given = givenState()
    await given.feed().restored
    expect(given.infos()).toEqual([])
    const { values } = await given.parts.telemetry.stateRestored.get()
    expect(values).toEqual([{ labels: { state: 'memory', partition: 0 }, value: 1 }])
  })
})

test('a processor without a state has nothing to feed', () => {
  const { parts, subject } = givenState()
  const { states: _, ...stateless } = subject()
  expect(() =>
    createStateFeed(parts, stateless, { topic: WRITES, partition: 0, position: undefined }),
  ).toThrow('there is no state to feed')
})

describe('a state that is ahead of the log', () => {
  const PLACE = { partition: 0, position: 1_000 }

  test.each([WRITES, FACTS, SUMMARIES] as const)(
    'in %s is thrown away and rebuilt',
    async (topic) => {
      const given = givenState({ mayDiscard: true })
      const [id] = await given.write(1)
      await given.commit(id!)
      await given.state().apply([], { topic, ...PLACE })
      await given.feed().deliver(await given.delivery(WRITES, 1, 1))
      expect(given.told).toEqual(['assigned 0', 'discarded 0'])
      const msg = 'a state that is ahead of the log is rebuilt'
      expect(given.warnings()).toEqual([{ level: 40, partition: 0, msg }])
      expect(await given.stands(WRITES)).toBe(await given.end(WRITES))
      expect(await given.statusOf(id!)).toBe('processed')
    },
  )

  test('is one that holds the first place of a log that is empty, too', async () => {
    const given = givenState({ mayDiscard: true })
    await given.write(1)
    await given.state().apply([], { topic: FACTS, partition: 0, position: 0 })
    await given.feed().deliver(await given.delivery(WRITES, 1, 1))
    expect(given.told).toEqual(['assigned 0', 'discarded 0'])
  })

  test('is left alone where others read from it', async () => {
    const given = givenState()
    await given.write(1)
    await given.state().apply([], { topic: FACTS, ...PLACE })
    await given.feed().deliver(await given.delivery(WRITES, 1, 1))
    expect(await given.stands(FACTS)).toBe(PLACE.position)
  })

  test('is not one that stands at its end, or one of a log that is empty', async () => {
    const given = givenState({ mayDiscard: true })
    const [id] = await given.write(1)
    await given.feed().deliver(await given.delivery(WRITES, 1, 1))
    await given.feed().deliver(await given.delivery(WRITES, 1, 1))
    expect(given.told).toEqual(['assigned 0', 'assigned 0'])
    expect(given.warnings()).toEqual([])
    expect(await given.statusOf(id!)).toBe('queued')
  })
})

describe('a commit', () => {
  test('is in the state before the transformer is told', async () => {
    const given = givenState()
    const [id] = await given.write(1)
    const told: unknown[] = []
    await runTransformer(
      given.parts,
      given.subject({
        handle: async () => ({
          outcome: 'emit',
          events: [{ event: processed(id!), keyGeneration: null }],
          // The store answers from its place at this moment.
          committed: () => void told.push(given.statusOf(id!)),
        }),
      }),
    )
    await eventually(() => expect(told).toHaveLength(1))
    expect(await told[0]).toBe('processed')
  })

  test('that follows one of the same writer is taken from its hand: the log is not read', async () => {
    const { log, reads } = counted()
    const { given, ids, feed } = await givenDelivered(3, { log })
    await feed.committed(...(await given.commit(ids[0]!)))
    const before = reads.length
    await feed.committed(...(await given.commit(ids[1]!, ids[2]!)))
    expect(reads).toHaveLength(before)
    expect(await Promise.all(ids.map(given.statusOf))).toEqual(everywhere(ids, 'processed'))
    expect(await given.stands(FACTS)).toBe(await given.end(FACTS))
  })

  test('leaves out nothing that another writer appended before the first', async () => {
    const { given, ids, feed } = await givenDelivered(2)
    await given.append(ids[0]!)
    await feed.committed(...(await given.commit(ids[1]!)))
    expect(await Promise.all(ids.map(given.statusOf))).toEqual(['processed', 'processed'])
    expect((await given.parts.telemetry.retries.get()).values).toEqual([])
  })

  test('leaves out nothing that another writer appended between two of them', async () => {
    const { given, ids, feed } = await givenDelivered(3)
    await feed.committed(...(await given.commit(ids[0]!)))
    await given.append(ids[1]!)
    await feed.committed(...(await given.commit(ids[2]!)))
    expect(await Promise.all(ids.map(given.statusOf))).toEqual(everywhere(ids, 'processed'))
    expect(given.applied.filter((each) => each.startsWith(FACTS))).toHaveLength(3)
  })

  test('leaves out nothing where another has fed the state up to what looks like the place before it', async () => {
    // As in Kafka, where a transaction marker stands between two commits of one writer.
    const isNext: EventLog['isNext'] = (after, position) => position === after + 2
    const { given, ids, feed } = await givenDelivered(4, counted({ isNext }))
    await feed.committed(...(await given.commit(ids[0]!)))
    await given.append(ids[1]!)
    await given.append(ids[2]!)
    const other = await given.delivery(FACTS, 2, 2)
    await given.state().apply([], other.records[0]!)
    await feed.committed(...(await given.commit(ids[3]!)))
    expect(await given.statusOf(ids[2]!)).toBe('processed')
  })

  test('that others have fed already is not applied again', async () => {
    const {
      given,
      ids: [id],
      feed,
    } = await givenDelivered(1)
    const committed = await given.commit(id!)
    await feed.committed(...committed)
    await feed.committed(...committed)
    expect(given.applied).toEqual([`${WRITES} 1`, `${FACTS} 1`])
  })

  test('whose answer was lost is taken in, though some of it stands further back', async () => {
    const { given, ids, feed } = await givenDelivered(2)
    const first = processed(ids[0]!)
    await feed.committed(...(await given.commit(first)))
    await feed.committed(...(await given.commit(ids[1]!, first)))
    expect(await Promise.all(ids.map(given.statusOf))).toEqual(everywhere(ids, 'processed'))
  })

  test('is taken in but for topics of which the state is not built', async () => {
    const {
      given,
      ids: [id],
      feed,
    } = await givenDelivered(1)
    await feed.committed([], [])
    await feed.committed(...(await given.commit(summary(), id!, summary())))
    expect(given.applied).toEqual([`${WRITES} 1`, `${FACTS} 1`])
    expect(await given.stands(SUMMARIES)).toBeUndefined()
  })
})

describe('what is delivered', () => {
  /** Two feeds of one state, each with one delivered write. */
  async function two() {
    const given = givenState()
    const ids = await given.write(1)
    const feeds = [given.feed(), given.feed(1)] as const
    for (const feed of feeds) await feed.deliver(await given.delivery(WRITES, 1, 1))
    ids.push(...(await given.write(2)))
    given.applied.splice(0)
    return { given, feeds, ids }
  }

  test('is applied once, where two feed the same state', async () => {
    const { given, feeds } = await two()
    for (const feed of feeds) await feed.deliver(await given.delivery(WRITES, 2, 3))
    expect(given.applied).toEqual([`${WRITES} 2`, `${WRITES} 3`])
  })

  test('leaves no gap, where others have fed a part of it', async () => {
    const { given, feeds, ids } = await two()
    await feeds[0].deliver(await given.delivery(WRITES, 2, 2))
    await feeds[1].deliver(await given.delivery(WRITES, 2, 3))
    expect(await Promise.all(ids.map(given.statusOf))).toEqual(everywhere(ids, 'queued'))
    expect(await given.stands(WRITES)).toBe(await given.end(WRITES))
  })

  test('leaves no gap, where the state has been thrown away meanwhile', async () => {
    const given = givenState()
    const feed = given.feed()
    const ids = await given.write(3)
    await feed.deliver(await given.delivery(WRITES, 1, 2))
    await given.empty()
    await feed.deliver(await given.delivery(WRITES, 3, 3))
    expect(await Promise.all(ids.map(given.statusOf))).toEqual(everywhere(ids, 'queued'))
  })

  test('leaves no gap before where the partition is resumed', async () => {
    const given = givenState()
    const ids = await given.write(2)
    const { records } = await given.delivery(WRITES, 2, 2)
    await given.log.commit({ group: 'subject', records: [], checkpoints: records })
    const seen: unknown[] = []
    const handle = async () => {
      seen.push(await Promise.all(ids.map(given.statusOf)))
      return { outcome: 'emit' as const, events: [] }
    }
    await runTransformer(given.parts, given.subject({ handle }))
    await eventually(async () => expect(await given.stands(WRITES)).toBe(2))
    await given.empty()
    ids.push(...(await given.write(1)))
    await eventually(() => expect(seen).toEqual([everywhere(ids, 'queued')]))
  })

  test('is taken from the hand: the log is not read', async () => {
    const { log, reads } = counted()
    const given = givenState({ log })
    const feed = given.feed()
    await given.write(1)
    await feed.deliver(await given.delivery(WRITES, 1, 1))
    const before = reads.length
    await given.write(2)
    await feed.deliver(await given.delivery(WRITES, 2, 3))
    expect(await given.stands(WRITES)).toBe(await given.end(WRITES))
    expect(reads).toHaveLength(before)
  })

  test('is taken from the hand where it is the first after the partition was assigned, too', async () => {
    const { log, reads } = counted()
    const given = givenState({ log })
    const feed = given.feed()
    // Restored, while the log is empty.
    await turns()
    const before = reads.length
    await given.write(1)
    await feed.deliver(await given.delivery(WRITES, 1, 1))
    expect(await given.stands(WRITES)).toBe(await given.end(WRITES))
    expect(reads).toHaveLength(before)
  })

  test('is taken from the hand where the runtime has just resumed the partition, too', async () => {
    const { log, reads } = counted()
    const given = givenState({ log })
    let handled = 0
    const handle = async () => {
      handled++
      return { outcome: 'emit' as const, events: [] }
    }
    await runTransformer(given.parts, given.subject({ handle }))
    await eventually(() => expect(reads).toEqual([WRITES, FACTS]))
    await turns()
    await given.write(1)
    await eventually(() => expect(handled).toBe(1))
    expect(reads).toEqual([WRITES, FACTS])
  })

  test.each(['delivered', 'committed'] as const)(
    'waits for a log that is down, where it must be read: %s',
    async (way) => {
      let failures = -1
      const log = (inner: EventLog): Partial<EventLog> => ({
        read: async function* (stretch) {
          if (failures >= 0 && failures++ < 2) throw new Outage('the log is down')
          yield* inner.read(stretch)
        },
      })
      const given = givenState({ log })
      const ids = await given.write(1)
      const feed = given.feed()
      await feed.deliver(await given.delivery(WRITES, 1, 1))
      await given.empty()
      ids.push(...(await given.write(1)))
      failures = 0
      if (way === 'delivered') await feed.deliver(await given.delivery(WRITES, 2, 2))
      else await feed.committed(...(await given.commit(...ids)))
      expect(failures).toBe(3)
      const status = way === 'delivered' ? 'queued' : 'processed'
      expect(await Promise.all(ids.map(given.statusOf))).toEqual(everywhere(ids, status))
    },
  )

  test('of topics of which the state is not built is passed over', async () => {
    const given = givenState()
    await given.commit(summary())
    await given.feed().deliver(await given.delivery(SUMMARIES, 1, 1))
    expect(given.applied).toEqual([])
    expect(await given.stands(SUMMARIES)).toBeUndefined()
  })
})

describe('a partition that goes', () => {
  test('is given back, once for each topic that was read', async () => {
    const given = givenState()
    const reads = [WRITES, FACTS] as const
    const subscription = await runTransformer(given.parts, given.subject({ reads }))
    await eventually(() => expect(given.told).toEqual(['assigned 0', 'assigned 0']))
    await subscription.close()
    expect(given.told.slice(2)).toEqual(['released 0', 'released 0'])
  })

  // Several processors hold one state: returning it twice would take it from another.
  test('is given back once, also where the log takes it away twice', async () => {
    const given = givenState()
    const subscription = await runTransformer(given.parts, given.subject())
    await eventually(() => expect(given.told).toEqual(['assigned 0']))
    await Promise.all([subscription.close(), subscription.close()])
    await subscription.close()
    expect(given.told.slice(1)).toEqual(['released 0'])
  })

  test('is kept for the next start, where the service stops', async () => {
    const given = givenState()
    const subscription = await runTransformer(given.parts, given.subject())
    await eventually(() => expect(given.told).toEqual(['assigned 0']))
    given.stopping.abort(new Error('stopping'))
    await subscription.close()
    expect(given.told).toEqual(['assigned 0'])
  })
})
