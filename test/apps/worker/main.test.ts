// A worker as the process that operators start: it goes behind the API.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../contracts/eventually.ts'
import { inherited } from '../../journeys/process.ts'

const MAIN = fileURLToPath(new URL('../../../apps/worker/main.ts', import.meta.url))
/** Nothing listens there: the worker waits for its servers. */
const NOWHERE = '127.0.0.1:1'

test('a worker runs at the priority of a processing thread, behind the API', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'palimpsest-worker-'))
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...inherited,
      PROFILE: 'distributed',
      DATA_DIR: directory,
      MASTER_KEY: 'c'.repeat(64),
      KAFKA_BROKERS: NOWHERE,
      ELASTICSEARCH_URL: `http://${NOWHERE}`,
      S3_ENDPOINT: `http://${NOWHERE}`,
    },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(directory, { recursive: true, force: true })
  })
  await once(child, 'spawn')
  await eventually(() => expect(getPriority(child.pid!)).toBe(Math.max(10, getPriority(0))))
})
