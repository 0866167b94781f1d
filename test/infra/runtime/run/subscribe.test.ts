// A processor when a partition is assigned, when records are delivered, and when the partition is taken away. The test
// plays the log's side.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type {
  EventLog,
  LogPosition,
  LogRecord,
  RecordBatch,
  SubscribeOptions,
} from '../../../../infra/ports/event-log.ts'
import { runTransformer } from '../../../../infra/runtime/run/run-transformer.ts'
import { subscribe } from '../../../../infra/runtime/run/subscribe.ts'
import { createProgress } from '../../../../infra/runtime/turns/progress.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'
import {
  answerTo,
  appendAll,
  at,
  contentStored,
  createRuntime,
  projector,
  type Runtime,
  recordsOf,
  transformer,
} from '../given.ts'

const WRITES = 'memory.writes.v1'
const LINGER_MS = 25
const IDLE_MS = 200

let runtime: Runtime
let options: SubscribeOptions
let told: unknown[]
beforeEach(() => {
  vi.useFakeTimers()
  told = []
  const log: EventLog = {
    ...createSqliteEventLog({ directory: null }),
    subscribe: async (given) => {
      options = given
      return {
        announce: async (places) => void told.push(['announced', ...places]),
        close: async () => void told.push('closed'),
      }
    },
  }
  runtime = createRuntime(log)
})
afterEach(async () => {
  vi.useRealTimers()
  await runtime.stop()
})

const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const fail = () => expect.unreachable('the partition goes on')
const delivered = (...records: readonly LogRecord[]): RecordBatch => ({
  topic: WRITES,
  partition: records[0]!.partition,
  records,
})
const record = (type: string, position: number, partition = 0): LogRecord => ({
  ...at(position, partition),
  event: storedEvent(newScope(), { type }),
  defect: null,
})
const own = (...place: [number, number?]) => record('ContentStored', ...place)
const forOthers = (...place: [number, number?]) => record('MemoryForgotten', ...place)

describe('a processor that reads', () => {
  const subject = projector({ checkpoints: async () => new Map(), apply: async () => undefined })
  type Reading = Parameters<typeof subscribe>[2]
  const start = (
    deliver: (delivery: RecordBatch) => void = () => undefined,
    more: Partial<Reading> = {},
  ) =>
    subscribe({ ...runtime, member: 'worker-1' }, subject, {
      resumeAfter: async (topic, partition) => {
        told.push(['assigned', topic, partition])
        return 7
      },
      deliver: async (delivery) => {
        told.push(['delivered', delivery.records.length])
        deliver(delivery)
      },
      checkpoint: async (place) => void told.push(['checkpoint', place]),
      released: async (topic, partition) => void told.push(['released', topic, partition]),
      ...more,
    })

  test('given a processor, when it subscribes, then as its group to its topics, and a failure names it', async () => {
    await start()
    expect(options).toMatchObject({
      ...{ group: 'subject', member: 'worker-1', topics: [WRITES], maxRecords: 256 },
      takenInUpTo: undefined,
    })
    expect(await options.resumeAfter(WRITES, 3)).toBe(7)
    await options.released?.(WRITES, 3)
    expect(told).toEqual([
      ['assigned', WRITES, 3],
      ['released', WRITES, 3],
    ])
    const error = new Error('the log is gone')
    options.failed(error)
    expect(runtime.failures).toEqual([['subject', error]])
  })

  test('given events for others, when delivered, then their checkpoint comes later, and is announced', async () => {
    await start()
    await options.deliver(delivered(forOthers(1), forOthers(2)), fail)
    expect(told).toEqual([])
    await passed(IDLE_MS)
    expect(told).toEqual([['checkpoint', at(2)]])
    await passed(1_000)
    expect(told.slice(1)).toEqual([['announced', at(2)]])
  })

  test('given events for others, when delivered, then it is told of the last place at once', async () => {
    const passed = (place: LogPosition) => void told.push(['passed', place])
    await start(undefined, { passed })
    await options.deliver(delivered(forOthers(1), forOthers(2)), fail)
    expect(told).toEqual([['passed', at(2)]])
    await options.deliver(delivered(own(3)), fail)
    expect(told.slice(1)).toEqual([['delivered', 1]])
  })

  test.each([
    ['has taken in some', 5, [['announced', at(5)]]],
    ['has taken in nothing', undefined, []],
  ])(
    'given a store that others feed as well, when it %s, then the log is told how much, and only a place is announced',
    async (_, position, announced) => {
      await start(undefined, { takenInUpTo: async () => position })
      expect(await options.takenInUpTo?.(WRITES, 0)).toBe(position)
      await passed(1_000)
      expect(told).toEqual(announced)
    },
  )

  test('given a checkpoint that is never written, when it closes, then the subscription closes after two seconds', async () => {
    const forGood = () => new Promise<never>(() => undefined)
    const subscription = await start(undefined, { checkpoint: forGood })
    await options.deliver(delivered(forOthers(1)), fail)
    void subscription.close()
    await passed(1_999)
    expect(told).toEqual([])
    await passed(1)
    expect(told).toEqual(['closed'])
  })

  test('given a checkpoint that waits, when work follows, then it is not written any more; the work is announced', async () => {
    await start()
    await options.deliver(delivered(forOthers(1)), fail)
    await options.deliver(delivered(forOthers(2), own(3)), fail)
    await passed(IDLE_MS + 1_000)
    expect(told).toEqual([
      ['delivered', 2],
      ['announced', at(3)],
    ])
  })

  test('given work that fails, when delivered, then it is not announced', async () => {
    await start(() => {
      throw new Error('a bug')
    })
    await expect(options.deliver(delivered(own(1)), fail)).rejects.toThrow('a bug')
    await passed(1_000)
    expect(told).toEqual([['delivered', 1]])
  })

  test('given a checkpoint that waits, when the partition is assigned once more, then it is not written any more', async () => {
    await start()
    await options.deliver(delivered(forOthers(1)), fail)
    await options.deliver(delivered(forOthers(1, 1)), fail)
    await options.resumeAfter(WRITES, 0)
    await passed(IDLE_MS)
    expect(told.slice(1)).toEqual([['checkpoint', at(1, 1)]])
  })

  test('given a checkpoint that waits, when it closes, then it is written and announced before the subscription closes', async () => {
    const subscription = await start()
    await options.deliver(delivered(forOthers(1)), fail)
    await subscription.close()
    expect(told).toEqual([['checkpoint', at(1)], ['announced', at(1)], 'closed'])
    expect(vi.getTimerCount()).toBe(0)
    await subscription.announce([at(4)])
    expect(told.slice(3)).toEqual([['announced', at(4)]])
  })
})

