// A pause ends by itself, or as soon as it is aborted.
import { expect, test } from 'vitest'
import { pause } from '../../../../infra/runtime/wait/pause.ts'

test('given a pause, when its time is over, then it ends', async () => {
  expect(await pause(1, new AbortController().signal)).toBeUndefined()
})

test('given a long pause, when it is aborted, then it ends without an error', async () => {
  const stopping = new AbortController()
  let isOver = false
  const paused = pause(60_000, stopping.signal).then(() => {
    isOver = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isOver).toBe(false)
  stopping.abort(new Error('stopping'))
  await paused
  expect(await pause(60_000, stopping.signal)).toBeUndefined()
})

test('given a process with nothing else to do, when it pauses, then the pause does not keep it', () => {
  const timeouts = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout')
  const before = timeouts().length
  const stopping = new AbortController()
  void pause(60_000, stopping.signal)
  expect(timeouts()).toHaveLength(before)
  stopping.abort()
})
