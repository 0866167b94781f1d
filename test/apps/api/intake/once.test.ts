// A thing is done once per key, and every request with the key is given its id.
import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { once, type ToStore } from '../../../../apps/api/intake/once.ts'
import type { Services } from '../../../../apps/api/services.ts'
import type { KeyStore } from '../../../../infra/ports/key-store.ts'
import type { ObjectStore } from '../../../../infra/ports/object-store.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { createSqliteObjectStore } from '../../../../infra/sqlite/object-store.ts'

const SCOPE = { appId: 'app', userId: 'user' }
let keys: KeyStore
let objects: ObjectStore
beforeEach(() => {
  keys = createSqliteKeyStore({ path: ':memory:', masterKey: randomBytes(32) })
  objects = createSqliteObjectStore({ path: ':memory:' })
})

const request = { scope: SCOPE, key: 'k', body: 1 }
const now = () => new Date('2026-11-21T09:00:00.000Z')
const run = (store: (what: ToStore) => Promise<void>, body = 1) =>
  once({ ports: { objects, keys } as Services['ports'], now }, { ...request, body }, store)

test('stores the first time, and gives its id every time', async () => {
  const ids: string[] = []
  const store = async ({ id }: ToStore) => void ids.push(id)
  const first = await run(store)
  expect(first).toEqual({ id: ids[0] })
  expect(await run(store)).toEqual(first)
  expect(ids).toHaveLength(1)
  expect(await run(store, 2)).toBe('conflict')
  expect(ids).toHaveLength(1)
})

test('given a store that fails, when it is asked again, then it is stored under the same id, as a repetition', async () => {
  const told: ToStore[] = []
  const failing = async (what: ToStore) => {
    told.push(what)
    throw new Error('down')
  }
  await expect(run(failing)).rejects.toThrow('down')
  const done = await run(async (what) => void told.push(what))
  const id = told[0]?.id
  expect(done).toEqual({ id })
  expect(told).toEqual([
    { id, repeated: false },
    { id, repeated: true },
  ])
})

test('gives the time as the beginning of the id', async () => {
  const made = (await run(async () => undefined)) as { id: string }
  const ms = Number.parseInt(made.id.replaceAll('-', '').slice(0, 12), 16)
  expect(ms).toBe(now().getTime())
})
