// KAFKA_PARTITIONS counts when topics are made: a service of one partition works, another engine can read its past, and
// none starts over it with another count.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMain } from '../journeys/process.ts'
import { startedOnce } from '../started.ts'
import { startCluster } from './cluster.ts'

const APP = 'partitions'

const cluster = startedOnce(() => startCluster(APP, { KAFKA_PARTITIONS: '1' }))

test('given topics of one partition, when two users write, then both are processed and can be read by another engine, and a process with another count refuses to start and names the setting', {
  timeout: 300_000,
}, async () => {
  await cluster.worker()
  for (const userId of ['anna', 'ben']) {
    const write = { appId: APP, userId, content: 'I like chess.', contentType: 'conversation' }
    expect((await cluster.call('POST', '/memorize', write)).status).toBe(202)
    await cluster.processed(userId, 1)
    expect(await cluster.items(userId)).toHaveLength(1)
  }
  const settings = join(String(cluster.env.DATA_DIR), 'engine.env')
  writeFileSync(settings, 'EXTRACTION_MIN_CONFIDENCE=0.5\n')
  expect(await cluster.cli('reprocess', '--from', settings)).toMatchObject({ code: 0 })
  const { stdout } = await cluster.cli('reprocess', 'report', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ users: 2 })
  const start = startMain('worker', { ...cluster.env, KAFKA_PARTITIONS: '2' })
  await expect(start).rejects.toThrow(/set KAFKA_PARTITIONS=1/)
})
