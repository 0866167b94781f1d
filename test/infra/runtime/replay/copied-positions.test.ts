// A copied log: the same events, with the places of the copy; and when copying is refused.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EventLog, LogRecord } from '../../../../infra/ports/event-log.ts'
import {
  type Consumer,
  copyLog,
  DeadLettersLeft,
  LogNotEmpty,
} from '../../../../infra/runtime/replay/copy-log.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import type { StoredEvent } from '../../../../schemas/events/envelope.ts'
import type { AnyTopicName, TopicName } from '../../../../schemas/topics.ts'
import { storedEvent } from '../../../contracts/given.ts'
import { isCollected } from '../../sqlite/collected.ts'
import { recordsOf } from '../given.ts'

const WRITES = 'memory.writes.v1'
const FACTS = 'memory.facts.v1'

let from: EventLog
let to: EventLog
beforeEach(() => {
  from = createSqliteEventLog({ directory: null })
  to = createSqliteEventLog({ directory: null })
})
afterEach(() => Promise.all([from.close(), to.close()]))

const user = (userId: string) => ({ appId: 'a', userId })
const by = (userId: string, more: Partial<StoredEvent> = {}) => storedEvent(user(userId), more)
const append = (topic: AnyTopicName, ...events: readonly StoredEvent[]) =>
  from.append(events.map((event) => ({ topic, event })))
const erase = (topic: AnyTopicName, ...ids: readonly string[]) =>
  from.erase({ topic, scope: user('u'), matches: ({ event }) => ids.includes(event!.id) })

async function copied(consumers: readonly Consumer[] = [], log = from) {
  const told: number[] = []
  const count = await copyLog(log, to, { consumers, progress: (records) => told.push(records) })
  return { count, told }
}

describe('events', () => {
  test('given events of all kinds, when copied, then they are there unchanged, in order, and counted', async () => {
    const sealed = Buffer.from('sealed')
    const [write, other] = [by('u', { sealed, traceparent: 'trace' }), by('v')]
    await append(WRITES, write, other)
    for (const topic of [FACTS, 'memory.settings.v1', 'memory.summaries.v1'] as const) {
      await append(topic, by('u', { id: write.id }))
    }
    const { count, told } = await copied()
    expect([count, told]).toEqual([5, [1, 2, 1, 1]])
    for (const topic of [WRITES, FACTS, 'memory.settings.v1', 'memory.summaries.v1'] as const) {
      expect(await recordsOf(to, topic)).toEqual(await recordsOf(from, topic))
    }
  })

  test('given places that have changed, when copied, then events name the write of their user that led to them', async () => {
    const [gone, first, second, strangers, last] = [by('u'), by('u'), by('u'), by('v'), by('u')]
    await append(WRITES, gone, first, second, strangers, last)
    await erase(WRITES, gone.id, second.id)
    const told = [1, 2, 3, 4, 5, 9].map((source) => by('u', { open: { source, category: 'work' } }))
    await append(FACTS, ...told, by('v', { open: { source: 4 } }), by('w', { open: { source: 4 } }))
    await append(FACTS, by('u', { open: { source: 'api' } }))
    await append('memory.summaries.v1', by('u', { open: { source: 2 } }))
    await copied()
    expect(
      (await recordsOf(to, WRITES)).map(({ event, position }) => [event!.id, position]),
    ).toEqual([
      [first.id, 1],
      [strangers.id, 2],
      [last.id, 3],
    ])
    // For an erased write, the write before it; before the first, none.
    expect((await recordsOf(to, FACTS)).map(({ event }) => event!.open)).toEqual([
      ...[0, 1, 1, 1, 3, 3].map((source) => ({ source, category: 'work' })),
      { source: 2 },
      { source: 0 },
      { source: 'api' },
    ])
    // The places of other topics are no writes.
    expect((await recordsOf(to, 'memory.summaries.v1'))[0]!.event!.open).toEqual({ source: 1 })
  })

  test('given a record that cannot be read, when copied, then it is left out and the others find their places', async () => {
    const [odd, good] = [by('u'), by('u')]
    await append(WRITES, odd, good)
    await append(FACTS, by('u', { open: { source: 2 } }))
    const unreadable = (record: LogRecord): LogRecord =>
      record.event?.id === odd.id ? { ...record, event: null, defect: 'odd' } : record
    const read: EventLog['read'] = async function* (stretch) {
      for await (const batch of from.read(stretch)) yield batch.map(unreadable)
    }
    await copied([], { ...from, read })
    expect((await recordsOf(to, WRITES)).map(({ event }) => event!.id)).toEqual([good.id])
    expect((await recordsOf(to, FACTS))[0]!.event!.open).toEqual({ source: 1 })
  })
})

