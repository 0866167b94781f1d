// Checkpoints of deliveries without work: written together, in their turn, and never after a later one.
import { expect, test, vi } from 'vitest'
import type { LogPosition, RecordBatch } from '../../../../infra/ports/event-log.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import { runProjector } from '../../../../infra/runtime/run/run-projector.ts'
import { runTransformer } from '../../../../infra/runtime/run/run-transformer.ts'
import {
  closingWith,
  createIdleCheckpoints,
  isIdle,
} from '../../../../infra/runtime/run/subscribe.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'
import { appendAll, at, contentStored, createRuntime, projector, transformer } from '../given.ts'

const WRITES = 'memory.writes.v1'
const SOON = 5
const announce = async () => undefined
const NEVER = 60_000

function recorded() {
  const written: LogPosition[] = []
  return { written, write: async (place: LogPosition) => void written.push(place) }
}

test('given several in a partition, when they are due, then the last is written for all', async () => {
  const { written, write } = recorded()
  const idle = createIdleCheckpoints(write, SOON)
  for (const place of [at(1), at(2), at(7, 3), at(4)]) idle.add(place)
  expect(written).toEqual([])
  await eventually(() => expect(written).toEqual([at(4), at(7, 3)]))
  idle.add(at(5))
  await eventually(() => expect(written.at(-1)).toEqual(at(5)))
})

test('given a store that takes its time, when more come, then one is written after it and none pile up', async () => {
  const answers: (() => void)[] = []
  const written: LogPosition[] = []
  const idle = createIdleCheckpoints((place) => {
    written.push(place)
    return new Promise((resolve) => answers.push(resolve))
  }, SOON)
  idle.add(at(1))
  await eventually(() => expect(written).toEqual([at(1)]))
  for (let position = 2; position < 9; position++) {
    idle.add(at(position))
    await new Promise((resolve) => setTimeout(resolve, SOON))
  }
  expect(written).toEqual([at(1)])
  answers[0]!()
  await eventually(() => expect(written).toEqual([at(1), at(8)]))
})

test('given no time, when there was nothing to do, then the checkpoint is written after 200 ms, of each topic its own', async () => {
  vi.useFakeTimers()
  const { written, write } = recorded()
  const idle = createIdleCheckpoints(write)
  idle.add(at(1))
  await vi.advanceTimersByTimeAsync(199)
  idle.add({ ...at(2), topic: 'memory.facts.v1' })
  expect(written).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(written).toEqual([at(1), { ...at(2), topic: 'memory.facts.v1' }])
  idle.add(at(3))
  await idle.close()
  expect([written.length, vi.getTimerCount()]).toEqual([3, 0])
  vi.useRealTimers()
})

test('given a checkpoint that cannot be written, when others wait beside it, then they are, and it closes', async () => {
  const { written, write } = recorded()
  const idle = createIdleCheckpoints(
    (place) => (place.partition === 0 ? Promise.reject(new Outage('down')) : write(place)),
    NEVER,
  )
  idle.add(at(1))
  idle.add(at(1, 1))
  await idle.close()
  expect(written).toEqual([at(1, 1)])
})

test('given one that waits, when work follows or another takes over, then it is not written', async () => {
  const { written, write } = recorded()
  const idle = createIdleCheckpoints(write, NEVER)
  idle.add(at(1))
  idle.add(at(1, 1))
  idle.forget(at(2))
  await idle.close()
  expect(written).toEqual([at(1, 1)])
})

test('given one that waits, when the subscription closes, then it is written before, and none after', async () => {
  const { written, write } = recorded()
  const idle = createIdleCheckpoints(write, NEVER)
  const order: unknown[] = []
  const closing = closingWith({ announce, close: async () => void order.push([...written]) }, [
    idle,
  ])
  idle.add(at(1))
  await closing.close()
  idle.add(at(2))
  await idle.close()
  expect(order).toEqual([[at(1)]])
  expect(written).toEqual([at(1)])
})

test('given a store that cannot be reached and never answers, when it closes, then it closes all the same, after two seconds', async () => {
  vi.useFakeTimers()
  const idle = createIdleCheckpoints(() => new Promise(() => undefined), NEVER)
  idle.add(at(1))
  let closed = false
  const close = async () => {
    closed = true
  }
  const closing = closingWith({ announce, close }, [idle]).close()
  await vi.advanceTimersByTimeAsync(1_999)
  expect(closed).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await closing
  expect(closed).toBe(true)
  vi.useRealTimers()
})

test('given an unknown record, when looked at, then it is work: it has to be dead-lettered', () => {
  const event = (type: string) => storedEvent(newScope(), { type })
  const delivery = (...records: Partial<RecordBatch['records'][number]>[]): RecordBatch => ({
    topic: WRITES,
    partition: 0,
    records: records.map((record) => ({ ...at(1), event: null, defect: null, ...record })),
  })
  const handles = ['MemoryForgotten']
  expect(isIdle(delivery({ event: event('ContentStored') }), handles)).toBe(true)
  expect(isIdle(delivery({ event: event('ContentBurnt') }), handles)).toBe(false)
  expect(isIdle(delivery({ event: null, defect: 'unreadable' }), handles)).toBe(false)
  const mixed = delivery({ event: event('ContentStored') }, { event: event('MemoryForgotten') })
  expect(isIdle(mixed, handles)).toBe(false)
})

test('given a store that is down for a while, when nothing was to be done, then the checkpoint comes all the same', async () => {
  const runtime = createRuntime()
  const stands = new Map<number, number>()
  let attempts = 0
  await appendAll(runtime, [contentStored(newScope())])
  const subscription = await runProjector(
    { ...runtime, idleCheckpointMs: 1 },
    projector({
      handles: ['MemoryForgotten'],
      checkpoints: async () => stands,
      apply: async (_, { partition, position }) => {
        if (++attempts < 4) throw new Outage('down')
        stands.set(partition, position)
      },
    }),
  )
  const ends = await runtime.log.ends(WRITES)
  await eventually(() => expect(stands).toEqual(ends))
  expect(attempts).toBe(4)
  await subscription.close()
  await runtime.stop()
})

test('given events for others, when transformed, then its group stands behind them and handles none', async () => {
  const runtime = createRuntime()
  const handled: string[] = []
  const subject = transformer({
    handles: ['MemoryForgotten'],
    handle: async (group) => {
      handled.push(...group.map(({ event }) => event.id))
      return { outcome: 'emit', events: [] }
    },
  })
  const subscription = await runTransformer({ ...runtime, idleCheckpointMs: SOON }, subject)
  await appendAll(runtime, [contentStored(newScope()), contentStored(newScope())])
  const ends = await runtime.log.ends(WRITES)
  await eventually(async () =>
    expect(await runtime.log.checkpoints(subject.name, WRITES)).toEqual(ends),
  )
  expect(handled).toEqual([])
  await subscription.close()
  await runtime.stop()
})
