// Running a transformer: exactly once whatever fails, wherever the process dies. How one group is settled:
// run-transformer-settle.test.ts; what begins when: partition-run.test.ts.
import { afterEach, expect, test } from 'vitest'
import type { EventLog, SubscribeOptions } from '../../../../infra/ports/event-log.ts'
import { WrongMasterKey } from '../../../../infra/ports/key-store.ts'
import { present } from '../../../../infra/runtime/certain.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import {
  type Delivered,
  nothing,
  type Outcome,
  type Transformer,
  type Work,
} from '../../../../infra/runtime/run/processor.ts'
import { runTransformer } from '../../../../infra/runtime/run/run-transformer.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'
import {
  answerTo,
  appendAll,
  contentStored,
  createRuntime,
  type Runtime,
  recordsOf,
  transformer,
} from '../given.ts'

const FACTS = 'memory.facts.v1'
const PARKED = 'memory.writes.v1.dlq'
const running: Runtime[] = []
afterEach(async () => {
  for (const runtime of running.splice(0)) await runtime.stop()
})

function start(log?: EventLog): Runtime {
  const runtime = createRuntime(log)
  running.push(runtime)
  return runtime
}

/** Answers which events there are, in order. */
async function answered({ log }: Runtime): Promise<unknown[]> {
  return (await recordsOf(log, FACTS)).map((record) => record.event!.open.category)
}

/** The log of a process that is killed: its connection ends, and data on disk stays. */
function outliving(): { log: EventLog; killed: EventLog } {
  const log = createSqliteEventLog({ directory: null })
  return { log, killed: { ...log, close: async () => undefined } }
}

const answers = (...group: readonly Delivered[]): Outcome => ({
  outcome: 'emit',
  events: group.map(answerTo),
})
const forGood = () => new Promise<never>(() => undefined)

/** Never ends the work on events of `slow`. */
function stuckOn(slow: Scope): Transformer {
  return transformer({
    handle: async ([one]) => (one!.event.userId === slow.userId ? forGood() : answers(one!)),
  })
}

test('given work that fails, when it is tried again, then what it had paid for is there, and nothing of other work', async () => {
  const runtime = start()
  await appendAll(runtime, [contentStored(newScope()), contentStored(newScope())])
  const told: unknown[] = []
  await runTransformer(
    runtime,
    transformer({
      concurrency: 1,
      handle: async ([one], { paid }) => {
        told.push([...paid.keys()])
        const isFirst = paid.size === 0
        paid.set(one!.event.id, 'answer')
        if (isFirst) throw new Outage('down')
        return answers(one!)
      },
    }),
  )
  await eventually(async () => expect(await answered(runtime)).toHaveLength(2))
  const ids = await answered(runtime)
  expect(told.toSorted()).toEqual([[], [], ...ids.map((id) => [id]).toSorted()])
})

test.each(['event', 'user'] as const)(
  'given events of several users, when grouped by %s, then each is answered once, in its user’s order',
  async (grouping) => {
    const runtime = start()
    const scopes = [newScope(), newScope(), newScope()]
    const events = Array.from({ length: 30 }, (_, n) => contentStored(scopes[n % 3]!))
    await appendAll(runtime, events)
    await runTransformer(
      runtime,
      transformer({
        grouping,
        handle: async (group) => ({ outcome: 'emit', events: group.map(answerTo) }),
      }),
    )
    await eventually(async () => expect(await answered(runtime)).toHaveLength(30))
    const records = await recordsOf(runtime.log, FACTS)
    for (const scope of scopes) {
      const own = records.filter((record) => record.event!.userId === scope.userId)
      const wanted = events.filter((event) => event.userId === scope.userId)
      expect(own.map((record) => record.event!.open.category)).toEqual(wanted.map(({ id }) => id))
      expect(own[0]!.event!.causationId).toBe(wanted[grouping === 'user' ? 9 : 0]!.id)
    }
    const stands = await runtime.log.checkpoints('subject', 'memory.writes.v1')
    expect(stands).toEqual(await runtime.log.ends('memory.writes.v1'))
  },
)

test('given a commit that fails after the handling, when tried again, then everything is there once', async () => {
  const log = createSqliteEventLog({ directory: null })
  let failures = 0
  const flaky: EventLog = {
    ...log,
    commit: async (commit) => {
      if (commit.records.length > 0 && failures++ === 0) throw new Outage('no quorum')
      return log.commit(commit)
    },
  }
  const runtime = start(flaky)
  const ids = await appendAll(runtime, [contentStored(newScope()), contentStored(newScope())])
  await runTransformer(runtime, transformer({ handle: async ([one]) => answers(one!) }))
  await eventually(async () => expect(await answered(runtime)).toEqual(ids))
})

