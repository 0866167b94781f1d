// Whether the processing thread answers, as the other thread sees it.
import { afterEach, expect, test, vi } from 'vitest'
import { type Heartbeat, startHeartbeat, type Units } from '../../../apps/standalone/heartbeat.ts'

const EVERY_MS = 1_000
let heart: Heartbeat
afterEach(() => {
  heart.stop()
  vi.useRealTimers()
})

test('given a thread that answers, falls silent and answers again, then that is what is seen', async () => {
  vi.useFakeTimers()
  const answers: ((units: Units) => void)[] = []
  heart = startHeartbeat(() => new Promise((resolve) => answers.push(resolve)), EVERY_MS)
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  answers[0]!({ one: 7 })
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  expect([heart.silentMs(), heart.units('one'), heart.units('other')]).toEqual([0, 7, 0])
  await vi.advanceTimersByTimeAsync(12 * EVERY_MS)
  expect(heart.silentMs()).toBe(12 * EVERY_MS)
  // One question at a time: they do not pile up in a thread that is stuck.
  expect(answers).toHaveLength(2)
  answers[1]!({ one: 8 })
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  expect([heart.silentMs(), heart.units('one')]).toEqual([0, 8])
})

test('given a question that cannot be asked, when it is time again, then it is asked again', async () => {
  vi.useFakeTimers()
  let asked = 0
  heart = startHeartbeat(() => {
    asked += 1
    return Promise.reject(new Error('the thread is gone'))
  }, EVERY_MS)
  await vi.advanceTimersByTimeAsync(3 * EVERY_MS)
  expect(asked).toBe(3)
})
