// What was decided for a user when something of the user is forgotten: it is decided again before the forget is passed.
import { expect, onTestFinished, test, vi } from 'vitest'
import type { LogRecord, Position, SubscribeOptions } from '../../../../infra/ports/event-log.ts'
import { present } from '../../../../infra/runtime/certain.ts'
import { runTransformer } from '../../../../infra/runtime/run/run-transformer.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import { answerTo, createRuntime, transformer } from '../given.ts'
import { AT, IDLE_MS, LINGER_MS, passed, SOON_MS, stands } from '../given-commits.ts'
import { answer, givenPartition, written } from '../given-partition.ts'

const forgetting = { handles: ['ContentStored'], awaitedPast: ['MemoryForgotten'] } as const
const forgotten = (userId: string, position: number) =>
  written(userId, position, { type: 'MemoryForgotten' })

test('given results that are in no commit, when their user forgets, then the user’s are decided again, in order, and those of others stay', async () => {
  const given = givenPartition({ ...forgetting, grouping: 'event' })
  const { take, begun, places, commits, runtime } = given
  await take(written('v', 1), written('u', 2), written('w', 3), written('u', 4), written('u', 5))
  await take(written('u', 6))
  const [ofOther, second, third] = [answer(), answer(), answer()]
  await begun[0]!.end([ofOther])
  await begun[1]!.end([answer()])
  await begun[3]!.end([answer()])
  expect(places()).toEqual([[1], [2], [3], [4], [5]])
  await take(forgotten('u', 7))
  expect(begun[4]!.work.signal.reason).toEqual(new Error('what this rests on has changed'))
  expect(begun[2]!.work.signal.aborted).toBe(false)
  await expect(begun[4]!.work.publish([answer()], {})).rejects.toBe(begun[4]!.work.signal.reason)
  await begun[4]!.end([answer()])
  expect(places().slice(5)).toEqual([[2]])
  await begun[5]!.end([second])
  await begun[6]!.end([third])
  await begun[7]!.end([])
  await begun[8]!.end([])
  await begun[2]!.end([])
  await passed(IDLE_MS)
  expect(places().slice(5)).toEqual([[2], [4], [5], [6]])
  expect(commits.flatMap(({ records }) => records)).toEqual([ofOther, second, third])
  expect(stands(commits).at(-1)).toBe(7)
  const { values } = await runtime.telemetry.decidedAgain.get()
  expect(values.map(({ labels, value }) => [labels, value])).toEqual([
    [{ processor: 'subject' }, 3],
  ])
})

test('given work that fails because it is recalled, when it fails, then it is decided again, and the partition goes on', async () => {
  const { take, begun, places, failures } = givenPartition(forgetting)
  await take(written('u', 1))
  await take(forgotten('u', 2))
  await begun[0]!.fail(new Error('ended'))
  expect([failures, places()]).toEqual([[], [[1], [1]]])
  await begun[1]!.fail(new Error('a bug'))
  expect(failures).toEqual([new Error('a bug')])
})

test('given work that stands apart and a result of it, when its user forgets, then both are decided again', async () => {
  const { take, begun, places } = givenPartition({
    ...forgetting,
    handles: ['ContentStored', 'ActivityRecorded'],
    apart: ['ActivityRecorded'],
  })
  const apart = (position: number) => written('u', position, { type: 'ActivityRecorded' })
  await take(apart(1), written('u', 2), apart(3))
  await begun[0]!.end()
  await take(forgotten('u', 4))
  await begun[2]!.end()
  expect(places()).toEqual([[1], [2], [3], [1]])
})

test('given work that is void already, when its user forgets, then it is not decided again', async () => {
  const { take, begun, places } = givenPartition({
    ...forgetting,
    voids: ({ version }) => version === 2,
  })
  await take(written('u', 1))
  await take(written('u', 2, { version: 2 }))
  await take(forgotten('u', 3))
  await begun[0]!.end()
  expect(places()).toEqual([[1], [2]])
})

test('given work that is recalled, when an event voids it before it ends, then it is not decided again', async () => {
  const { take, begun, places, commits } = givenPartition({
    ...forgetting,
    voids: ({ version }) => version === 2,
  })
  await take(written('u', 1))
  await take(forgotten('u', 2))
  await take(written('u', 3, { version: 2 }))
  await begun[0]!.end([answer()])
  expect(places()).toEqual([[1], [3]])
  await begun[1]!.end()
  await passed(IDLE_MS)
  expect(stands(commits).at(-1)).toBe(3)
})

test('given results that are recalled, when more comes, then they count as not done', async () => {
  const { take, begun, taken } = givenPartition(forgetting)
  const sealed = Buffer.alloc(1024 * 1024)
  const big = Array.from({ length: 31 }, (_, n) =>
    written(n === 0 ? 'u' : `v${n}`, n + 1, { sealed }),
  )
  await take(...big, written('w', 40))
  await begun[0]!.end()
  await take(forgotten('u', 41), written('x', 42, { sealed }))
  expect(taken).toEqual([32])
  await begun[32]!.end()
  expect(taken).toEqual([32, 2])
})

