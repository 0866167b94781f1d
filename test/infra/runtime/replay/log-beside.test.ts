// What was written is read from the log in use; all else stays in the log beside it.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventLog, NewRecord, SubscribeOptions } from '../../../../infra/ports/event-log.ts'
import { logBeside } from '../../../../infra/runtime/replay/log-beside.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import type { AnyTopicName } from '../../../../schemas/topics.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'
import { recordsOf } from '../given.ts'

const WRITTEN = ['memory.inbox.v1', 'memory.writes.v1', 'memory.settings.v1'] as const
const FOLLOWING = ['memory.facts.v1', 'memory.audit.v1'] as const

const scope = newScope()
let inUse: EventLog
let own: EventLog
beforeEach(() => {
  inUse = createSqliteEventLog({ directory: null })
  own = createSqliteEventLog({ directory: null })
})
afterEach(() => Promise.all([inUse.close(), own.close()]))

const recordIn = (topic: AnyTopicName): NewRecord => ({ topic, event: storedEvent(scope) })

const idsIn = async (log: EventLog, topic: AnyTopicName) =>
  (await recordsOf(log, topic)).map(({ event }) => event?.id)

/** A log that says by each answer which one it is. */
function named(name: string, number: number): EventLog {
  const log = createSqliteEventLog({ directory: null })
  return {
    ...log,
    partitionOf: () => number,
    partitions: () => [number],
    subscribe: ({ topics }) => Promise.reject(new Error(`${name}: ${topics}`)),
  }
}

test('given a record in each log, when read, then what was written comes from the one in use, all else from its own', async () => {
  for (const topic of [...WRITTEN, ...FOLLOWING]) {
    const [there, here] = [recordIn(topic), recordIn(topic)]
    await inUse.append([there])
    await own.append([here, recordIn(topic)])
    const isWritten = (WRITTEN as readonly string[]).includes(topic)
    const beside = logBeside(inUse, own)
    const ids = await idsIn(beside, topic)
    expect([topic, ids[0], ids.length]).toEqual(
      isWritten ? [topic, there.event.id, 1] : [topic, here.event.id, 2],
    )
    expect([...(await beside.ends(topic)).values()]).toEqual([isWritten ? 1 : 2])
  }
})

test('given what follows, when appended and committed, then the log in use has no trace of it', async () => {
  const beside = logBeside(inUse, own)
  const topic = 'memory.facts.v1'
  await beside.append([recordIn(topic)])
  const checkpoint = { topic: 'memory.writes.v1', partition: 0, position: 1 } as const
  await beside.commit({ group: 'g', records: [], checkpoints: [checkpoint] })
  expect((await inUse.ends(topic)).size).toBe(0)
  expect((await inUse.checkpoints('g', 'memory.writes.v1')).size).toBe(0)
  expect((await beside.checkpoints('g', 'memory.writes.v1')).get(0)).toBe(1)
})

test('given partitions, when asked, then each topic has those of the log that it is read from', () => {
  const beside = logBeside(named('in use', 1), named('own', 2))
  const asked = ['memory.writes.v1', 'memory.facts.v1'] as const
  expect(asked.map((topic) => beside.partitions(topic))).toEqual([[1], [2]])
  expect(asked.map((topic) => beside.partitionOf(topic, scope))).toEqual([1, 2])
})

test.each([
  [['memory.writes.v1', 'memory.inbox.v1'], 'in use: memory.writes.v1,memory.inbox.v1'],
  [['memory.facts.v1'], 'own: memory.facts.v1'],
  [[], 'own: '],
] as const)('given a subscription of %j, then it is of one log', async (topics, message) => {
  const beside = logBeside(named('in use', 1), named('own', 2))
  const options = { topics } as Partial<SubscribeOptions> as SubscribeOptions
  await expect(async () => beside.subscribe(options)).rejects.toThrow(new Error(message))
})

test('given a subscription of both, then it is refused', () => {
  const topics: AnyTopicName[] = ['memory.writes.v1', 'memory.facts.v1']
  const options = { topics } as Partial<SubscribeOptions> as SubscribeOptions
  expect(() => logBeside(inUse, own).subscribe(options)).toThrow(
    'a subscription reads of one of the two logs',
  )
})

test('given a log beside one in use, when closed, then the one in use goes on', async () => {
  await logBeside(inUse, own).close()
  await inUse.append([recordIn('memory.writes.v1')])
  expect(await idsIn(inUse, 'memory.writes.v1')).toHaveLength(1)
})
