// Work that is repeated until it is ended, and keeps no process alive.
import { expect, onTestFinished, test, vi } from 'vitest'
import { every } from '../../../../infra/runtime/wait/every.ts'

test('given work, when time passes, then it is done at each interval until it is ended', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let done = 0
  const end = every(10, () => done++)
  vi.advanceTimersByTime(35)
  expect(done).toBe(3)
  end()
  vi.advanceTimersByTime(35)
  expect(done).toBe(3)
})

test('given a process with nothing else to do, when work is repeated, then that does not keep it', () => {
  const timeouts = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout')
  const before = timeouts().length
  const end = every(60_000, () => undefined)
  expect(timeouts()).toHaveLength(before)
  end()
})