test('given a process that dies between handling and commit, when the next one starts, then everything is there once', async () => {
  const log = createSqliteEventLog({ directory: null })
  let dead = false
  const dying: EventLog = {
    ...log,
    close: async () => undefined,
    commit: async (commit) => {
      if (dead) throw new Error('dead')
      dead = true
      await log.commit(commit)
      throw new Error('died before the answer came')
    },
  }
  const first = start(dying)
  const scope = newScope()
  const ids = await appendAll(first, [contentStored(scope), contentStored(scope)])
  const subject = transformer({
    handle: async ([one]) => answers(one!),
  })
  const ending = await runTransformer(first, subject)
  await eventually(() => expect(first.failures).toHaveLength(1))
  await ending.close()
  const second = start(log)
  await runTransformer(second, subject)
  await eventually(async () => expect(await answered(second)).toEqual(ids))
})

test('given results beyond an event that has not ended, when the process dies, then the next one repeats none of them', async () => {
  const { log, killed } = outliving()
  const [slow, neighbour] = [newScope(), newScope()]
  const first = start(killed)
  const [slowId] = await appendAll(first, [contentStored(slow)])
  const ids = await appendAll(first, [contentStored(neighbour), contentStored(neighbour)])
  await runTransformer(first, stuckOn(slow))
  await eventually(async () => expect(await answered(first)).toEqual(ids))
  const second = start(log)
  const handled: string[] = []
  await runTransformer(
    second,
    transformer({
      handle: async ([one]) => {
        handled.push(one!.event.id)
        return answers(one!)
      },
    }),
  )
  await eventually(async () => expect(await answered(second)).toEqual([...ids, slowId]))
  expect(handled).toEqual([slowId])
})

test('given work in parts, when the process dies between them, then the next one goes on after the last part', async () => {
  const { log, killed } = outliving()
  const scope = newScope()
  const first = start(killed)
  const [id] = await appendAll(first, [contentStored(scope)])
  const part = ({ event }: Delivered, n: number) => {
    const answer = answerTo({ event } as Delivered).event
    return {
      event: { ...answer, id: answer.id.replace(/^.{8}/, `eeeeeee${n}`) },
      keyGeneration: null,
    }
  }
  const inParts = (dieAfter: number) => async (group: readonly Delivered[], work: Work) => {
    const from = Number(work.note?.parts ?? 0)
    for (let n = from; n < 4; n++) {
      if (n === dieAfter) return forGood()
      await work.publish([part(group[0]!, n)], { parts: n + 1 })
    }
    return answers(group[0]!)
  }
  await runTransformer(first, transformer({ handle: inParts(2) }))
  await eventually(async () => expect(await answered(first)).toEqual([id, id]))
  const second = start(log)
  await runTransformer(second, transformer({ handle: inParts(9) }))
  await eventually(async () => expect(await answered(second)).toHaveLength(5))
  const records = await recordsOf(log, 'memory.facts.v1')
  expect(new Set(records.map(({ event }) => event!.id)).size).toBe(5)
  await eventually(async () => {
    expect(await log.checkpoints('subject', 'memory.writes.v1')).toEqual(
      await log.ends('memory.writes.v1'),
    )
    expect(await log.notes('subject', 'memory.writes.v1')).toEqual(new Map())
  })
})

test('given what is emitted, when it is durable, then the processor is told where it went', async () => {
  const runtime = start()
  await appendAll(runtime, [contentStored(newScope()), contentStored(newScope())])
  const told: [string, unknown[]][] = []
  await runTransformer(
    runtime,
    transformer({
      handle: async ([one]) => ({
        outcome: 'emit',
        events: [answerTo(one!)],
        committed: (positions) => told.push([one!.event.id, [...positions]]),
      }),
    }),
  )
  await eventually(() => expect(told).toHaveLength(2))
  for (const record of await recordsOf(runtime.log, FACTS)) {
    const { topic, partition, position } = record
    expect(told).toContainEqual([record.event!.open.category, [{ topic, partition, position }]])
  }
})