test('given events that no other names, when copied, then none of their places is kept', async () => {
  const topics = ['memory.settings.v1', FACTS, 'memory.summaries.v1'] as const
  for (const topic of topics) await append(topic, by('u'))
  const places: WeakRef<object>[] = []
  const isKept: boolean[] = []
  const watched: EventLog = {
    ...to,
    append: async (records) => {
      // The place of the batch before may still be at hand.
      for (const place of places.slice(0, -1)) isKept.push(!(await isCollected(place)))
      const positions = await to.append(records)
      places.push(new WeakRef(positions[0]!))
      return positions
    },
  }
  await copyLog(from, watched, { consumers: [], progress: () => undefined })
  expect(isKept).toEqual([false])
})

describe('checkpoints', () => {
  const consumer = (more: Partial<Consumer> = {}): Consumer => ({
    name: 'subject',
    reads: [WRITES, FACTS],
    replayed: false,
    ...more,
  })
  const stand = (topic: TopicName, position: number) =>
    from.commit({ group: 'subject', records: [], checkpoints: [{ topic, partition: 0, position }] })

  test('given where a group stood, when copied, then it goes on there; what is rebuilt begins at the beginning', async () => {
    const [gone, ...rest] = [by('u'), by('u'), by('u'), by('u')]
    await append(WRITES, gone!, ...rest)
    await append(FACTS, by('u'), by('u'))
    await erase(WRITES, gone!.id)
    await stand(WRITES, 3)
    await copied([consumer()])
    expect(await to.checkpoints('subject', WRITES)).toEqual(new Map([[0, 2]]))
    expect(await to.checkpoints('subject', FACTS)).toEqual(new Map())
  })

  test('given a projection that is rebuilt, when copied, then it begins at the beginning', async () => {
    await append(WRITES, by('u'))
    await stand(WRITES, 1)
    await copied([consumer({ replayed: true })])
    expect(await to.checkpoints('subject', WRITES)).toEqual(new Map())
  })

  test('given a copy with several partitions, when copied, then the group goes on in each behind what it had done', async () => {
    await append(WRITES, by('u'), by('v'), by('u'), by('v'))
    await stand(WRITES, 3)
    const stands: unknown[] = []
    let next = 10
    const partitioned: EventLog = {
      ...to,
      append: async (records) =>
        records.map(({ topic, event }) => {
          return { topic, partition: event.userId === 'u' ? 0 : 7, position: next++ }
        }),
      commit: async ({ group, records, checkpoints }) => {
        stands.push([group, records, checkpoints])
        return []
      },
    }
    await copyLog(from, partitioned, { consumers: [consumer()], progress: () => undefined })
    expect(stands).toEqual([
      ['subject', [], [{ topic: WRITES, partition: 0, position: 12 }]],
      ['subject', [], [{ topic: WRITES, partition: 7, position: 11 }]],
    ])
  })
})

describe('a refusal', () => {
  test('given a log that holds something, when copied into, then it says so and copies nothing', async () => {
    await append(WRITES, by('u'))
    await to.append([{ topic: 'memory.summaries.v1', event: by('u') }])
    const refusal = await copied().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(LogNotEmpty)
    expect(refusal).toMatchObject({
      name: 'LogNotEmpty',
      // Told without its stack.
      fatal: true,
      message:
        'memory.summaries.v1 of the new log is not empty: a log is copied into a fresh one: set another NAMESPACE, or remove what a copy that was interrupted has left',
    })
    expect(await recordsOf(to, WRITES)).toEqual([])
  })

  test('given dead letters, when copied, then it says what to do first and copies nothing', async () => {
    await append(WRITES, by('u'))
    await append('memory.facts.v1.dlq', by('u'))
    const refusal = await copied().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DeadLettersLeft)
    expect(refusal).toMatchObject({
      name: 'DeadLettersLeft',
      fatal: true,
      message:
        'memory.facts.v1.dlq is not empty: a log is copied when nothing waits for repair (dead-letters replay)',
    })
    expect(await recordsOf(to, WRITES)).toEqual([])
  })
})
