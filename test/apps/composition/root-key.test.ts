// The embedded service's own key is rotated in its directory, whatever is killed in between.
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { runCli } from '../../../apps/cli/main.ts'
import { claimDataDir } from '../../../apps/composition/embedded/claim-directory.ts'
import {
  keyIn,
  masterKeyOf,
  nextKeyPath,
  useNextKey,
} from '../../../apps/composition/embedded/master-key-of.ts'
import { settingOf } from '../../../apps/composition/open-ports.ts'
import { rooted, rotateMasterKey } from '../../../apps/composition/root-key.ts'
import { readConfig } from '../../../infra/config.ts'
import { WrongMasterKey } from '../../../infra/ports/key-store.ts'
import { createOwners } from '../../../infra/runtime/envelope/owners.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { sqliteRootRecord } from '../../../infra/sqlite/root-key.ts'
import { KMS_CREDENTIALS, startKmsDouble } from '../../infra/kms/kms-double.ts'
import { createDirectories } from '../../infra/sqlite/directory.ts'

const ANN = { appId: 'app', userId: 'ann' }
const newDirectory = createDirectories()
let directory: string
let first: string
beforeEach(async () => {
  directory = newDirectory()
  first = Buffer.from(keyIn(join(directory, 'master.key'))).toString('hex')
  const store = keysUnder(first)
  await store.verify()
  await store.current([ANN])
  await store.close()
})

const config = () => readConfig({ DATA_DIR: directory })
const path = () => join(directory, 'keys.db')
function keysUnder(hex: string) {
  const masterKey = Buffer.from(hex, 'hex')
  return createSqliteKeyStore({ path: path(), masterKey, owners: createOwners(masterKey) })
}

test('given a master key that is not the one of the directory, when claimed, then the directory is free again', () => {
  const wrong = { ...config(), MASTER_KEY: 'ff'.repeat(32) }
  expect(() => settingOf(wrong).claim()).toThrow(WrongMasterKey)
  const release = claimDataDir(directory)
  release()
})

test.each([
  ['was cut off', 40],
  ['is empty', 0],
])('given a key file that %s, when claimed, then the file is told as damaged', (_, length) => {
  const own = join(directory, 'master.key')
  writeFileSync(own, first.slice(0, length))
  expect(() => settingOf(config()).claim()).toThrow(`${own} is damaged`)
  expect(readFileSync(own, 'utf8')).toHaveLength(length)
})

test('given what KMS encrypted, when it is not decrypted yet, then no key is made in its place', async () => {
  const own = join(directory, 'master.key')
  rmSync(own)
  const encrypted = { ...config(), MASTER_KEY_KMS: 'x' }
  expect(() => masterKeyOf(encrypted)).toThrow(/MASTER_KEY_KMS is decrypted first/)
  await expect(rotateMasterKey(encrypted, Buffer.alloc(32, 1))).rejects.toThrow(/decrypted first/)
  expect(existsSync(own)).toBe(false)
})

test('given data that has lost its master key, when it is opened, then that is told and none is made', async () => {
  rmSync(join(directory, 'master.key'))
  await expect(rooted(config())).rejects.toThrow(`put master.key back into ${directory}`)
  expect(existsSync(join(directory, 'master.key'))).toBe(false)
  // The key may be given in another way.
  await expect(rooted({ ...config(), MASTER_KEY: first })).resolves.toMatchObject({
    MASTER_KEY: first,
  })
})

test('given a directory without any key, when it is opened, then nothing is lost', async () => {
  const DATA_DIR = newDirectory()
  await expect(rooted(readConfig({ DATA_DIR }))).resolves.toMatchObject({ DATA_DIR })
  // A first start that was killed has made the file alone.
  const path = join(DATA_DIR, 'keys.db')
  await createSqliteKeyStore({ path, masterKey: new Uint8Array(32) }).close()
  await expect(rooted(readConfig({ DATA_DIR }))).resolves.toMatchObject({ DATA_DIR })
})