test('given a result in a commit that is under way, when its user forgets, then that is passed after the commit', async () => {
  const { run, take, begun, commits, hold } = givenPartition(forgetting)
  await take(written('u', 1), written('v', 2))
  const open = hold()
  await begun[0]!.end([answer()])
  await passed(LINGER_MS)
  let isOver = false
  void run.recall(written('u', 3)).then(() => {
    isOver = true
  })
  await take(forgotten('u', 3))
  await passed(SOON_MS)
  expect([isOver, commits.length, begun.length]).toEqual([false, 1, 2])
  open()
  await passed(SOON_MS)
  expect(isOver).toBe(true)
  expect(commits.map(({ checkpoints: [checkpoint] }) => checkpoint!.note)).toEqual([
    null,
    '{"done":"3","work":[]}',
  ])
})

test('given a result in the last commit of a partition that is taken away, when its user forgets, then that is passed after the commit', async () => {
  const { run, take, begun, hold, commits } = givenPartition(forgetting)
  await take(written('u', 1), written('v', 2))
  const openFirst = hold()
  await begun[0]!.end([answer()])
  await passed(LINGER_MS)
  await begun[1]!.end([answer()])
  void run.close()
  const openLast = hold()
  openFirst()
  await passed(0)
  expect(commits).toHaveLength(2)
  let isOver = false
  const recalled = run.recall(written('v', 3)).then(() => {
    isOver = true
  })
  await passed(SOON_MS)
  expect(isOver).toBe(false)
  openLast()
  await recalled
})

test.each([
  ['under way', async () => undefined],
  ['the last one', async (run: { close(): Promise<void> }) => void run.close()],
])(
  'given a commit that fails, %s, when its user forgets, then that is not passed',
  async (_, end) => {
    const { run, take, begun, hold, runtime } = givenPartition(forgetting)
    await take(written('u', 1))
    const open = hold()
    await runtime.log.close()
    await begun[0]!.end([answer()])
    await end(run)
    const recalled = run.recall(written('u', 2))
    open()
    await expect(recalled).rejects.toThrow()
  },
)

const FACTS = 'memory.facts.v1'
type Released = NonNullable<SubscribeOptions['released']>
const OTHER_PARTITION = AT.partition + 1

/**
 * A transformer of two topics. The test delivers, and holds commits of results back until `release` or `breakDown` is
 * called.
 */
async function givenTwoTopics() {
  vi.useFakeTimers()
  const sqlite = createSqliteEventLog({ directory: null })
  const { promise: gate, resolve: release, reject: breakDown } = Promise.withResolvers<void>()
  const subscribed = Promise.withResolvers<SubscribeOptions>()
  const committed: Position[] = []
  const runtime = createRuntime({
    ...sqlite,
    subscribe: (options) => {
      subscribed.resolve(options)
      return Promise.resolve({ announce: () => Promise.resolve(), close: () => Promise.resolve() })
    },
    commit: async (commit) => {
      if (commit.records.length > 0) await gate
      committed.push(...commit.checkpoints.map(({ position }) => position))
      return sqlite.commit(commit)
    },
  })
  onTestFinished(async () => {
    vi.useRealTimers()
    await runtime.stop()
  })
  await runTransformer(
    runtime,
    transformer({
      ...forgetting,
      reads: [AT.topic, FACTS],
      handle: async ([one]) => ({ outcome: 'emit', events: [answerTo(one!)] }),
    }),
  )
  const log = await subscribed.promise
  for (const topic of [AT.topic, FACTS] as const) await log.resumeAfter(topic, AT.partition)
  await log.resumeAfter(AT.topic, OTHER_PARTITION)
  const failures: [topic: string, error: Error][] = []
  const deliver = async (record: LogRecord) => {
    const fail = (error: Error) => void failures.push([record.topic, error])
    void log.deliver({ ...record, records: [record] }, fail)
    await passed(SOON_MS)
  }
  const released = present(log.released, 'released')
  return { deliver, released, release, breakDown, committed, failures }
}

test.each([
  ['goes on', async () => undefined],
  ['is taken away', (released: Released) => released(FACTS, AT.partition)],
])(
  'given a commit of another topic of the partition, which %s, when its user forgets, then that is passed after the commit',
  async (_, then) => {
    const { deliver, released, release, committed } = await givenTwoTopics()
    await deliver({ ...written('u', 1), topic: FACTS })
    void then(released)
    await deliver({ ...forgotten('u', 2), partition: OTHER_PARTITION })
    await deliver(forgotten('u', 3))
    expect(committed).toEqual([2])
    release()
    await passed(SOON_MS)
    expect(committed).toEqual([2, 1, 3])
  },
)

test('given a commit of another topic of the partition, when it fails after its user forgets, then that is never passed, and its topic fails as well', async () => {
  const { deliver, breakDown, committed, failures } = await givenTwoTopics()
  await deliver({ ...written('u', 1), topic: FACTS })
  await deliver(forgotten('u', 2))
  const fatal = Object.assign(new Error('the configuration is wrong'), { fatal: true })
  breakDown(fatal)
  await passed(IDLE_MS)
  expect(committed).toEqual([])
  expect(failures).toEqual([
    [FACTS, fatal],
    [AT.topic, fatal],
  ])
})

test('given a partition of another topic whose last commit fails, when it is taken away, then its user’s forget is passed all the same', async () => {
  const { deliver, released, breakDown, committed, failures } = await givenTwoTopics()
  await deliver({ ...written('u', 1), topic: FACTS })
  const ended = released(FACTS, AT.partition)
  const fatal = Object.assign(new Error('the configuration is wrong'), { fatal: true })
  breakDown(fatal)
  await ended
  await deliver(forgotten('u', 2))
  await passed(SOON_MS)
  expect(committed).toEqual([2])
  expect(failures).toEqual([])
})