test('given an unknown event type, when read, then it is dead-lettered once and what follows goes on', async () => {
  const runtime = start()
  const scope = newScope()
  const event = storedEvent(scope, { type: 'ContentBurnt' })
  await runtime.log.append([{ topic: 'memory.writes.v1', event }])
  const ids = await appendAll(runtime, [contentStored(scope)])
  const subject = transformer({
    handle: async ([one]) => answers(one!),
  })
  await runTransformer(runtime, subject)
  await eventually(async () => expect(await answered(runtime)).toEqual(ids))
  const letters = await recordsOf(runtime.log, PARKED)
  expect(letters.map((each) => each.event!.open)).toMatchObject([
    { eventType: 'ContentBurnt', errorClass: 'Undecodable' },
  ])
})

test('given a key that does not open, when handled, then the processor stops and nothing is dead-lettered', async () => {
  const runtime = start()
  await appendAll(runtime, [contentStored(newScope())])
  const keys = {
    ...runtime.keys,
    get: async () => {
      throw new WrongMasterKey()
    },
  }
  await runTransformer({ ...runtime, keys }, transformer({ handle: async () => nothing }))
  await eventually(() =>
    expect(runtime.failures).toEqual([['subject', expect.any(WrongMasterKey)]]),
  )
  expect(await recordsOf(runtime.log, PARKED)).toEqual([])
  expect((await runtime.log.checkpoints('subject', 'memory.writes.v1')).size).toBe(0)
})

test('given a key that is destroyed while its event is handled, when committed, then its words are not published', async () => {
  const runtime = start()
  const scope = newScope()
  const [id] = await appendAll(runtime, [contentStored(scope)])
  await runTransformer(
    runtime,
    transformer({
      writes: ['memory.summaries.v1'],
      handle: async ([one]) => {
        await runtime.keys.destroy(scope, 1)
        const event = {
          ...answerTo(one!).event,
          type: 'SummaryEvolved' as const,
          open: { category: 'work', source: 1, engine: 'test' },
          sealed: { text: 'xylophone-canary' },
        }
        return { outcome: 'emit', events: [{ event, keyGeneration: 1 }, answerTo(one!)] }
      },
    }),
  )
  await eventually(async () => expect(await answered(runtime)).toEqual([id]))
  expect(await recordsOf(runtime.log, 'memory.summaries.v1')).toEqual([])
})

test('given much to do, when the service stops, then what has begun is committed and the rest is left', async () => {
  const stopping = new AbortController()
  const runtime = { ...start(), signal: stopping.signal }
  const ids = await appendAll(
    runtime,
    Array.from({ length: 50 }, () => contentStored(newScope())),
  )
  const begun: string[] = []
  const subscription = await runTransformer(
    runtime,
    transformer({
      concurrency: 1,
      handle: async ([one]) => {
        begun.push(one!.event.id)
        if (begun.length === 3) stopping.abort(new Error('stopping'))
        return { outcome: 'emit', events: [answerTo(one!)] }
      },
    }),
  )
  await eventually(async () => expect(await answered(runtime)).toEqual(ids.slice(0, 3)))
  await subscription.close()
  expect(begun).toEqual(ids.slice(0, 3))
})

/** What the log is told to call. The test delivers, assigns and releases. */
async function subscribed() {
  const log = createSqliteEventLog({ directory: null })
  const { promise, resolve } = Promise.withResolvers<SubscribeOptions>()
  const runtime = start({
    ...log,
    subscribe: async (options) => {
      resolve(options)
      return { announce: async () => undefined, close: async () => undefined }
    },
  })
  await runTransformer(runtime, transformer({ handle: async () => nothing }))
  return { runtime, options: await promise }
}

test('given a checkpoint that has moved, when its partition is released, then it is committed before that ends, and nothing is taken in any more', async () => {
  const { runtime, options } = await subscribed()
  const at = { topic: 'memory.writes.v1', partition: 0 } as const
  const stands = () => runtime.log.checkpoints('subject', at.topic)
  await options.resumeAfter(at.topic, at.partition)
  const event = storedEvent(newScope(), { type: 'ActivityRecorded' })
  const delivery = { ...at, records: [{ ...at, position: 4, event, defect: null }] }
  await options.deliver(delivery, (error) => runtime.failed('subject', error))
  expect(await stands()).toEqual(new Map())
  const released = present(options.released, 'released')
  await released(at.topic, at.partition)
  expect(await stands()).toEqual(new Map([[0, 4]]))
  await expect(options.deliver(delivery, () => undefined)).rejects.toThrow('none has the key')
  // One that is not delivered here.
  await released(at.topic, at.partition)
  await released(at.topic, 1)
  expect(runtime.failures).toEqual([])
})
