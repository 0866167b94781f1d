// An embedded service moves into the distributed setting: its memories are there, forgotten ones are not, and it goes
// on from there.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { whileMoving } from '../../apps/composition/distributed/unfinished-move.ts'
import { settingOf } from '../../apps/composition/open-ports.ts'
import { readConfig } from '../../infra/config.ts'
import { createLogger } from '../../infra/runtime/logger.ts'
import { canonicalJson } from '../../infra/runtime/signing/canonical-json.ts'
import { createTelemetry } from '../../infra/runtime/telemetry.ts'
import { startKmsDouble } from '../infra/kms/kms-double.ts'
import { startProcess } from '../journeys/process.ts'
import { eventually } from '../journeys/service.ts'
import { startCluster } from './cluster.ts'

const APP = 'migrate'
const KEY = 'migrate-key-0123456789abcdef'
const dataDir = mkdtempSync(join(tmpdir(), 'palimpsest-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('from one process to many', { timeout: 600_000 }, async () => {
  // With vectors of the first version: so are those of the servers, where an API has begun already.
  const embedded = await startProcess({
    DATA_DIR: dataDir,
    BOOTSTRAP_API_KEY: KEY,
    EMBEDDING_ENGINE: 'letters',
  })
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  const call = async (method: string, path: string, body?: unknown) => {
    const options = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
    return (await fetch(`${embedded.url}/v1${path}`, options)).json()
  }
  const remember = async (userId: string, content: string, resources: number) => {
    await call('POST', '/memorize', { appId: APP, userId, content, contentType: 'conversation' })
    await eventually('it is processed', async () => {
      const { data } = (await call('GET', `/resources/${APP}/${userId}`)) as {
        data: { status: string }[]
      }
      return data.length === resources && data.every(({ status }) => status === 'processed')
    })
  }
  await remember('anna', 'I live in Berlin. I work at Acme.', 1)
  await remember('anna', 'I have moved, I now live in Madrid.', 2)
  await remember('bob', 'I like chess.', 1)
  const forgotten = await call('POST', '/forget', { appId: APP, userId: 'bob', confirm: true })
  await call('POST', '/forget', { appId: APP, userId: 'anna', category: 'work', confirm: true })
  const before = await call('GET', `/items/${APP}/anna`)
  const { receiptId } = forgotten as { receiptId: string }
  const receipt = await call('GET', `/receipts/${receiptId}`)
  expect(await embedded.end('SIGTERM')).toBe(0)

  const masterKey = readFileSync(join(dataDir, 'master.key'), 'utf8').trim()
  // Each process and command here gets the embedded service's key as KMS has encrypted it.
  const kms = await startKmsDouble()
  const cluster = await startCluster(APP, {
    MASTER_KEY: '',
    MASTER_KEY_KMS: kms.ciphertextOf(Buffer.from(masterKey, 'hex')),
    KMS_ENDPOINT: kms.endpoint,
    EMBEDDING_ENGINE: 'letters',
  })
  try {
    const wrong = await startCluster(APP)
    const refused = await wrong.cli('migrate', '--from', dataDir)
    await wrong.stop()
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('master.key')

    const { code, stdout, stderr } = await cluster.cli('migrate', '--from', dataDir, '--json')
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      objects: expect.any(Number),
      keys: expect.any(Number),
    })
    await cluster.worker()
    await cluster.processed('anna', 2)
    await eventually(
      'the items are the same',
      async () => {
        const { body } = await cluster.call('GET', `/items/${APP}/anna`)
        return JSON.stringify(sorted(body)) === JSON.stringify(sorted(before))
      },
      { patienceMs: 60_000, everyMs: 500 },
    )
    expect(await cluster.items('bob')).toEqual([])
    // It goes on: the next write supersedes the moved fact.
    const request = {
      appId: APP,
      userId: 'anna',
      content: 'I have moved, I now live in Oslo.',
      contentType: 'conversation',
    }
    await cluster.call('POST', '/memorize', request)
    await cluster.processed('anna', 3)
    const current = (await cluster.items('anna')).filter((item) => item.current)
    expect(current.map((item) => item.content)).toEqual(['I have moved, I now live in Oslo.'])
    // Old signatures are unchanged, under the same key; the audit is sealed again, forgets included.
    expect((await cluster.call('GET', `/receipts/${receiptId}`)).body).toEqual(receipt)
    const file = join(dataDir, 'receipt.json')
    writeFileSync(file, canonicalJson(receipt))
    const looked = await cluster.cli('verify-forget', '--receipt', file, '--user', 'bob')
    expect(looked).toMatchObject({ code: 0, stdout: expect.stringMatching(/^nothing found/) })
    expect((await cluster.cli('audit', 'seal')).code).toBe(0)
    const verified = await cluster.cli('audit', 'verify', '--json')
    expect(JSON.parse(verified.stdout)).toMatchObject({ users: 2, findings: [] })
    await eventually('the root is shown', async () => {
      const { body } = await cluster.call('GET', `/audit-roots/${APP}`)
      return (body as { data: unknown[] }).data.length === 1
    })
    const again = await cluster.cli('migrate', '--from', dataDir)
    expect(again.code).toBe(1)
    // As it is told, without a stack: it came before keys and content.
    expect(again.stderr).toMatch(
      /^\S+ of the new log is not empty: .* set another NAMESPACE, .*\n$/,
    )
    await interruptMoving({ ...cluster.env, MASTER_KEY: masterKey, MASTER_KEY_KMS: '' })
    for (const command of [
      ['migrate', '--from', dataDir],
      ['audit', 'seal'],
    ]) {
      const told = expect.stringContaining('because migrate was interrupted')
      expect(await cluster.cli(...command)).toMatchObject({ code: 1, stderr: told })
    }
  } finally {
    await cluster.stop()
    await kms.close()
  }
})

async function interruptMoving(env: Record<string, string>): Promise<void> {
  const config = readConfig(env)
  const masterKey = Buffer.from(env.MASTER_KEY ?? '', 'hex')
  const telemetry = createTelemetry(createLogger('silent'))
  const ports = await settingOf(config).open({ masterKey, telemetry })
  const moving = whileMoving(ports.objects, () => Promise.reject(new Error('killed')))
  await expect(moving).rejects.toThrow('killed')
  await ports.close()
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]))
}
