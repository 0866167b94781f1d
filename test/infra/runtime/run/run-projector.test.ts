// Running a projector: what it applies in which order, and whom it tells. How one delivery is applied:
// run-projector-project.test.ts.
import { beforeEach, describe, expect, test } from 'vitest'
import type { LogPosition } from '../../../../infra/ports/event-log.ts'
import { WrongMasterKey } from '../../../../infra/ports/key-store.ts'
import { GaveUp, Outage } from '../../../../infra/runtime/fail/retry.ts'
import type { Delivered } from '../../../../infra/runtime/run/processor.ts'
import { runProjector } from '../../../../infra/runtime/run/run-projector.ts'
import { createLocalStands, type LocalStands } from '../../../../infra/runtime/wait/local-stands.ts'
import type { NewDomainEvent } from '../../../../schemas/events/catalogue.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'
import { startedEach } from '../../../started.ts'
import { appendAll, contentStored, createRuntime, projector, recordsOf } from '../given.ts'

const WRITES = 'memory.writes.v1'
const PARKED = 'memory.writes.v1.dlq'
type Tell = Parameters<LocalStands['tell']>
const runtime = startedEach(createRuntime)

/** A minimal store: ids in order, and a checkpoint kept with them. */
function createStore(before: (batch: readonly Delivered[]) => void = () => undefined) {
  const ids: string[] = []
  const stands = new Map<number, number>()
  return {
    ids,
    stands,
    checkpoints: async () => stands,
    apply: async (batch: readonly Delivered[], { partition, position }: LogPosition) => {
      before(batch)
      if ((stands.get(partition) ?? -1) >= position) return
      ids.push(...batch.map(({ event }) => event.id))
      stands.set(partition, position)
    },
  }
}

test('given events, when projected, then all are applied in order and the checkpoint is the last', async () => {
  const store = createStore()
  const ids = await appendAll(
    runtime,
    Array.from({ length: 300 }, () => contentStored(newScope())),
  )
  await runProjector(runtime, projector(store))
  await eventually(() => expect(store.ids).toEqual(ids))
  expect(store.stands).toEqual(await runtime.log.ends(WRITES))
})

test('given a store that has read some, when projected, then it goes on behind that', async () => {
  const store = createStore()
  const ids = await appendAll(
    runtime,
    [1, 2, 3].map(() => contentStored(newScope())),
  )
  const records = await recordsOf(runtime.log, WRITES)
  store.stands.set(0, records[1]!.position)
  await runProjector(runtime, projector(store))
  await eventually(() => expect(store.ids).toEqual([ids[2]]))
})

test('given events for others only, when projected, then the checkpoint moves all the same', async () => {
  const store = createStore()
  await appendAll(runtime, [contentStored(newScope())])
  await runProjector(runtime, projector({ ...store, handles: ['MemoryForgotten'] }))
  const ends = await runtime.log.ends(WRITES)
  await eventually(() => expect(store.stands).toEqual(ends))
  expect(store.ids).toEqual([])
})

test('given a store that others feed as well, when it holds what is delivered, then that is not opened again', async () => {
  const store = createStore()
  const opened: string[] = []
  const asked: string[] = []
  const keys = {
    ...runtime.keys,
    get: (...of: Parameters<typeof runtime.keys.get>) => {
      opened.push(of[0].userId)
      return runtime.keys.get(...of)
    },
  }
  const checkpoints = async (topic: string) => {
    asked.push(topic)
    return store.checkpoints()
  }
  const scopes = [newScope(), newScope()] as const
  await runProjector({ ...runtime, keys }, projector({ ...store, checkpoints, shared: true }))
  await eventually(() => expect(asked).toEqual([WRITES]))
  // Another process has taken this in, before the log delivers it here.
  store.stands.set(0, 1)
  await appendAll(runtime, [contentStored(scopes[0])])
  await eventually(() => expect(asked).toHaveLength(3))
  const [id] = await appendAll(runtime, [contentStored(scopes[1])])
  await eventually(() => expect(store.ids).toEqual([id]))
  expect(opened).toEqual([scopes[1].userId])
})

test('given a store that others feed as well, when it holds a part of what is delivered, then it takes in all of it', async () => {
  const store = createStore()
  const ids = await appendAll(runtime, [contentStored(newScope()), contentStored(newScope())])
  let asked = 0
  // After this process has asked where to continue, another takes in the first.
  const checkpoints = async () => (asked++ === 0 ? new Map() : new Map([[0, 1]]))
  await runProjector(runtime, projector({ ...store, checkpoints, shared: true }))
  await eventually(() => expect(store.ids).toEqual(ids))
})