describe('a transformer that reads', () => {
  const subject = transformer({
    assigned: (partition) => void told.push(['assigned', partition]),
    handle: async ([one], work) => {
      told.push(['handled', one!.position, work.note])
      return { outcome: 'emit', events: [answerTo(one!)] }
    },
  })
  const writes = async (count: number) => {
    await appendAll(
      runtime,
      Array.from({ length: count }, () => contentStored(newScope())),
    )
    return recordsOf(runtime.log, WRITES)
  }

  test('given where its group stood, when a partition is assigned, then it goes on there, with what is noted', async () => {
    const records = await writes(4)
    const progress = createProgress({ position: undefined, note: null }, 1_000)
    for (const { position } of records) progress.add(position)
    for (const position of [1, 3]) progress.finish(position)
    progress.keep(4, { parts: 2 })
    const { note } = progress.stand()
    await runtime.log.commit({ group: 'subject', records: [], checkpoints: [{ ...at(1), note }] })
    await runTransformer(runtime, subject)
    expect(options).toMatchObject({ group: 'subject', topics: [WRITES], maxRecords: 256 })
    expect(await options.resumeAfter(WRITES, 0)).toBe(1)
    await options.deliver(delivered(...records.slice(1)), fail)
    await passed(LINGER_MS)
    expect(told).toEqual([
      ['assigned', 0],
      ['handled', 2, null],
      ['handled', 4, { parts: 2 }],
    ])
    expect(await runtime.log.checkpoints('subject', WRITES)).toEqual(new Map([[0, 4]]))
    expect((await runtime.log.notes('subject', WRITES)).size).toBe(0)
    const error = new Error('the log is gone')
    options.failed(error)
    expect(runtime.failures).toEqual([['subject', error]])
  })

  test('given what has ended, when its partition is taken away, then it is committed before, and nothing is taken in after', async () => {
    const [first] = await writes(1)
    await runTransformer(runtime, subject)
    expect(await options.resumeAfter(WRITES, 0)).toBeUndefined()
    await options.deliver(delivered(first!), fail)
    await options.released!(WRITES, 0)
    expect(await runtime.log.checkpoints('subject', WRITES)).toEqual(new Map([[0, 1]]))
    await options.released!(WRITES, 0)
    await options.released!('memory.facts.v1', 0)
    expect(await options.resumeAfter(WRITES, 0)).toBe(1)
  })

  test('given two partitions, when one is taken away, then the other goes on', async () => {
    const [first, second] = await writes(2)
    await runTransformer(runtime, subject)
    for (const partition of [0, 1]) await options.resumeAfter(WRITES, partition)
    await options.released!(WRITES, 1)
    told = []
    await options.deliver(delivered(first!, second!), fail)
    await passed(LINGER_MS)
    expect(told).toHaveLength(2)
    expect(await runtime.log.checkpoints('subject', WRITES)).toEqual(new Map([[0, 2]]))
  })

  test('given a commit that fails for good, when delivered, then the partition is told', async () => {
    const fatal = Object.assign(new Error('the configuration is wrong'), { fatal: true })
    const [first] = await writes(1)
    const commit = () => Promise.reject(fatal)
    await runTransformer({ ...runtime, log: { ...runtime.log, commit } }, subject)
    await options.resumeAfter(WRITES, 0)
    const failures: Error[] = []
    await options.deliver(delivered(first!), (error) => failures.push(error))
    await passed(LINGER_MS)
    expect(failures).toEqual([fatal])
  })
})
