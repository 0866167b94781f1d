// Announcing where a projector stands: few announcements for many steps, in order, and without holding up other work.
import { expect, test, vi } from 'vitest'
import type { LogPosition } from '../../../../infra/ports/event-log.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import type { Projector } from '../../../../infra/runtime/run/processor.ts'
import { runProjector } from '../../../../infra/runtime/run/run-projector.ts'
import { ANNOUNCE_AFTER_MS } from '../../../../infra/runtime/run/subscribe.ts'
import { createLastPlaces } from '../../../../infra/runtime/wait/last-places.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { newScope } from '../../../contracts/given.ts'
import { appendAll, at, contentStored, createRuntime, projector } from '../given.ts'

const WRITES = 'memory.writes.v1'
const SOON = 5
const NEVER = 60_000

test('given many places, when announced, then the last of each partition goes in one step', async () => {
  const written: (readonly LogPosition[])[] = []
  const announcer = createLastPlaces(async (places) => void written.push(places), SOON)
  for (const place of [at(1), at(2), at(7, 3), at(4)]) announcer.add(place)
  await eventually(() => expect(written).toEqual([[at(4), at(7, 3)]]))
  announcer.add(at(5))
  await eventually(() => expect(written).toEqual([[at(4), at(7, 3)], [at(5)]]))
})

test('given a write that fails, when more comes, then it is announced all the same', async () => {
  const written: (readonly LogPosition[])[] = []
  const announcer = createLastPlaces(async (places) => {
    written.push(places)
    if (written.length === 1) throw new Outage('down')
  }, SOON)
  announcer.add(at(1))
  await eventually(() => expect(written).toHaveLength(1))
  announcer.add(at(2))
  await eventually(() => expect(written).toEqual([[at(1)], [at(2)]]))
})

test('given places that wait, when closed, then they are announced before, and none after', async () => {
  const written: (readonly LogPosition[])[] = []
  const announcer = createLastPlaces(async (places) => void written.push(places), NEVER)
  announcer.add(at(1))
  await announcer.close()
  announcer.add(at(2))
  await announcer.close()
  expect(written).toEqual([[at(1)]])
})

test('given no time, when places come, then they are announced a second after the first, and no timer keeps a process', async () => {
  const timeouts = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout')
  const before = timeouts().length
  const idle = createLastPlaces(async () => undefined, ANNOUNCE_AFTER_MS)
  idle.add(at(1))
  expect(timeouts()).toHaveLength(before)
  await idle.close()
  vi.useFakeTimers()
  const written: (readonly LogPosition[])[] = []
  const announcer = createLastPlaces(async (places) => void written.push(places), ANNOUNCE_AFTER_MS)
  announcer.add(at(1))
  await vi.advanceTimersByTimeAsync(999)
  announcer.add({ ...at(2), topic: 'memory.facts.v1' })
  expect(written).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(written).toEqual([[at(1), { ...at(2), topic: 'memory.facts.v1' }]])
  announcer.add(at(3))
  await announcer.close()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('given a log that takes its time, when more is announced, then it goes after that, and an older place never last', async () => {
  const answers: (() => void)[] = []
  const written: (readonly LogPosition[])[] = []
  const announcer = createLastPlaces((places) => {
    written.push(places)
    return new Promise<void>((resolve) => answers.push(resolve))
  }, SOON)
  announcer.add(at(1))
  await eventually(() => expect(written).toHaveLength(1))
  announcer.add(at(2))
  let isClosed = false
  const closed = announcer.close().then(() => {
    isClosed = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect([written, isClosed]).toEqual([[[at(1)]], false])
  answers[0]!()
  await eventually(() => expect(written).toEqual([[at(1)], [at(2)]]))
  answers[1]!()
  await closed
})

test('given nothing, when closed, then nothing is announced', async () => {
  let asked = 0
  await createLastPlaces(async () => void asked++, NEVER).close()
  expect(asked).toBe(0)
})

/** A projector over one record; at first the test makes its store fail. */
async function projecting(handles: Projector['handles']) {
  const runtime = { ...createRuntime(), idleCheckpointMs: 1 }
  const store = { isDown: true, asked: 0 }
  const subscription = await runProjector(
    runtime,
    projector({
      handles,
      checkpoints: async () => new Map(),
      apply: async () => {
        store.asked += 1
        if (store.isDown) throw new Outage('down')
      },
    }),
  )
  await appendAll(runtime, [contentStored(newScope())])
  const [end] = [...(await runtime.log.ends(WRITES)).values()]
  return {
    store,
    end,
    announced: async () =>
      (await runtime.log.standing('subject', [WRITES])).get(WRITES)!.get(0)?.position,
    stop: async () => {
      await subscription.close()
      await runtime.stop()
    },
  }
}

test.each([
  ['with work', 'ContentStored'],
  ['without work', 'MemoryForgotten'],
] as const)(
  'given a delivery %s, when the store has taken it in, then the log is told, and not before',
  async (_, type) => {
    const { store, end, announced, stop } = await projecting([type])
    await eventually(() => expect(store.asked).toBeGreaterThan(1))
    expect(await announced()).toBeUndefined()
    store.isDown = false
    await eventually(async () => expect(await announced()).toBe(end))
    await stop()
  },
)