test('given a store that others feed as well, when it is far ahead, then the log leaves out what it holds, and who waits is told', async () => {
  const store = createStore()
  const told: number[] = []
  const stands = { ...createLocalStands(), tell: (...of: Tell) => void told.push(of[2]) }
  await appendAll(
    runtime,
    Array.from({ length: 200 }, () => contentStored(newScope())),
  )
  let asked = 0
  // After this process has asked where to continue, others take in nearly all.
  const checkpoints = async () => (asked++ === 0 ? new Map() : new Map([[0, 199]]))
  await runProjector({ ...runtime, stands }, projector({ ...store, checkpoints, shared: true }))
  await eventually(() => expect(store.ids).toHaveLength(1))
  // Where to continue, and twice for each delivery: of the first records, and of the last.
  await eventually(() => expect(asked).toBe(5))
  expect(told).toContain(199)
})

test.each([
  ['nothing follows what it holds', new Map([[0, 9]]), 9],
  ['it holds nothing before what is delivered', new Map(), 1],
])(
  'given a store that others feed as well, when %s, then who waits is told of places alone, and how far it is at last',
  async (_, holds, last) => {
    const store = createStore()
    const told: Tell[] = []
    const stands = { ...createLocalStands(), tell: (...of: Tell) => void told.push(of) }
    await appendAll(runtime, [contentStored(newScope())])
    let asked = 0
    const checkpoints = async () => (asked++ === 0 ? new Map() : holds)
    await runProjector({ ...runtime, stands }, projector({ ...store, checkpoints, shared: true }))
    const place = expect.objectContaining({ topic: WRITES, partition: 0 })
    await eventually(() => expect(told.at(-1)).toEqual(['subject', place, last]))
    expect(told.filter(([, , position]) => position === undefined)).toEqual([])
    expect(store.ids).toHaveLength(holds.size === 0 ? 1 : 0)
  },
)

test('given a store that has one writer, when much is delivered, then it is asked only where to go on', async () => {
  const store = createStore()
  let asked = 0
  const checkpoints = async () => {
    asked++
    return store.checkpoints()
  }
  await runProjector(runtime, projector({ ...store, checkpoints }))
  for (const n of [1, 2]) {
    await appendAll(runtime, [contentStored(newScope())])
    await eventually(() => expect(store.ids).toHaveLength(n))
  }
  expect(asked).toBe(1)
})

test('given a key that does not open, when projected, then the processor stops and nothing is dead-lettered', async () => {
  const store = createStore()
  await appendAll(runtime, [contentStored(newScope())])
  const keys = {
    ...runtime.keys,
    get: async () => {
      throw new WrongMasterKey()
    },
  }
  await runProjector({ ...runtime, keys }, projector(store))
  await eventually(() =>
    expect(runtime.failures).toEqual([['subject', expect.any(WrongMasterKey)]]),
  )
  expect(await recordsOf(runtime.log, PARKED)).toEqual([])
  expect(store.stands.size).toBe(0)
})

test('given an unknown event type, when read again and again, then it is dead-lettered once', async () => {
  const event = storedEvent(newScope(), { type: 'ContentBurnt' })
  await runtime.log.append([{ topic: WRITES, event }])
  const ids = await appendAll(runtime, [contentStored(newScope())])
  for (let run = 0; run < 2; run++) {
    const store = createStore()
    const subscription = await runProjector(runtime, projector(store))
    await eventually(() => expect(store.ids).toEqual(ids))
    await subscription.close()
  }
  expect(await lettersOf()).toMatchObject([{ eventType: 'ContentBurnt', eventId: event.id }])
})

test('given several topics, when projected, then the steps of one user are taken one at a time', async () => {
  let applying = 0
  const stands = new Map<string, number>()
  const scope = newScope()
  await appendAll(runtime, [contentStored(scope), contentStored(scope)])
  await appendAll(runtime, [summaryOf(scope)])
  await runProjector(
    runtime,
    projector({
      reads: [WRITES, 'memory.summaries.v1'],
      handles: ['ContentStored', 'SummaryEvolved'],
      checkpoints: async () => new Map(),
      apply: async (_, { topic, position }) => {
        expect(++applying).toBe(1)
        await new Promise((resolve) => setTimeout(resolve, 10))
        applying--
        stands.set(topic, position)
      },
    }),
  )
  await eventually(() => expect(stands.size).toBe(2))
  expect(runtime.failures).toEqual([])
})

