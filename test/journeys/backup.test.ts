// A backup is taken beside a running service, and restored elsewhere: writes acknowledged before it are there, and
// content forgotten since is not.
import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, test } from 'vitest'
import { ownDirectory } from '../infra/sqlite/directory.ts'
import { runCommand, runCommandHere, type ServiceProcess, startProcess } from './process.ts'
import { APP, eventually } from './service.ts'
import { startedService } from './started-service.ts'

const MASTER_KEY = 'c'.repeat(64)
const folder = ownDirectory()
const inFolder = (name: string) => join(folder, name)

const service = startedService({ MASTER_KEY })
let receipts: string
let signingKeys: number
beforeAll(async () => {
  signingKeys = keysOf('~signing')
  await service.remember('anna', 'I live in Berlin.')
  await service.remember('ben', 'I live in Oslo.')
  await service.remember('cleo', 'I live in Quito.')
  const before = await forget('cleo')
  const beside = { MASTER_KEY, DATA_DIR: service.dataDir }
  await writingMeanwhile(() => runCommand(beside, 'backup', inFolder('backup')))
  const told = [before, await forget('ben')]
  receipts = inFolder('receipts.ndjson')
  writeFileSync(receipts, told.map((each) => `${JSON.stringify(each)}\n`).join(''))
})

async function cli(...args: string[]): Promise<string> {
  return cliOver(service.dataDir, ...args)
}

async function cliOver(DATA_DIR: string, ...args: string[]): Promise<string> {
  return cliIn({ DATA_DIR }, ...args)
}

async function cliIn(more: Record<string, string>, ...args: string[]): Promise<string> {
  return (await runCommandHere({ MASTER_KEY, ...more }, ...args)).stdout
}

/** It never comes to calling them. */
const overServers = (...args: string[]) =>
  cliIn(
    {
      PROFILE: 'distributed',
      KAFKA_BROKERS: '127.0.0.1:1',
      SCHEMA_REGISTRY_URL: 'http://127.0.0.1:1',
      ELASTICSEARCH_URL: 'http://127.0.0.1:1',
      NEO4J_URL: 'bolt://127.0.0.1:1',
      S3_BUCKET: 'none',
    },
    ...args,
  )

/** The receipt of a forget. */
async function forget(userId: string): Promise<unknown> {
  const asked = { appId: APP, userId, confirm: true }
  const { body } = await service.call('POST', '/forget', asked)
  return (await service.call('GET', `/receipts/${body.receiptId}`)).body
}

/** So that the files change while they are copied. */
async function writingMeanwhile(work: () => Promise<unknown>): Promise<void> {
  let done = false
  const writing = (async () => {
    for (let n = 0; !done; n++) await service.remember('dora', `I own the kettle number${n}x.`)
  })()
  await work().finally(() => {
    done = true
  })
  await writing
}

