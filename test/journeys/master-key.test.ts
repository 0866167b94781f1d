// The service starts over the keys that its data was written with, or not at all.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDirectories } from '../infra/sqlite/directory.ts'
import { runCommandHere } from './process.ts'
import { APP, type Service, startService } from './service.ts'

const newDirectory = createDirectories()
const settings = { MASTER_KEY: 'a'.repeat(64) }

/** What a service has left behind: each test has a copy. */
let written: Service
beforeAll(async () => {
  written = await startService(settings)
  await written.remember('anna', 'I like chess.')
  await written.pause()
})
afterAll(() => written.stop())

let env: typeof settings & { DATA_DIR: string }
beforeEach(() => {
  env = { ...settings, DATA_DIR: newDirectory() }
  cpSync(written.dataDir, env.DATA_DIR, { recursive: true, preserveTimestamps: true })
})

const inKeys = (sql: string) => {
  const keys = new DatabaseSync(join(env.DATA_DIR, 'keys.db'))
  keys.exec(sql)
  keys.close()
}

test('given another MASTER_KEY, when started, then it refuses, and the right one opens it', async () => {
  const other = { ...env, MASTER_KEY: 'b'.repeat(64) }
  await expect(startService(other)).rejects.toThrow(/MASTER_KEY is not the one/)
  await runCommandHere(env, 'audit', 'verify')
})

test('given another MASTER_KEY and no user with a key, when started, then it refuses all the same', async () => {
  inKeys(`UPDATE data_keys SET wrapped = NULL WHERE app_id = '${APP}'`)
  const other = { ...env, MASTER_KEY: 'b'.repeat(64) }
  await expect(startService(other)).rejects.toThrow(/MASTER_KEY is not the one/)
})

test('given data from before there was a probe, when started, then a user’s key decides', async () => {
  inKeys(`DELETE FROM data_keys WHERE app_id LIKE '~%'`)
  const other = { ...env, MASTER_KEY: 'b'.repeat(64) }
  await expect(startService(other)).rejects.toThrow(/MASTER_KEY is not the one/)
  await runCommandHere(env, 'audit', 'verify')
})

test('given an empty key store beside a log that is not, when started, then it refuses', async () => {
  inKeys('DELETE FROM data_keys')
  await expect(startService(env)).rejects.toThrow(/the key store is empty/)
})