test('given a step of a user that takes long, when others write to another topic, then theirs does not wait', async () => {
  const applied: string[] = []
  const forget = Promise.withResolvers<void>()
  const summary = summaryOf(newScope())
  await runProjector(
    runtime,
    projector({
      reads: [WRITES, 'memory.summaries.v1'],
      handles: ['ContentStored', 'SummaryEvolved'],
      checkpoints: async () => new Map(),
      apply: async (_, { topic }) => {
        if (topic === WRITES) await forget.promise
        applied.push(topic)
      },
    }),
  )
  await appendAll(runtime, [contentStored(newScope())])
  await appendAll(runtime, [summary])
  await eventually(() => expect(applied).toEqual(['memory.summaries.v1']))
  forget.resolve()
  await eventually(() => expect(applied).toEqual(['memory.summaries.v1', WRITES]))
})

const summaryOf = (scope: Scope): NewDomainEvent => ({
  ...contentStored(scope),
  type: 'SummaryEvolved',
  open: { category: 'work', source: 1, engine: 'test' },
  sealed: { text: 'words' },
})

const forgetOf = (scope: Scope): NewDomainEvent => ({
  ...contentStored(scope),
  type: 'MemoryForgotten',
  open: { category: null, keyGeneration: 0 },
  sealed: null,
})

test('given a step of a user that takes long, when an event of theirs that is for others comes with another’s, then the other’s does not wait', async () => {
  const applied: string[] = []
  const summed = Promise.withResolvers<void>()
  const [anna, ben] = [newScope(), newScope()]
  const summary = summaryOf(anna)
  await runProjector(
    runtime,
    projector({
      reads: [WRITES, 'memory.summaries.v1'],
      handles: ['MemoryForgotten', 'SummaryEvolved'],
      checkpoints: async () => new Map(),
      apply: async (_, { topic }) => {
        applied.push(topic)
        if (topic !== WRITES) await summed.promise
      },
    }),
  )
  await appendAll(runtime, [summary])
  await eventually(() => expect(applied).toEqual(['memory.summaries.v1']))
  await appendAll(runtime, [contentStored(anna), forgetOf(ben)])
  const told = eventually(() => expect(applied).toEqual(['memory.summaries.v1', WRITES]))
  // Also while it waited, so that the runtime can stop.
  await told.finally(() => summed.resolve())
})

