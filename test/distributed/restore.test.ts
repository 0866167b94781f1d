// What was forgotten since a backup of the servers is forgotten again: the receipts say what. The backup is a service
// that was moved to the servers before the forget, with a master key that was rotated before the move.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { dropNamespace } from '../../apps/composition/distributed/drop-namespace.ts'
import { readConfig } from '../../infra/config.ts'
import { inFull } from '../journeys/in-full.ts'
import { startProcess } from '../journeys/process.ts'
import { eventually, serviceAt } from '../journeys/service.ts'
import { serverEnvironment } from '../servers/environment.ts'
import { runCli } from './cluster.ts'

const APP = 'restore'
const KEY = 'restore-key-0123456789abcdef'
const folder = mkdtempSync(join(tmpdir(), 'palimpsest-'))
const embedded = { DATA_DIR: join(folder, 'embedded'), BOOTSTRAP_API_KEY: KEY }
const servers = {
  ...serverEnvironment(),
  PROFILE: 'distributed',
  NAMESPACE: `r${process.pid}`,
  DATA_DIR: join(folder, 'state'),
  MASTER_KEY_FILE: join(embedded.DATA_DIR, 'master.key'),
  BOOTSTRAP_API_KEY: KEY,
}
afterAll(async () => {
  await dropNamespace(readConfig(servers))
  rmSync(folder, { recursive: true })
})

type Reached = ReturnType<typeof serviceAt>

async function within<T>(env: Record<string, string>, use: (service: Reached) => Promise<T>) {
  const started = await startProcess(env)
  try {
    return await use(serviceAt(started.url, KEY))
  } finally {
    await started.end('SIGTERM')
  }
}

/** Null while the stores are not there yet. */
async function contents({ call }: Reached, userId: string): Promise<string[] | null> {
  const { status, body } = await call('GET', `/items/${APP}/${userId}`)
  if (status !== 200) return null
  return body.data.map(({ content }: { content: string }) => content)
}

async function remember({ call }: Reached, userId: string, content: string): Promise<void> {
  const request = { appId: APP, userId, content, contentType: 'document', wait: 30_000 }
  expect((await call('POST', '/memorize', request)).status).toBe(202)
}

async function forgotten({ call }: Reached, userId: string): Promise<string> {
  const { body } = await call('POST', '/forget', { appId: APP, userId, confirm: true })
  return JSON.stringify((await call('GET', `/receipts/${body.receiptId}`)).body)
}

inFull(
  'given servers as of before a forget, when its receipt is given, then it is forgotten again',
  { timeout: 300_000 },
  async () => {
    await within(embedded, async (service) => {
      await remember(service, 'anna', 'I live in Berlin.')
      await remember(service, 'ben', 'I live in Oslo.')
    })
    const first = readFileSync(servers.MASTER_KEY_FILE, 'utf8')
    expect(await runCli(embedded, ['keys', 'rotate-master'])).toMatchObject({ code: 0 })
    expect(readFileSync(servers.MASTER_KEY_FILE, 'utf8')).not.toBe(first)
    expect(await runCli(servers, ['migrate', '--from', embedded.DATA_DIR])).toMatchObject({
      code: 0,
    })
    const receipts = join(folder, 'receipts.ndjson')
    writeFileSync(receipts, await within(embedded, (service) => forgotten(service, 'ben')))

    const told = await runCli(servers, ['restore', '--receipts', receipts])
    expect(told.code === 0 ? '' : told.stderr).toBe('')
    expect(told.stdout).toContain('1 receipt: 1 forget')
    await within(servers, async (service) => {
      await eventually('the projections are rebuilt', async () => {
        return (await contents(service, 'anna'))?.length === 1
      })
      expect(await contents(service, 'anna')).toEqual(['I live in Berlin.'])
      expect(await contents(service, 'ben')).toEqual([])
    })
  },
)
