// When a partition rests between its calls, and for how long.
import { expect, test } from 'vitest'
import { createRests } from '../../../../infra/runtime/turns/rests.ts'

const NEVER = new AbortController().signal

/** The test says what time it is; a wait ends when its signal aborts. */
function givenRests(leastMs: number) {
  let at = 0
  const waits: { ms: number; signal: AbortSignal }[] = []
  const rests = createRests(leastMs, {
    now: () => at,
    wait: (ms, signal = NEVER) =>
      new Promise((resolve) => {
        waits.push({ ms, signal })
        signal.addEventListener('abort', () => resolve())
      }),
  })
  return {
    rests,
    waits,
    pass: (ms: number) => {
      at += ms
    },
    call: (ms: number) => {
      rests.begin()
      at += ms
      rests.ended()
    },
    /** How long what comes now waits; 0 if it does not. */
    restMs: () => {
      const before = waits.length
      void rests.over(NEVER)
      return waits[before]?.ms ?? 0
    },
  }
}

test('given a few calls now and then, when the next comes, then it waits for nothing', () => {
  const { call, pass, restMs } = givenRests(500)
  for (let n = 0; n < 4; n++) call(1)
  expect(restMs()).toBe(0)
  pass(2_000)
  call(1)
  expect(restMs()).toBe(0)
})

test('given more calls than that, when the next comes, then it waits for the least rest', () => {
  const { call, restMs } = givenRests(500)
  for (let n = 0; n < 5; n++) call(0)
  expect(restMs()).toBe(500)
})

test.each([
  [100, 500],
  [400, 1_200],
  [1_000, 3_000],
  [9_000, 5_000],
])(
  'given calls that took %i ms since the last rest, when the next comes, then it waits for %i ms',
  (workedMs, expected) => {
    const { rests, call, pass, restMs } = givenRests(500)
    for (let n = 0; n < 5; n++) call(0)
    pass(500)
    for (let n = 0; n < 5; n++) rests.begin()
    pass(workedMs)
    // Side by side: each took as long as all of them.
    for (let n = 0; n < 5; n++) rests.ended()
    expect(restMs()).toBe(expected)
  },
)

test('given a rest, when several wait for its end, then they share one timer', async () => {
  const { rests, waits, call } = givenRests(500)
  for (let n = 0; n < 5; n++) call(0)
  const waiting = [rests.over(NEVER), rests.over(NEVER)]
  expect(waits).toHaveLength(1)
  rests.end()
  await Promise.all(waiting)
})

test('given a rest that was ended, when the next call comes, then it waits for nothing', async () => {
  const { rests, waits, call, restMs } = givenRests(500)
  for (let n = 0; n < 5; n++) call(0)
  rests.end()
  expect(restMs()).toBe(0)
  for (let n = 0; n < 5; n++) call(0)
  expect([restMs(), waits.length]).toEqual([500, 1])
})

test('given a service that stops, when a call waits, then it waits no longer', async () => {
  const { rests, call } = givenRests(500)
  for (let n = 0; n < 5; n++) call(0)
  const stopping = new AbortController()
  const over = rests.over(stopping.signal)
  stopping.abort()
  await over
})

test('given calls that need no rest, when many come, then none waits', () => {
  const { call, restMs } = givenRests(0)
  for (let n = 0; n < 9; n++) call(100)
  expect(restMs()).toBe(0)
})
