// Waiting for a projection.
import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import type { Checkpoints } from '../../../../infra/ports/event-log.ts'
import { createAwaitCheckpoint } from '../../../../infra/runtime/wait/await-checkpoint.ts'

const TOPIC = 'memory.facts.v1'

function store() {
  const stands = new Map<number, number>()
  let asked = 0
  return {
    stands,
    asked: () => asked,
    checkpoints: async (): Promise<Checkpoints> => {
      asked++
      return new Map(stands)
    },
  }
}

test('given many who wait, when their places are reached, then each goes on, and the store was asked for all at once', async () => {
  const memory = store()
  const reached = createAwaitCheckpoint(memory, {
    topic: TOPIC,
    signal: new AbortController().signal,
  })
  const done: number[] = []
  const waiting = Array.from({ length: 50 }, async (_, position) => {
    await reached({ partition: position % 2, position })
    done.push(position)
  })
  expect(memory.asked()).toBe(1)
  memory.stands.set(0, 48)
  await Promise.all(waiting.filter((_, position) => position % 2 === 0))
  expect(done.every((position) => position % 2 === 0)).toBe(true)
  memory.stands.set(1, 49)
  await Promise.all(waiting)
  const asked = memory.asked()
  await reached({ partition: 0, position: 3 })
  expect(memory.asked()).toBe(asked)
})

test('given a store that is down, when asked, then each waiting call rejects, and the next call asks again', async () => {
  const memory = store()
  let down = true
  const asking = async () => {
    if (down) throw new Error('down')
    return memory.checkpoints()
  }
  const reached = createAwaitCheckpoint(
    { checkpoints: asking },
    { topic: TOPIC, signal: new AbortController().signal },
  )
  await expect(reached({ partition: 0, position: 1 })).rejects.toThrow('down')
  down = false
  memory.stands.set(0, 1)
  await reached({ partition: 0, position: 1 })
})

test('given a service that stops, when a call waits, then it is told', async () => {
  const stopping = new AbortController()
  const reached = createAwaitCheckpoint(store(), { topic: TOPIC, signal: stopping.signal })
  const waiting = reached({ partition: 0, position: 1 })
  stopping.abort(new Error('stopping'))
  await expect(waiting).rejects.toThrow('stopping')
})

test('given a store that does not answer, when the service stops, then who waits is told, and who comes later', async () => {
  const stopping = new AbortController()
  const { signal } = stopping
  const silent = { checkpoints: () => new Promise<never>(() => undefined) }
  const reached = createAwaitCheckpoint(silent, { topic: TOPIC, signal })
  const first = reached({ partition: 0, position: 1 }).catch((error: unknown) => error)
  stopping.abort(new Error('stopping'))
  const later = reached({ partition: 0, position: 2 }).catch((error: unknown) => error)
  const waits = new Promise((resolve) => setImmediate(resolve, 'waits'))
  for (const each of [first, later]) {
    expect(await Promise.race([each, waits])).toEqual(new Error('stopping'))
  }
})