async function reading<T>(
  dataDir: string,
  read: (process: ServiceProcess & { url: string }) => Promise<T>,
) {
  const started = await startProcess({
    DATA_DIR: dataDir,
    MASTER_KEY,
    BOOTSTRAP_API_KEY: service.key,
  })
  try {
    return await read(started)
  } finally {
    expect(await started.end('SIGTERM')).toBe(0)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: read as a client would
async function get(url: string, path: string): Promise<any> {
  const headers = { authorization: `Bearer ${service.key}` }
  return (await fetch(`${url}/v1${path}`, { headers })).json()
}
const contentsOf = async (url: string, userId: string): Promise<string[]> =>
  (await get(url, `/items/${APP}/${userId}?limit=200`)).data.map(
    ({ content }: { content: string }) => content,
  )

test('given a backup and the receipts since, when restored, then what was written is there and what was forgotten is not', async () => {
  const dataDir = inFolder('restored')
  const told = await cliOver(dataDir, 'restore', inFolder('backup'), '--receipts', receipts)
  expect(told).toContain('2 receipts: 1 forget')
  await reading(dataDir, async ({ url }) => {
    const isForgotten = async () => (await contentsOf(url, 'ben')).length === 0
    await eventually('it is forgotten again', isForgotten)
    expect(await contentsOf(url, 'anna')).toEqual(['I live in Berlin.'])
    expect(await contentsOf(url, 'cleo')).toEqual([])
    await eventually('each write of hers that was copied is remembered', async () => {
      const { pagination } = await get(url, `/resources/${APP}/dora`)
      return pagination.total > 0 && (await contentsOf(url, 'dora')).length === pagination.total
    })
  })
}, 120_000)

test('given no receipts, when restored, then it is said what that means', async () => {
  const env = { DATA_DIR: inFolder('without'), MASTER_KEY }
  const { stderr } = await runCommandHere(env, 'restore', inFolder('backup'))
  expect(stderr).toContain('What was forgotten since is back')
})

test.each([
  [
    'a receipt that was changed',
    'changed',
    '{"statement":{},"signature":{}}\n',
    /receipt 1 is not/,
  ],
  ['a file that holds no receipt', 'empty', '\n', /holds no receipts/],
])(
  'given %s, when restored, then nothing is, because a start would serve what was forgotten',
  async (_, name, text, why) => {
    const file = inFolder(`${name}.ndjson`)
    writeFileSync(file, text)
    const dataDir = inFolder(name)
    const restoring = cliOver(dataDir, 'restore', inFolder('backup'), '--receipts', file)
    await expect(restoring).rejects.toThrow(why)
    // It tells what it has copied: a process that is killed then leaves it there.
    await expect(restoring).rejects.toMatchObject({ stdout: '' })
    expect(existsSync(dataDir)).toBe(false)
  },
)

test.each([
  ['no receipts', () => []],
  ['receipts', () => ['--receipts', receipts]],
])(
  'given %s and another master key, when restored, then only what was there before stays',
  async (name, more) => {
    const dataDir = inFolder(`other key, ${name}`)
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'master.key'), 'd'.repeat(64))
    const MASTER_KEY_FILE = join(dataDir, 'master.key')
    await expect(
      runCommandHere(
        { DATA_DIR: dataDir, MASTER_KEY_FILE },
        'restore',
        inFolder('backup'),
        ...more(),
      ),
    ).rejects.toThrow(/not the one that this data was written with/)
    expect(readdirSync(dataDir)).toEqual(['master.key'])
  },
)

test.each([
  ['the data directory', () => service.dataDir],
  ['another backup', () => inFolder('backup')],
])('given a folder within %s, when backed up, then it is refused', async (_, outer) => {
  const inner = join(outer(), 'deep', 'inner')
  await expect(cli('backup', inner)).rejects.toThrow(/within/)
  expect(existsSync(join(outer(), 'deep'))).toBe(false)
})

test.each([
  [
    'a directory that holds data',
    async () => cliOver(service.dataDir, 'restore', inFolder('backup')),
    /holds data/,
  ],
  [
    'a folder that is no backup',
    async () => cliOver(inFolder('x'), 'restore', folder),
    /no whole backup/,
  ],
  ['a folder that is not empty', async () => cli('backup', inFolder('backup')), /not empty/],
  ['a backup of servers', async () => overServers('backup', inFolder('w')), /by their own means/],
  [
    'a backup for servers',
    async () => overServers('restore', inFolder('backup')),
    /by their own means; then give --receipts/,
  ],
  [
    'a file that was changed',
    async () => {
      appendFileSync(join(inFolder('backup'), 'keys.db'), 'x')
      return cliOver(inFolder('z'), 'restore', inFolder('backup'))
    },
    /keys\.db is not as it was/,
  ],
])('refuses %s', async (_, run, why) => {
  await expect(run()).rejects.toThrow(why)
})

test('given a service that has signed nothing yet, then a backup has the key that later receipts are verified with', () => {
  expect(signingKeys).toBe(1)
})

function keysOf(appId: string): number {
  const keys = new DatabaseSync(join(service.dataDir, 'keys.db'))
  const found = keys.prepare('SELECT 1 FROM data_keys WHERE app_id = ?').all(appId)
  keys.close()
  return found.length
}

test('holds neither the master key nor locks', () => {
  expect(readdirSync(inFolder('backup'))).not.toContain('master.key')
  expect(readdirSync(inFolder('backup'))).not.toContain('lock.db')
})