test('given a key in the directory, when KMS holds the next, then it opens the root key', async () => {
  const kms = await startKmsDouble()
  const next = join(directory, 'next.kms')
  writeFileSync(next, `${kms.ciphertextOf()}\n`)
  const env = { ...KMS_CREDENTIALS, KMS_ENDPOINT: kms.endpoint }
  try {
    const { code, told } = await cli(env, 'keys', 'rotate-master', '--to-kms', next)
    expect(code).toBe(0)
    expect(told).toMatch(/master\.key is the key of before: move it away/)
    await expect(rooted(config())).rejects.toThrow(WrongMasterKey)
    const MASTER_KEY_KMS = readFileSync(next, 'utf8').trim()
    const opened = await rooted(readConfig({ DATA_DIR: directory, ...env, MASTER_KEY_KMS }))
    expect(opened).toMatchObject({ MASTER_KEY: first })
    expect(opened).not.toHaveProperty('MASTER_KEY_KMS')
  } finally {
    await kms.close()
  }
})

test('given a key in plain in place of what KMS encrypted, when rotated, then KMS is not asked', async () => {
  const kms = await startKmsDouble()
  const env = { ...KMS_CREDENTIALS, KMS_ENDPOINT: kms.endpoint }
  try {
    const plain = join(directory, 'master.key')
    const { code, told } = await cli(env, 'keys', 'rotate-master', '--to-kms', plain)
    expect(code).toBe(1)
    expect(told).toMatch(/master\.key must be what AWS KMS encrypted, not a key/)
    expect(told).not.toContain(first)
    expect(kms.asked).toEqual([])
  } finally {
    await kms.close()
  }
})

test.each([
  ['more than a key', `${'a'.repeat(64)} of May`],
  ['a key and a half', 'a'.repeat(96)],
  ['less than a key', 'a'.repeat(62)],
])('given a file that holds %s, when rotated to it, then the key in use stays', async (_, text) => {
  const next = join(directory, 'next.key')
  writeFileSync(next, text)
  const { code, told } = await cli({ MASTER_KEY: first }, 'keys', 'rotate-master', '--to', next)
  expect([code, told]).toEqual([1, expect.stringContaining(`${next} holds no key`)])
  expect(told).not.toContain('aaaa')
  expect((await rooted({ ...config(), MASTER_KEY: first })).MASTER_KEY).toBe(first)
})

test('given a file with a key in capital letters and a line end, when rotated to it, then it opens the service', async () => {
  const next = join(directory, 'next.key')
  writeFileSync(next, `${'AB'.repeat(32)}\n`)
  const { code } = await cli({ MASTER_KEY: first }, 'keys', 'rotate-master', '--to', next)
  expect(code).toBe(0)
  const after = readConfig({ DATA_DIR: directory, MASTER_KEY_FILE: next })
  expect((await rooted(after)).MASTER_KEY).toBe(first)
})

test('given another key, when rotated to it, then the answer is JSON where that is asked for', async () => {
  const next = join(directory, 'next.key')
  const { told } = await cli({ MASTER_KEY: first }, 'keys', 'rotate-master', '--to', next, '--json')
  expect(JSON.parse(told.slice(0, told.indexOf('}') + 1))).toEqual({
    masterKey: next,
    before: null,
    setting: null,
  })
})

test('given the key of the directory, when rotated, then it is told where the one of before is', async () => {
  const { told } = await cli({}, 'keys', 'rotate-master', '--json')
  const { masterKey, before } = JSON.parse(told.slice(0, told.indexOf('}') + 1))
  expect(masterKey).toBe(join(directory, 'master.key'))
  expect(readFileSync(before, 'utf8').trim()).toBe(first)
})

test.each([
  [['--to', 'a', '--to-kms', 'b'], /not both/],
  [['--to-kms', 'missing.kms'], /missing\.kms cannot be read/],
])('given %j, when rotated, then it is refused', async (args, why) => {
  const { code, told } = await cli({}, 'keys', 'rotate-master', ...args)
  expect(code).not.toBe(0)
  expect(told).toMatch(why)
  expect((await rooted(config())).MASTER_KEY).toBeUndefined()
})

