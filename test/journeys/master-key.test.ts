// The service starts over the keys that its data was written with, or not at all.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startProcess } from './process.ts'

const KEY = 'master-key-journey-0123456789'
const newDirectory = () => mkdtempSync(join(tmpdir(), 'palimpsest-'))
const settings = { MASTER_KEY: 'a'.repeat(64), BOOTSTRAP_API_KEY: KEY }

/** What a service has left behind: each test has a copy. */
const written = newDirectory()
beforeAll(async () => {
  const service = await startProcess({ ...settings, DATA_DIR: written })
  const body = { appId: 'app', userId: 'anna', content: 'I like chess.', contentType: 'document' }
  const { status } = await fetch(`${service.url}/v1/memorize`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(status).toBe(202)
  await service.end('SIGTERM')
})
afterAll(() => rmSync(written, { recursive: true, force: true }))

let env: typeof settings & { DATA_DIR: string }
beforeEach(() => {
  env = { ...settings, DATA_DIR: newDirectory() }
  cpSync(written, env.DATA_DIR, { recursive: true, preserveTimestamps: true })
})
afterEach(() => rmSync(env.DATA_DIR, { recursive: true, force: true }))

const inKeys = (sql: string) => {
  const keys = new DatabaseSync(join(env.DATA_DIR, 'keys.db'))
  keys.exec(sql)
  keys.close()
}

test('given another MASTER_KEY, when started, then it refuses, and starts with the right one', async () => {
  const other = { ...env, MASTER_KEY: 'b'.repeat(64) }
  await expect(startProcess(other)).rejects.toThrow(/MASTER_KEY is not the one/)
  await (await startProcess(env)).end('SIGTERM')
})

test('given another MASTER_KEY and no user with a key, when started, then it refuses all the same', async () => {
  inKeys(`UPDATE data_keys SET wrapped = NULL WHERE app_id = 'app'`)
  const other = { ...env, MASTER_KEY: 'b'.repeat(64) }
  await expect(startProcess(other)).rejects.toThrow(/MASTER_KEY is not the one/)
})

test('given data from before there was a probe, when started, then a user’s key decides', async () => {
  inKeys(`DELETE FROM data_keys WHERE app_id LIKE '~%'`)
  const other = { ...env, MASTER_KEY: 'b'.repeat(64) }
  await expect(startProcess(other)).rejects.toThrow(/MASTER_KEY is not the one/)
  await (await startProcess(env)).end('SIGTERM')
})

test('given an empty key store beside a log that is not, when started, then it refuses', async () => {
  inKeys('DELETE FROM data_keys')
  await expect(startProcess(env)).rejects.toThrow(/the key store is empty/)
})