test('given answers, when none is waited for, then no listener is left', async () => {
  const memory = store()
  memory.stands.set(0, 1)
  const { signal } = new AbortController()
  await createAwaitCheckpoint(memory, { topic: TOPIC, signal })({ partition: 0, position: 1 })
  await new Promise((resolve) => setImmediate(resolve))
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('given a waiter who comes right after the answer, when the store takes it in, then it goes on', async () => {
  const memory = store()
  const reached = createAwaitCheckpoint(memory, {
    topic: TOPIC,
    signal: new AbortController().signal,
  })
  const early = reached({ partition: 0, position: 1 })
  memory.stands.set(0, 1)
  await early
  // Fewer steps lie between an answer and the end of polling than the test makes here.
  for (const position of [2, 3, 4]) {
    const before = memory.asked()
    const next = reached({ partition: 0, position })
    memory.stands.set(0, position)
    for (let step = 0; step < 10; step++) await Promise.resolve()
    expect(memory.asked()).toBe(before + 1)
    await next
  }
})

test('given a waiter who comes right after an outage, when the store is there again, then it goes on', async () => {
  let asked = 0
  const checkpoints = async () => {
    if (++asked === 1) throw new Error('down')
    return new Map([[0, 2]])
  }
  const reached = createAwaitCheckpoint(
    { checkpoints },
    { topic: TOPIC, signal: new AbortController().signal },
  )
  const next = reached({ partition: 0, position: 1 }).catch(() =>
    reached({ partition: 0, position: 2 }),
  )
  await next
  expect(asked).toBe(2)
})

test('given a store that stands one position before, when asked, then the waiter stays until it is there', async () => {
  const answers = [5, 6, 7]
  let asked = 0
  const checkpoints = async () => new Map([[0, answers[asked++]!]])
  const reached = createAwaitCheckpoint(
    { checkpoints },
    { topic: TOPIC, signal: new AbortController().signal },
  )
  await reached({ partition: 0, position: 7 })
  expect(asked).toBe(3)
})

test.each([
  ['at once', 0, 1],
  ['quickly', 0.1, 1],
  ['slowly', 5, 20],
  ['very slowly', 40, 50],
])(
  'given a store that answers %s (%d ms), when it is behind, then it is asked again after %d ms',
  async (_, answerMs, pauseMs) => {
    const pauses: number[] = []
    let clock = 1_000
    const answers = [0, 0, 1]
    const checkpoints = async () => {
      clock += answerMs
      return new Map([[0, answers.shift()!]])
    }
    const pause = async (ms: number) => void pauses.push(Math.round(ms * 1e6) / 1e6)
    const signal = new AbortController().signal
    const reached = createAwaitCheckpoint(
      { checkpoints },
      { topic: TOPIC, signal },
      { now: () => clock, pause },
    )
    await reached({ partition: 0, position: 1 })
    expect(pauses).toEqual([pauseMs, pauseMs])
  },
)

test('given a partition that the store knows nothing of, when its first position is waited for, then it waits', async () => {
  const answers = [new Map(), new Map([[0, 0]])]
  const checkpoints = async () => answers.shift()!
  const reached = createAwaitCheckpoint(
    { checkpoints },
    { topic: TOPIC, signal: new AbortController().signal },
  )
  await reached({ partition: 0, position: 0 })
  expect(answers).toEqual([])
})

test('given a service that has stopped, when a call comes, then the store is not asked', async () => {
  const stopped = new AbortController()
  stopped.abort(new Error('stopping'))
  const memory = store()
  const reached = createAwaitCheckpoint(memory, { topic: TOPIC, signal: stopped.signal })
  await expect(reached({ partition: 0, position: 1 })).rejects.toThrow('stopping')
  await expect(reached({ partition: 0, position: 1 })).rejects.toThrow('stopping')
  expect(memory.asked()).toBe(0)
})

test('given the right topic, when asked, then it is that topic’s checkpoints', async () => {
  const asked: string[] = []
  const checkpoints = async (topic: string) => {
    asked.push(topic)
    return new Map([[0, 1]])
  }
  await createAwaitCheckpoint(
    { checkpoints },
    { topic: TOPIC, signal: new AbortController().signal },
  )({ partition: 0, position: 1 })
  expect(asked).toEqual([TOPIC])
})

test('given one who is served, when the store is asked for another, then the first is not settled twice', async () => {
  const answers = [1, 1, 2]
  let asked = 0
  const checkpoints = async () => new Map([[0, answers[asked++]!]])
  const reached = createAwaitCheckpoint(
    { checkpoints },
    { topic: TOPIC, signal: new AbortController().signal },
  )
  const order: number[] = []
  const waits = [2, 1].map((position) =>
    reached({ partition: 0, position }).then(() => order.push(position)),
  )
  await Promise.all(waits)
  expect(order).toEqual([1, 2])
  expect(asked).toBe(3)
})
