// A process with the wrong MASTER_KEY refuses to start, and acknowledged writes wait for one with the right key.
import { expect, test } from 'vitest'
import { startMain } from '../journeys/process.ts'
import { startedOnce } from '../started.ts'
import { startCluster } from './cluster.ts'

const APP = 'master-key'
const WRONG = 'c'.repeat(64)

const cluster = startedOnce(() => startCluster(APP))

test('given an acknowledged write, when a worker and an API come with another key, then neither starts and nothing is dead-lettered', {
  timeout: 600_000,
}, async () => {
  const write = {
    appId: APP,
    userId: 'anna',
    content: 'I like chess.',
    contentType: 'conversation',
  }
  expect((await cluster.call('POST', '/memorize', write)).status).toBe(202)
  for (const main of ['worker', 'api'] as const) {
    const start = startMain(main, { ...cluster.env, MASTER_KEY: WRONG })
    await expect(start).rejects.toThrow(/MASTER_KEY is not the one/)
  }
  await cluster.worker()
  await cluster.processed('anna', 1)
  expect(await cluster.items('anna')).toHaveLength(1)
  const { stdout } = await cluster.cli('dead-letters', 'list', '--json')
  expect(JSON.parse(stdout)).toEqual([])
})
