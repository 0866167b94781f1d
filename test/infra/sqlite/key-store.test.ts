// The embedded key store: the contract, and the content of its file.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { isOutage } from '../../../infra/runtime/fail/retry.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { newScope } from '../../contracts/given.ts'
import { keyStoreContract } from '../../contracts/key-store.contract.ts'
import { createDirectories } from './directory.ts'

const newDirectory = createDirectories()

keyStoreContract('SQLite', async () => {
  const path = join(newDirectory(), 'keys.db')
  const masterKey = randomBytes(32)
  const keys = createSqliteKeyStore({ path, masterKey })
  return {
    keys,
    reopen: async (other = masterKey) => createSqliteKeyStore({ path, masterKey: other }),
    close: () => keys.close(),
  }
})

test('given a key, when its file is searched, then neither it nor the master key is there in clear', async () => {
  const directory = newDirectory()
  const masterKey = randomBytes(32)
  const keys = createSqliteKeyStore({ path: join(directory, 'keys.db'), masterKey })
  const [made] = await keys.current([newScope()])
  for (const bytes of filesOf(directory)) {
    expect(bytes.includes(Buffer.from(made!.key))).toBe(false)
    expect(bytes.includes(masterKey)).toBe(false)
  }
  await keys.close()
})

test('given a wrapped key, when it is destroyed, then its bytes are in no file', async () => {
  const directory = newDirectory()
  const path = join(directory, 'keys.db')
  const keys = createSqliteKeyStore({ path, masterKey: randomBytes(32) })
  const [scope, other] = [newScope(), newScope()]
  await keys.current([scope, other])
  const reader = new DatabaseSync(path)
  const { wrapped } = reader
    .prepare('SELECT wrapped FROM data_keys WHERE user_id = ?')
    .get(scope.userId) as { wrapped: Uint8Array }
  reader.close()
  expect(filesOf(directory).some((bytes) => bytes.includes(Buffer.from(wrapped)))).toBe(true)
  await keys.destroy(scope, 1)
  expect(filesOf(directory).some((bytes) => bytes.includes(Buffer.from(wrapped)))).toBe(false)
  expect(await keys.get(other, 1)).not.toBeNull()
  await keys.close()
})

test('given a wrapped key, when it is moved to another user, then it does not open', async () => {
  const path = join(newDirectory(), 'keys.db')
  const keys = createSqliteKeyStore({ path, masterKey: randomBytes(32) })
  const [scope, thief] = [newScope(), newScope()]
  await keys.current([scope])
  const writer = new DatabaseSync(path)
  writer
    .prepare('UPDATE data_keys SET app_id = ?, user_id = ? WHERE user_id = ?')
    .run(thief.appId, thief.userId, scope.userId)
  writer.close()
  await expect(keys.get(thief, 1)).rejects.toThrow()
  await keys.close()
})

test('given a file of keys that is gone, when a known key is asked for, then nothing is sealed under it', async () => {
  const path = join(newDirectory(), 'keys.db')
  const keys = createSqliteKeyStore({ path, masterKey: randomBytes(32) })
  const scope = newScope()
  await keys.current([scope])
  rmSync(path)
  const error = await keys.current([scope]).catch((reason: unknown) => reason)
  expect(isOutage(error)).toBe(true)
  await keys.close()
})

test('given two handles on one file, when both need a user’s first key, then they get the same', async () => {
  const path = join(newDirectory(), 'keys.db')
  const masterKey = randomBytes(32)
  const [one, other] = [
    createSqliteKeyStore({ path, masterKey }),
    createSqliteKeyStore({ path, masterKey }),
  ]
  const scope = newScope()
  const [a, b] = await Promise.all([one.current([scope]), other.current([scope])])
  expect(a).toEqual(b)
  await one.close()
  await other.close()
})

function filesOf(directory: string): Buffer[] {
  return readdirSync(directory).map((name) => readFileSync(join(directory, name)))
}
