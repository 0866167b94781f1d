// Running a transformer: exactly once whatever fails, poison dead-lettered alone, outages waited for.
import { afterEach, expect, test } from 'vitest'
import type { EventLog, SubscribeOptions } from '../../../../infra/ports/event-log.ts'
import { WrongMasterKey } from '../../../../infra/ports/key-store.ts'
import { present } from '../../../../infra/runtime/certain.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import { nothing } from '../../../../infra/runtime/run/processor.ts'
import { runTransformer } from '../../../../infra/runtime/run/run-transformer.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
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
  await runTransformer(
    runtime,
    transformer({ handle: async ([one]) => ({ outcome: 'emit', events: [answerTo(one!)] }) }),
  )
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
    handle: async ([one]) => ({ outcome: 'emit', events: [answerTo(one!)] }),
  })
  const ending = await runTransformer(first, subject)
  await eventually(() => expect(first.failures).toHaveLength(1))
  await ending.close()
  const second = start(log)
  await runTransformer(second, subject)
  await eventually(async () => expect(await answered(second)).toEqual(ids))
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

test('given poison between others, when handled, then it is dead-lettered with its class and the others go on', async () => {
  const runtime = start()
  const scope = newScope()
  const ids = await appendAll(
    runtime,
    Array.from({ length: 5 }, () => contentStored(scope)),
  )
  await runTransformer(
    runtime,
    transformer({
      handle: async ([one]) => {
        if (one!.event.id === ids[2]) throw new TypeError('xylophone-canary is not a function')
        return { outcome: 'emit', events: [answerTo(one!)] }
      },
    }),
  )
  await eventually(async () =>
    expect(await answered(runtime)).toEqual(ids.filter((id) => id !== ids[2])),
  )
  const [letter, ...more] = await recordsOf(runtime.log, PARKED)
  expect(more).toEqual([])
  expect(letter!.event).toMatchObject({
    type: 'RecordParked',
    ...scope,
    open: { processor: 'subject', eventId: ids[2], errorClass: 'TypeError', attempts: 4 },
  })
  expect(JSON.stringify(letter)).not.toContain('xylophone')
  expect(runtime.failures).toEqual([])
})

test('given a processor that asks to dead-letter, when handled, then it is dead-lettered at once with its reason', async () => {
  const runtime = start()
  await appendAll(runtime, [contentStored(newScope())])
  const reason = 'the raw content is not there'
  await runTransformer(
    runtime,
    transformer({
      handle: async () => ({ outcome: 'dead-letter', errorClass: 'ObjectMissing', reason }),
    }),
  )
  await eventually(async () =>
    expect((await recordsOf(runtime.log, PARKED)).map((each) => each.event!.open)).toMatchObject([
      { errorClass: 'ObjectMissing', reason, attempts: 1 },
    ]),
  )
})

test('given an unknown event type, when read, then it is dead-lettered once and what follows goes on', async () => {
  const runtime = start()
  const scope = newScope()
  const event = storedEvent(scope, { type: 'ContentBurnt' })
  await runtime.log.append([{ topic: 'memory.writes.v1', event }])
  const ids = await appendAll(runtime, [contentStored(scope)])
  const subject = transformer({
    handle: async ([one]) => ({ outcome: 'emit', events: [answerTo(one!)] }),
  })
  await runTransformer(runtime, subject)
  await eventually(async () => expect(await answered(runtime)).toEqual(ids))
  const letters = await recordsOf(runtime.log, PARKED)
  expect(letters.map((each) => each.event!.open)).toMatchObject([
    { eventType: 'ContentBurnt', errorClass: 'Undecodable' },
  ])
})

test('given an outage, when handled, then it is waited for and nothing is dead-lettered', async () => {
  const runtime = start()
  const ids = await appendAll(runtime, [contentStored(newScope())])
  let attempts = 0
  await runTransformer(
    runtime,
    transformer({
      handle: async ([one]) => {
        if (++attempts < 6) throw new Outage('the model is away')
        return { outcome: 'emit', events: [answerTo(one!)] }
      },
    }),
  )
  await eventually(async () => expect(await answered(runtime)).toEqual(ids))
  expect(await recordsOf(runtime.log, PARKED)).toEqual([])
})

test('given keys that cannot be reached for a while, when handled, then the event waits and is not dead-lettered', async () => {
  const runtime = start()
  const ids = await appendAll(runtime, [contentStored(newScope())])
  let asked = 0
  const keys = {
    ...runtime.keys,
    get: async (...of: Parameters<typeof runtime.keys.get>) => {
      if (++asked < 4) throw new Outage('the key store is down')
      return runtime.keys.get(...of)
    },
  }
  await runTransformer(
    { ...runtime, keys },
    transformer({ handle: async ([one]) => ({ outcome: 'emit', events: [answerTo(one!)] }) }),
  )
  await eventually(async () => expect(await answered(runtime)).toEqual(ids))
  expect(await recordsOf(runtime.log, PARKED)).toEqual([])
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
