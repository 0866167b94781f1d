// The master key as AWS KMS encrypted it: the service opens its data with it from start to start, and no file holds it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KMS_CREDENTIALS, type KmsDouble, startKmsDouble } from '../infra/kms/kms-double.ts'
import { ownDirectory } from '../infra/sqlite/directory.ts'
import { runCommandHere, startProcess } from './process.ts'
import { type Service, setting, startService } from './service.ts'

const folder = ownDirectory()
const inFolder = (name: string) => join(folder, name)

let kms: KmsDouble
let service: Service
let env: Record<string, string>
beforeAll(async () => {
  kms = await startKmsDouble()
  env = {
    // Over servers, the credentials of the object store are sent to KMS too.
    ...(setting === 'embedded' ? KMS_CREDENTIALS : {}),
    MASTER_KEY: '',
    MASTER_KEY_KMS: kms.ciphertextOf(),
    KMS_ENDPOINT: kms.endpoint,
  }
  service = await startService(env)
})
afterAll(async () => {
  await service.stop()
  await kms.close()
})

async function cli(more: Record<string, string>, ...args: string[]): Promise<string> {
  return (await runCommandHere({ ...service.env, ...env, ...more }, ...args)).stdout
}

const known = async (userId: string): Promise<string[]> =>
  (await service.items(userId)).map(({ content }) => content)

test('given a start, a stop and a start, when KMS is away, then it refuses; when it is back, facts are there, and KMS was asked once each time', async () => {
  await service.remember('anna', 'I live in Berlin.')
  await service.pause()
  const away = { KMS_ENDPOINT: 'http://127.0.0.1:1' }
  await expect(service.resume(away)).rejects.toThrow(/^MASTER_KEY_KMS .* does not answer/)
  await service.resume(env)
  expect(await known('anna')).toEqual(['I live in Berlin.'])
  expect(kms.asked.map(({ action }) => action)).toEqual(Array(2).fill('TrentService.Decrypt'))
  expect(existsSync(join(service.dataDir, 'master.key'))).toBe(false)
})

test.skipIf(setting !== 'embedded')(
  'given a backup, when restored, then KMS is asked before anything is copied',
  async () => {
    const DATA_DIR = inFolder('restored')
    await cli({}, 'backup', inFolder('backup'))
    const away = { DATA_DIR, KMS_ENDPOINT: 'http://127.0.0.1:1' }
    const failed = await cli(away, 'restore', inFolder('backup')).catch((error) => error)
    expect(failed.stderr).toMatch(/^MASTER_KEY_KMS cannot be decrypted: .*\n$/)
    expect(existsSync(DATA_DIR)).toBe(false)
    await cli({ DATA_DIR }, 'restore', inFolder('backup'))
    expect(readdirSync(DATA_DIR)).toContain('keys.db')
  },
)

test.skipIf(setting !== 'embedded')(
  'given that KMS refuses, when a process starts, then it ends with one line',
  async () => {
    kms.refuse({ status: 400, code: 'AccessDeniedException' })
    const start = startProcess({ ...env, DATA_DIR: inFolder('new') })
    await expect(start).rejects.toThrow(/^it did not start: palimpsest: MASTER_KEY_KMS .*\n$/)
    kms.refuse(null)
    expect(existsSync(inFolder('new'))).toBe(false)
  },
)

test('given the next key as KMS encrypted it, when rotated, then it alone opens the data, and a plain one can follow', async () => {
  const [next, plain] = [inFolder('next.kms'), inFolder('plain.key')]
  writeFileSync(next, `${kms.ciphertextOf()}\n`)
  expect(await cli({}, 'keys', 'rotate-master', '--to-kms', next)).toMatch(/set MASTER_KEY_KMS/)
  const before = env
  env = { ...env, MASTER_KEY_KMS: readFileSync(next, 'utf8').trim() }
  await expect(cli({}, 'keys', 'rotate-master', '--to-kms', next)).rejects.toThrow(/in use/)
  await service.pause()
  await expect(service.resume(before)).rejects.toThrow(/MASTER_KEY is not the one/)
  // A stopped service is rotated as a running one is.
  await cli({}, 'keys', 'rotate-master', '--to', plain)
  const left = { MASTER_KEY: readFileSync(plain, 'utf8'), MASTER_KEY_KMS: '' }
  await service.resume(left)
  expect(await known('anna')).toEqual(['I live in Berlin.'])
})
