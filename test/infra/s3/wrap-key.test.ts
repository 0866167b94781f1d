// Wrapped keys of one store open in the other: they can be moved between the settings.
import { createSecretKey, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { newKey, unwrapKey } from '../../../infra/runtime/wrap-key.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { newScope } from '../../contracts/given.ts'
import { createDirectories } from '../sqlite/directory.ts'

const newDirectory = createDirectories()

test('given a key that the embedded store wrapped, when unwrapped here, then it is the same', async () => {
  const path = join(newDirectory(), 'keys.db')
  const masterKey = randomBytes(32)
  const keys = createSqliteKeyStore({ path, masterKey })
  const scope = newScope()
  const [made] = await keys.current([scope])
  await keys.close()
  const db = new DatabaseSync(path)
  const row = db.prepare('SELECT wrapped FROM data_keys').get() as { wrapped: Uint8Array }
  db.close()
  const key = unwrapKey(createSecretKey(masterKey), scope, 1, row.wrapped)
  expect(Buffer.from(key)).toEqual(Buffer.from(made!.key))
})

test('given a wrapped key, when anything that it is bound to is another, then it does not open', () => {
  const masterKey = createSecretKey(randomBytes(32))
  const scope = newScope()
  const { key, wrapped } = newKey(masterKey, scope, 3)
  expect(Buffer.from(unwrapKey(masterKey, scope, 3, wrapped))).toEqual(Buffer.from(key))
  expect(() => unwrapKey(masterKey, scope, 2, wrapped)).toThrow()
  expect(() => unwrapKey(masterKey, newScope(), 3, wrapped)).toThrow()
  expect(() => unwrapKey(createSecretKey(randomBytes(32)), scope, 3, wrapped)).toThrow()
})
