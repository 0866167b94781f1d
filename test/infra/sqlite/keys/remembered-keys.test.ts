// What is remembered of a file of keys is void once the file has changed.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { KeyStore } from '../../../../infra/ports/key-store.ts'
import { type Database, openDatabase } from '../../../../infra/sqlite/database/database.ts'
import { createSqliteKeyStore, keysSchema } from '../../../../infra/sqlite/key-store.ts'
import { type RememberedKeys, rememberKeys } from '../../../../infra/sqlite/keys/remembered-keys.ts'
import { createDirectories } from '../directory.ts'

const SCOPE = { appId: 'app', userId: 'anna' }
const newDirectory = createDirectories()

let path: string
let db: Database
let reads: number
let remembered: RememberedKeys<{ read: number }>

beforeEach(() => {
  path = join(newDirectory(), 'keys.db')
  db = openDatabase({ path, durable: true, schema: keysSchema })
  reads = 0
  remembered = rememberKeys(db, () => ({ read: ++reads }))
})
afterEach(() => {
  vi.useRealTimers()
  db.close()
})

const changeElsewhere = () => {
  const other = openDatabase({ path, durable: true, schema: keysSchema })
  other.transaction(() => other.run("INSERT INTO data_keys VALUES ('app', 'ben', 1, NULL)"))
  other.close()
}

test('a user is read once, and each user apart', async () => {
  expect(remembered.of(SCOPE)).toEqual({ read: 1 })
  await turn()
  expect(remembered.of({ ...SCOPE })).toEqual({ read: 1 })
  expect(remembered.of({ appId: 'app', userId: 'ben' })).toEqual({ read: 2 })
  expect(remembered.of({ appId: 'appa', userId: 'nna' })).toEqual({ read: 3 })
})

test('a change by another connection is seen in the next turn', async () => {
  remembered.of(SCOPE)
  changeElsewhere()
  await turn()
  expect(remembered.of(SCOPE)).toEqual({ read: 2 })
})

test('a user is read again in the same turn after a clearing', () => {
  remembered.of(SCOPE)
  remembered.clear()
  expect(remembered.of(SCOPE)).toEqual({ read: 2 })
})

test('nothing is kept for longer than 50 seconds, also where the file stays', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  remembered.of(SCOPE)
  vi.advanceTimersByTime(49_999)
  expect(remembered.of(SCOPE)).toEqual({ read: 1 })
  vi.advanceTimersByTime(1)
  expect(remembered.of(SCOPE)).toEqual({ read: 2 })
})

test('a key store gives no key that it has destroyed itself, and the new one at once', async () => {
  const keys: KeyStore = createSqliteKeyStore({ path, masterKey: randomBytes(32) })
  await keys.verify()
  const [first] = await keys.current([SCOPE])
  expect(await keys.get(SCOPE, 1)).toEqual(first?.key)
  await keys.rotate(SCOPE)
  expect(await keys.generations([SCOPE])).toEqual([[2, 1]])
  await keys.destroy(SCOPE, 1)
  expect([await keys.get(SCOPE, 1), await keys.generations([SCOPE])]).toEqual([null, [[2]]])
  expect(await keys.current([SCOPE])).toMatchObject([{ generation: 2 }])
  await keys.close()
})

test('a key store learns in the next turn that another one has destroyed a key', async () => {
  const masterKey = randomBytes(32)
  const [one, other] = [0, 1].map(() => createSqliteKeyStore({ path, masterKey })) as [
    KeyStore,
    KeyStore,
  ]
  await one.current([SCOPE])
  expect(await other.get(SCOPE, 1)).not.toBeNull()
  await one.destroy(SCOPE, 1)
  await turn()
  expect([await other.get(SCOPE, 1), await other.generations([SCOPE])]).toEqual([null, [[]]])
  expect(await other.current([SCOPE])).toMatchObject([{ generation: 2 }])
  await Promise.all([one.close(), other.close()])
})