test('given a step that may be taken in any order, when another of the same user comes, then it does not wait; a forget does', async () => {
  const applied: string[] = []
  const [stored, summed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const anna = newScope()
  const summary = summaryOf(anna)
  await runProjector(
    runtime,
    projector({
      reads: [WRITES, 'memory.summaries.v1'],
      handles: ['ContentStored', 'MemoryForgotten', 'SummaryEvolved'],
      inAnyOrder: ['ContentStored'],
      checkpoints: async () => new Map(),
      apply: async (batch) => {
        const [type] = batch.map(({ event }) => event.type)
        applied.push(type!)
        if (type === 'ContentStored') await stored.promise
        if (type === 'SummaryEvolved') await summed.promise
      },
    }),
  )
  await appendAll(runtime, [contentStored(anna)])
  await eventually(() => expect(applied).toEqual(['ContentStored']))
  await appendAll(runtime, [summary])
  const both = eventually(() => expect(applied).toEqual(['ContentStored', 'SummaryEvolved']))
  await both.finally(() => stored.resolve())
  await appendAll(runtime, [forgetOf(anna)])
  for (let turns = 0; turns < 50; turns++) await new Promise((resolve) => setImmediate(resolve))
  expect(applied).toHaveLength(2)
  summed.resolve()
  await eventually(() => expect(applied.at(-1)).toBe('MemoryForgotten'))
})

test('given a checkpoint that is being written, when an event of its topic comes, then its step follows that', async () => {
  const steps: string[] = []
  const written = Promise.withResolvers<void>()
  await runProjector(
    { ...runtime, idleCheckpointMs: 0 },
    projector({
      handles: ['MemoryForgotten'],
      checkpoints: async () => new Map(),
      apply: async (batch) => {
        steps.push(batch.length === 0 ? 'checkpoint' : 'forget')
        if (batch.length === 0) await written.promise
      },
    }),
  )
  await appendAll(runtime, [contentStored(newScope())])
  await eventually(() => expect(steps).toEqual(['checkpoint']))
  await appendAll(runtime, [forgetOf(newScope())])
  for (let turns = 0; turns < 50; turns++) await new Promise((resolve) => setImmediate(resolve))
  expect(steps).toEqual(['checkpoint'])
  written.resolve()
  await eventually(() => expect(steps).toEqual(['checkpoint', 'forget']))
  expect(runtime.failures).toEqual([])
})

describe('given a checkpoint without work that cannot be written,', () => {
  const failing = async (error: Error) => {
    const told: unknown[] = []
    const attempted = Promise.withResolvers<void>()
    const stopping = new AbortController()
    const apply = async () => {
      attempted.resolve()
      throw error
    }
    const parts = {
      ...runtime,
      idleCheckpointMs: 0,
      signal: stopping.signal,
      failed: (processor: string, failure: Error) => void told.push([processor, failure]),
    }
    const idle = { handles: ['MemoryForgotten'] as const, checkpoints: async () => new Map() }
    const subscription = await runProjector(parts, projector({ ...idle, apply }))
    await appendAll(runtime, [contentStored(newScope())])
    await attempted.promise
    return { told, stopping, subscription }
  }

  test.each([
    ['a store that goes on failing', new RangeError('xylophone'), GaveUp],
    ['a key that does not open', new WrongMasterKey(), WrongMasterKey],
  ])(
    'when it is %s, then the processor fails, and the position is not announced',
    async (_, error, told) => {
      const given = await failing(error)
      await eventually(() => expect(given.told).toEqual([['subject', expect.any(told)]]))
      await given.subscription.close()
      expect(await runtime.log.checkpoints('subject', WRITES)).toEqual(new Map())
    },
  )

  test('when the service stops, then nothing has failed', async () => {
    const given = await failing(new Outage('down'))
    given.stopping.abort(new Error('stopping'))
    // Waits for the checkpoint.
    await given.subscription.close()
    expect(given.told).toEqual([])
  })
})

describe('those who wait in the same process', () => {
  const told: unknown[] = []
  const stands: LocalStands = {
    begin: (...of) => void told.push(['begin', ...of]),
    tell: (...of) => void told.push(['tell', ...of]),
    forget: (...of) => void told.push(['forget', ...of]),
    of: () => null,
  }
  const at = { topic: WRITES, partition: 0 }
  beforeEach(() => void told.splice(0))

  test('given a projector, when it begins, gets on and ends, then they are told where its store stands', async () => {
    const store = createStore((batch) => {
      expect(told).toHaveLength(batch.length)
    })
    const subscription = await runProjector({ ...runtime, stands }, projector(store))
    await eventually(() => expect(told).toEqual([['begin', 'subject', at]]))
    await appendAll(runtime, [contentStored(newScope())])
    await eventually(() => expect(told).toHaveLength(2))
    await subscription.close()
    const position = (await runtime.log.ends(WRITES)).get(0)
    expect(told).toEqual([
      ['begin', 'subject', at],
      ['tell', 'subject', expect.objectContaining(at), position],
      ['forget', 'subject', at],
    ])
  })

  test('given a store that has read some, when it is asked where to go on, then the partition has begun, and they are told', async () => {
    const checkpoints = async () => {
      told.push('asked')
      return new Map([[0, 5]])
    }
    await runProjector({ ...runtime, stands }, projector({ ...createStore(), checkpoints }))
    const steps = [['begin', 'subject', at], 'asked', ['tell', 'subject', at, 5]]
    await eventually(() => expect(told).toEqual(steps))
  })

  test('given events for others only, when passed over, then they are told at once, and the checkpoint follows', async () => {
    const store = createStore()
    await appendAll(runtime, [contentStored(newScope())])
    const idle = projector({ ...store, handles: ['MemoryForgotten'] })
    const subscription = await runProjector({ ...runtime, stands, idleCheckpointMs: 60_000 }, idle)
    const position = (await runtime.log.ends(WRITES)).get(0)
    const last = ['tell', 'subject', expect.objectContaining(at), position]
    await eventually(() => expect(told.at(-1)).toEqual(last))
    expect(store.stands.size).toBe(0)
    await subscription.close()
    expect(store.stands.get(0)).toBe(position)
  })

  test('given a step that takes long, when events for others follow, then they are not told of these before it has ended', async () => {
    const applied = Promise.withResolvers<void>()
    const slow = projector({
      checkpoints: async () => new Map(),
      apply: () => applied.promise,
    })
    await runProjector({ ...runtime, stands }, slow)
    await appendAll(runtime, [contentStored(newScope())])
    await appendAll(runtime, [forgetOf(newScope())])
    for (let turns = 0; turns < 50; turns++) await new Promise((resolve) => setImmediate(resolve))
    expect(told).toEqual([['begin', 'subject', at]])
    applied.resolve()
    const position = (await runtime.log.ends(WRITES)).get(0)
    await eventually(() => expect(told.at(-1)).toContain(position))
  })
})

async function lettersOf() {
  return (await recordsOf(runtime.log, PARKED)).map((record) => record.event!.open)
}