test('given no rotation, then the master key is the root key', async () => {
  expect((await rooted(config())).MASTER_KEY).toBeUndefined()
})

test('given a rotation that was killed before or after its commit, then the service starts either way', async () => {
  const next = keyIn(nextKeyPath(directory))
  expect((await rooted(config())).MASTER_KEY).toBeUndefined()
  expect(await rotateMasterKey(config(), next)).toBe(true)
  expect((await rooted(config())).MASTER_KEY).toBe(first)
  expect(existsSync(nextKeyPath(directory))).toBe(false)
  expect(readFileSync(join(directory, 'master.key'), 'utf8')).toBe(
    Buffer.from(next).toString('hex'),
  )
  const store = keysUnder(first)
  expect(await store.get(ANN, 1)).not.toBeNull()
  await store.close()
})

test('given a rotation that was killed after its commit, when the command is called again, then another key is in use', async () => {
  const killed = keyIn(nextKeyPath(directory))
  expect(await rotateMasterKey(config(), killed)).toBe(true)
  expect((await cli({}, 'keys', 'rotate-master')).code).toBe(0)
  expect((await rooted(config())).MASTER_KEY).toBe(first)
  const now = readFileSync(join(directory, 'master.key'), 'utf8')
  expect([first, Buffer.from(killed).toString('hex')]).not.toContain(now)
})

test('given a rotation of the own key, when it is done, then the key of before is kept for backups from before', async () => {
  const { code, told } = await cli({}, 'keys', 'rotate-master')
  const [before, ...more] = readdirSync(directory).filter((name) => name.includes('.before'))
  expect([code, more]).toEqual([0, []])
  const kept = join(directory, before!)
  expect(readFileSync(kept, 'utf8')).toBe(first)
  expect(statSync(kept).mode & 0o777).toBe(0o600)
  expect(told).toContain(kept)
})

test('given the key of before, when it comes back, then it is refused, and no byte that it opens is left', async () => {
  const kept = join(directory, 'kept.key')
  const rotateOwn = async () => {
    expect(await rotateMasterKey(config(), keyIn(nextKeyPath(directory)))).toBe(true)
    useNextKey(directory)
  }
  await rotateOwn()
  copyFileSync(join(directory, 'master.key'), kept)
  const wrapped = await storedRoot()
  await rotateOwn()
  expect(readFileSync(path()).includes(wrapped)).toBe(false)
  copyFileSync(kept, join(directory, 'master.key'))
  await expect(rooted(config())).rejects.toThrow(WrongMasterKey)
  await expect(rotateMasterKey(config(), keyIn(kept))).rejects.toThrow(WrongMasterKey)
})

test('given another master key, when rotated, then it is refused', async () => {
  writeFileSync(join(directory, 'master.key'), 'e'.repeat(64))
  await expect(rotateMasterKey(config(), Buffer.alloc(32, 1))).rejects.toThrow(WrongMasterKey)
  expect((await rooted(config())).MASTER_KEY).toBeUndefined()
})

async function cli(env: Record<string, string>, ...args: string[]) {
  for (const [name, value] of Object.entries({ DATA_DIR: directory, ...env })) {
    vi.stubEnv(name, value)
  }
  const lines: string[] = []
  const tell = (line: string) => void lines.push(line)
  const { signal } = new AbortController()
  const code = await runCli(args, { out: tell, err: tell, isTerminal: false, signal })
  vi.unstubAllEnvs()
  return { code, told: lines.join('\n') }
}

async function storedRoot(): Promise<Buffer> {
  const record = sqliteRootRecord(path())
  const stored = await record.read()
  // Another rotation at the same moment is told that it came second.
  expect(await record.replace(stored!)).toBe(false)
  return Buffer.from(stored!.wrapped)
}
