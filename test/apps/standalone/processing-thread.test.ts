// The processing thread ends with the service, also where it is stuck.
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { startProcessingThread } from '../../../apps/standalone/processing-thread.ts'
import { readConfig } from '../../../infra/config.ts'
import { createCrowd } from '../../../infra/runtime/turns/throttle.ts'

const module = new URL('./ends-or-not-thread.ts', import.meta.url)
const [ENDS, NEVER_ENDS] = [Uint8Array.of(1), Uint8Array.of(0)]
/** Far longer than any test runs. */
const FOR_EVER_MS = 1_000_000

async function started(masterKey: Uint8Array, stopPatienceMs: number) {
  const crashes: Error[] = []
  const made = once(process, 'worker')
  const thread = await startProcessingThread(
    { config: readConfig({}), masterKey, crowd: createCrowd() },
    { crashed: (error) => crashes.push(error), spent: () => {}, module, stopPatienceMs },
  )
  const [worker] = (await made) as [Worker]
  // Node gives a thread that has ended no number any more.
  return { thread, crashes, hasEnded: () => worker.threadId === -1 }
}

test('given a thread that never answers, when the service stops, then the thread is ended, and that is no crash', async () => {
  const { thread, crashes, hasEnded } = await started(NEVER_ENDS, 1)
  expect(hasEnded()).toBe(false)
  await thread.stop()
  expect(hasEnded()).toBe(true)
  expect(crashes).toEqual([])
})

test('given a thread that ends when it is told to, when the service stops, then it waits for that alone', async () => {
  const { thread, crashes, hasEnded } = await started(ENDS, FOR_EVER_MS)
  await thread.stop()
  expect(hasEnded()).toBe(true)
  expect(crashes).toEqual([])
})
