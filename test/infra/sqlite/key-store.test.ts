// The embedded key store: the contract, and the content of its file.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { DamagedKey, type KeyStore, WrongMasterKey } from '../../../infra/ports/key-store.ts'
import { createOwners } from '../../../infra/runtime/envelope/owners.ts'
import { isOutage } from '../../../infra/runtime/fail/retry.ts'
import { createSqliteKeyStore, renameUsers, storedKeys } from '../../../infra/sqlite/key-store.ts'
import { newScope } from '../../contracts/given.ts'
import { keyStoreContract } from '../../contracts/key-store.contract.ts'
import { createDirectories } from './directory.ts'

const newDirectory = createDirectories()

keyStoreContract('SQLite, users under pseudonyms', async () => {
  const path = join(newDirectory(), 'keys.db')
  const masterKey = randomBytes(32)
  const open = (other: Uint8Array) =>
    createSqliteKeyStore({ path, masterKey: other, owners: createOwners(other) })
  const keys = open(masterKey)
  return { keys, reopen: async (other = masterKey) => open(other), close: () => keys.close() }
})

describe('given a user’s stored key whose bytes were changed', () => {
  async function givenChanged(setUp: (keys: KeyStore) => Promise<unknown>) {
    const path = join(newDirectory(), 'keys.db')
    const masterKey = randomBytes(32)
    const open = (other = masterKey) => createSqliteKeyStore({ path, masterKey: other })
    const keys = open()
    await setUp(keys)
    const db = new DatabaseSync(path)
    const change = db.prepare('UPDATE data_keys SET wrapped = ? WHERE app_id = ?')
    expect(change.run(randomBytes(60), 'a').changes).toBe(1)
    db.close()
    return { keys, open }
  }
  const scope = { appId: 'a', userId: 'anna' }

  test('when it is asked for, then it is told as damaged', async () => {
    const { keys } = await givenChanged(async (own) => {
      await own.verify()
      await own.current([scope])
    })
    await expect(keys.current([scope])).rejects.toThrow(DamagedKey)
    await expect(keys.get(scope, 1)).rejects.toThrow(DamagedKey)
    await keys.close()
  })

  test('when the store is opened, then it is told as damaged, and with another master key that this is another', async () => {
    const { keys, open } = await givenChanged(async (own) => {
      await own.verify()
      await own.current([scope])
    })
    await keys.close()
    expect(() => open()).toThrow(DamagedKey)
    expect(() => open(randomBytes(32))).toThrow(WrongMasterKey)
  })

  test('when there is no probe, then nothing tells the two apart', async () => {
    const { keys, open } = await givenChanged((own) => own.current([scope]))
    await keys.close()
    expect(() => open()).toThrow(WrongMasterKey)
  })
})

test('given users by their ids, when renamed and back, then each has its keys, destroyed ones stay so, and no id is left', async () => {
  const directory = newDirectory()
  const path = join(directory, 'keys.db')
  const masterKey = randomBytes(32)
  const owners = createOwners(masterKey)
  const [anna, gone] = ['anna-of-lisbon', 'someone-forgotten'].map((userId) => ({
    appId: 'a',
    userId,
  }))
  const plain = createSqliteKeyStore({ path, masterKey })
  await plain.verify()
  const [made] = await plain.current([anna!, gone!])
  await plain.destroy(gone!, 1)
  await plain.close()
  const ids = () =>
    filesOf(directory).some((bytes) => /lisbon|forgotten/.test(bytes.toString('latin1')))
  expect(ids()).toBe(true)

  renameUsers({ path, masterKey, owners, sealed: true })
  renameUsers({ path, masterKey, owners, sealed: true })
  expect(ids()).toBe(false)
  const sealed = createSqliteKeyStore({ path, masterKey, owners })
  await sealed.verify()
  expect(await sealed.current([anna!])).toEqual([made])
  expect((await sealed.current([gone!]))[0]!.generation).toBe(2)
  expect(ids()).toBe(false)
  await sealed.close()
  expect([...storedKeys(path, owners)].map(({ userId }) => userId).sort()).toEqual([
    anna!.userId,
    gone!.userId,
    gone!.userId,
  ])

  renameUsers({ path, masterKey, owners, sealed: false })
  const again = createSqliteKeyStore({ path, masterKey })
  expect(await again.current([anna!])).toEqual([made])
  await again.close()
})

test('given another master key, or none to test it by, when users are to be renamed, then nothing changes', async () => {
  const directory = newDirectory()
  const path = join(directory, 'keys.db')
  const [masterKey, other] = [randomBytes(32), randomBytes(32)]
  const keys = createSqliteKeyStore({ path, masterKey })
  const scope = { appId: 'a', userId: 'anna-of-lisbon' }
  await keys.current([scope])
  const asOther = { path, masterKey: other, owners: createOwners(other), sealed: true }
  expect(() => renameUsers(asOther)).toThrow(WrongMasterKey)
  await keys.destroy(scope, 1)
  renameUsers(asOther)
  expect((await keys.current([scope]))[0]!.generation).toBe(2)
  await keys.close()
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

test('given two handles on one file, when either makes or destroys a key, then the other knows it at once', async () => {
  const options = { path: join(newDirectory(), 'keys.db'), masterKey: randomBytes(32) }
  const handles = [createSqliteKeyStore(options), createSqliteKeyStore(options)] as const
  const scope = newScope()
  const asked = () => Promise.all(handles.map((each) => each.generations([scope])))
  const given = (generation: number) =>
    Promise.all(handles.map(async (each) => (await each.get(scope, generation)) !== null))
  const [one, other] = handles
  await one.current([scope])
  expect([await asked(), await given(1)]).toEqual([
    [[[1]], [[1]]],
    [true, true],
  ])
  expect(await other.rotate(scope)).toBe(1)
  expect([await asked(), await given(2)]).toEqual([
    [[[2, 1]], [[2, 1]]],
    [true, true],
  ])
  await one.destroy(scope, 1)
  expect([await asked(), await given(1)]).toEqual([
    [[[2]], [[2]]],
    [false, false],
  ])
  await other.destroy(scope, 2)
  expect([await asked(), await given(2)]).toEqual([
    [[[]], [[]]],
    [false, false],
  ])
  const [made] = await one.current([scope])
  expect([made?.generation, await asked()]).toEqual([3, [[[3]], [[3]]]])
  await Promise.all(handles.map((each) => each.close()))
})

function filesOf(directory: string): Buffer[] {
  return readdirSync(directory).map((name) => readFileSync(join(directory, name)))
}
