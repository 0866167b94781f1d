// A broker is killed while records are appended and delivered. It needs a broker of its own, because the kill disturbs
// every other client.
import { describe, expect, test } from 'vitest'
import { killServer, startServer } from '../../../infra/local/stack.ts'
import { missing as missingServers, openLog } from './cluster.ts'
import { appendFor, idsIn } from './given-events.ts'

/** The directory of the local stack that the broker belongs to, where it may be killed. */
const stack = process.env.PALIMPSEST_TEST_STACK
const missing = [...missingServers, ...(stack ? [] : ['PALIMPSEST_TEST_STACK'])]

describe.skipIf(missing.length > 0)(`a broker that is killed (needs ${missing.join(', ')})`, () => {
  test('given a broker that is killed, when it is back, then nothing acknowledged is lost', async () => {
    const log = await openLog()
    const seen = new Set<string>()
    const subscription = await log.subscribe({
      group: 'restart',
      topics: ['memory.writes.v1'],
      maxRecords: 100,
      resumeAfter: async () => undefined,
      deliver: async ({ records }) => {
        for (const { event } of records) seen.add(event!.id)
      },
      failed: (error) => {
        throw error
      },
    })
    const appending = appendFor(15_000, log)
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    await killServer('kafka', 'SIGKILL', { directory: stack! })
    await startAgain()
    const acknowledged = await appending
    const there = new Set(await idsIn(log))
    expect(acknowledged.filter((id) => !there.has(id))).toEqual([])
    await expect
      .poll(() => acknowledged.filter((id) => !seen.has(id)), { timeout: 30_000 })
      .toEqual([])
    await subscription.close()
    await log.close()
  }, 120_000)
})

/** The files that follow need the broker, so the test does not give it up at once. */
async function startAgain(attempts = 3): Promise<void> {
  try {
    await startServer('kafka', { directory: stack! })
  } catch (error) {
    if (attempts === 1) throw error
    await startAgain(attempts - 1)
  }
}
