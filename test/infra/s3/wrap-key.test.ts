// Wrapped keys of one store open in the other: they can be moved between the settings.
import { createSecretKey, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { unwrapKey } from '../../../infra/runtime/envelope/wrap-key.ts'
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
  const key = unwrapKey(createSecretKey(masterKey), scope, { generation: 1, wrapped: row.wrapped })
  expect(Buffer.from(key)).toEqual(Buffer.from(made!.key))
})
