// A replay: every record of a projector's topics, once, after those that its store has taken in already.
import { beforeEach, expect, test } from 'vitest'
import { replay, replayLength, replayUpTo } from '../../../../infra/runtime/replay/replay.ts'
import { newScope } from '../../../contracts/given.ts'
import { startedEach } from '../../../started.ts'
import { appendAll, contentStored, createRuntime, projector, type Runtime } from '../given.ts'

const WRITES = 'memory.writes.v1'
const SUMMARIES = 'memory.summaries.v1'

const runtime = startedEach(createRuntime)
beforeEach(async () => {
  await appendAll(
    runtime,
    [1, 2, 3].map(() => contentStored(newScope())),
  )
  const summary = { category: 'work', source: 1, engine: 'test' }
  await appendAll(runtime, [
    { ...contentStored(newScope()), type: 'SummaryEvolved', open: summary, sealed: { text: 'x' } },
  ])
})

function subject(stands: Partial<Record<string, number>> = {}) {
  const applied: [topic: string, positions: number[], upTo: number][] = []
  const read = projector({
    reads: [WRITES, SUMMARIES],
    handles: ['ContentStored', 'SummaryEvolved'],
    checkpoints: async (topic) => new Map(stands[topic] === undefined ? [] : [[0, stands[topic]]]),
    apply: async (batch, { topic, position }) => {
      applied.push([topic, batch.map((each) => each.position), position])
    },
  })
  return { applied, read }
}

test('given a log, when replayed, then topic after topic is applied, counted and told', async () => {
  const { applied, read } = subject()
  const told: unknown[] = []
  expect(await replay(runtime, read, (done) => told.push(done))).toBe(4)
  expect(applied).toEqual([
    [WRITES, [1, 2, 3], 3],
    [SUMMARIES, [1], 1],
  ])
  expect(told).toEqual([
    { records: 3, topic: WRITES },
    { records: 1, topic: SUMMARIES },
  ])
  expect(await replayLength(runtime.log, read)).toBe(4)
})

test('given a log that begins at 0, when its length is asked, then the record there counts, once', async () => {
  const zeroBased: typeof runtime.log = {
    ...runtime.log,
    ends: async (topic) =>
      new Map([...(await runtime.log.ends(topic))].map(([at, end]) => [at, end - 1])),
    async *read(stretch) {
      for await (const records of runtime.log.read(stretch))
        yield records.map((record) => ({ ...record, position: record.position - 1 }))
    },
  }
  expect(await replayLength(zeroBased, subject().read)).toBe(4)
  expect(await replayLength(zeroBased, subject({ [WRITES]: 0 }).read)).toBe(3)
  expect(await replayLength(zeroBased, subject({ [WRITES]: 0, [SUMMARIES]: 0 }).read)).toBe(2)
})

test('given a store that stands somewhere, when replayed, then it goes on after that', async () => {
  const { applied, read } = subject({ [WRITES]: 2, [SUMMARIES]: 1 })
  expect(await replay(runtime, read, () => undefined)).toBe(1)
  expect(applied).toEqual([[WRITES, [3], 3]])
})

test('given that it is to stop, when replayed, then nothing more is applied', async () => {
  const { applied, read } = subject()
  const stopping = new AbortController()
  const reason = new Error('stopping')
  const stopped = replay({ ...runtime, signal: stopping.signal }, read, () =>
    stopping.abort(reason),
  )
  await expect(stopped).rejects.toBe(reason)
  expect(applied).toHaveLength(1)
})

/** The log, as one with two partitions of each topic that hold the same. */
const twice = () => ({
  ...runtime,
  log: { ...runtime.log, partitions: () => [0, 1], read: onlyFirst },
})

function onlyFirst(options: Parameters<Runtime['log']['read']>[0]) {
  return runtime.log.read({ ...options, partition: 0 })
}

test('given two partitions, when replayed, then side by side', async () => {
  const both = Promise.withResolvers<void>()
  let waiting = 0
  const { read } = subject()
  const apply: typeof read.apply = async () => {
    if (++waiting === 2) both.resolve()
    await both.promise
  }
  expect(await replay(twice(), { ...read, apply }, () => undefined)).toBe(8)
})

test.each([
  [1, 4_000],
  [4, 1_000],
  [12, 500],
])('given %d partitions, when replayed, then each is read in steps of %d', async (count, most) => {
  const { read } = subject()
  const asked = new Set<number | undefined>()
  const log: Runtime['log'] = {
    ...runtime.log,
    partitions: () => Array.from({ length: count }, (_, n) => n),
    read: (options) => {
      asked.add(options.maxRecords)
      return onlyFirst(options)
    },
  }
  await replay({ ...runtime, log }, read, () => undefined)
  expect([...asked]).toEqual([most])
})

test('given a partition that fails, when replayed, then the others end and it is told', async () => {
  const { read } = subject()
  const applied: string[] = []
  const apply: typeof read.apply = async (_, { topic, partition }) => {
    applied.push(`${topic}/${partition}`)
  }
  const failing = twice()
  const broken = new Error('the log broke')
  const failed = replay(
    {
      ...failing,
      log: {
        ...failing.log,
        read: (options) => {
          if (options.partition === 1) throw broken
          return onlyFirst(options)
        },
      },
    },
    { ...read, apply },
    () => undefined,
  )
  await expect(failed).rejects.toBe(broken)
  expect(applied).not.toContain(`${SUMMARIES}/0`)
})

test('given a partition that fails when the other is done, when replayed, then it is told all the same', async () => {
  const { read } = subject()
  const done = Promise.withResolvers<void>()
  const broken = new Error('the log broke')
  const log: Runtime['log'] = {
    ...twice().log,
    read: async function* (options) {
      if (options.partition === 0) {
        yield* onlyFirst(options)
        return setImmediate(done.resolve)
      }
      await done.promise
      throw broken
    },
  }
  await expect(replay({ ...runtime, log }, read, () => undefined)).rejects.toBe(broken)
})

test('given a position, when replayed up to it, then what follows is left', async () => {
  const { applied, read } = subject()
  const upTo = new Map([
    [WRITES, new Map([[0, 2]])],
    [SUMMARIES, new Map([[0, 0]])],
  ] as const)
  expect(await replayUpTo(runtime, read, { progress: () => undefined, upTo })).toBe(2)
  expect(applied).toEqual([[WRITES, [1, 2], 2]])
})

test('given a store that stands somewhere, when asked how much is left, then only that counts', async () => {
  const { read } = subject({ [WRITES]: 2 })
  expect(await replayLength(runtime.log, read)).toBe(2)
})
