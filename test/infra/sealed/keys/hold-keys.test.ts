// A thread that only answers queries asks for a user's keys once for the steps of a query, and again when they may be
// gone.
import { expect, test } from 'vitest'
import { holdKeys, knownInTurn } from '../../../../infra/sealed/keys/hold-keys.ts'
import { createKeyring } from '../../../../infra/sealed/keys/keyring.ts'
import { createSealing, forWriting } from '../../../../infra/sealed/keys/sealing.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { newScope } from '../../../contracts/given.ts'

async function given(forMs = 0) {
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey: new Uint8Array(32) })
  const asked: number[] = []
  const counted = {
    ...keys,
    generations: (scopes: Parameters<typeof keys.generations>[0]) => {
      asked.push(scopes.length)
      return keys.generations(scopes)
    },
  }
  const [scope, other] = [newScope(), newScope()]
  await keys.current([scope, other])
  let time = 0
  const ring = holdKeys(createKeyring({ keys: counted }), { forMs, now: () => time })
  return { keys, asked, ring, scope, other, later: (ms: number) => (time += ms) }
}

/** What has waited for the event loop since. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('given steps that follow each other, then keys are asked for once for each user; given another turn, then again', async () => {
  const { ring, asked, scope, other } = await given()
  await nextTurn()
  await Promise.all([ring.of([scope]), ring.of([scope]), ring.of([other])])
  await ring.of([scope])
  expect(asked).toEqual([1, 1])
  await nextTurn()
  await ring.of([scope])
  expect(asked).toEqual([1, 1, 1])
  await ring.of([scope, other])
  expect(asked).toEqual([1, 1, 1, 2])
})

test('given a key that was destroyed, then the next turn has none, whatever continues in the turn before', async () => {
  const { keys, ring, scope } = await given()
  await nextTurn()
  const before = ring.of([scope]).then(() => ring.of([scope]))
  await nextTurn()
  await keys.destroy(scope, 1)
  expect((await before)[0]).toHaveLength(1)
  await nextTurn()
  expect(await ring.of([scope])).toEqual([[]])
})

test('given two callbacks that wait for the same poll of the loop, then each asks for itself', async () => {
  const { ring, asked, scope } = await given()
  await nextTurn()
  const both = [0, 1].map(
    () =>
      new Promise((resolve) => {
        setImmediate(() => resolve(ring.of([scope])))
      }),
  )
  await Promise.all(both)
  expect(asked).toEqual([1, 1])
})

test('given keys that are held for a time, then turns share them until it is over, or until they are let go', async () => {
  const { ring, asked, scope, other, later } = await given(1_000)
  await ring.of([scope])
  await nextTurn()
  later(999)
  await ring.of([scope])
  await ring.of([other])
  expect(asked).toEqual([1, 1])
  later(1)
  await ring.of([scope])
  expect(asked).toEqual([1, 1, 1])
  ring.letGo()
  await ring.of([scope])
  expect(asked).toEqual([1, 1, 1, 1])
})

test('given a user without a key, then the first write is seen at once', async () => {
  const { keys, ring } = await given(1_000)
  const fresh = newScope()
  expect(await ring.of([fresh])).toEqual([[]])
  await keys.current([fresh])
  expect((await ring.of([fresh]))[0]).toHaveLength(1)
})

test('given a key store that fails, then it is asked again', async () => {
  const scope = newScope()
  let isDown = true
  const of = async () => {
    if (isDown) throw new Error('down')
    return [[]]
  }
  const ring = holdKeys({ of }, { forMs: 1_000, now: () => 0 })
  await expect(ring.of([scope])).rejects.toThrow('down')
  isDown = false
  expect(await ring.of([scope])).toEqual([[]])
})

test('given keys that were asked for, then they are known without asking until the time is over, or they are let go', async () => {
  const { ring, scope, other, later } = await given(1_000)
  expect(ring.held(scope)).toBeNull()
  const [keys] = await ring.of([scope])
  expect(ring.held(scope)).toBe(keys)
  expect(ring.held(other)).toBeNull()
  later(1_000)
  expect(ring.held(scope)).toBeNull()
  await ring.of([scope])
  ring.letGo()
  expect(ring.held(scope)).toBeNull()
})

test('given keys that are let go while they are asked for, then the answer is not held', async () => {
  const { ring, scope } = await given(1_000)
  const asked = ring.of([scope])
  ring.letGo()
  expect((await asked)[0]).toHaveLength(1)
  expect(ring.held(scope)).toBeNull()
})

test('given a user without a key, then none is known without asking', async () => {
  const { ring } = await given(1_000)
  const fresh = newScope()
  await ring.of([fresh])
  expect(ring.held(fresh)).toBeNull()
})

async function givenWriting() {
  const masterKey = new Uint8Array(32)
  const stored = createSqliteKeyStore({ path: ':memory:', masterKey })
  const { sealing, keys } = forWriting(createSealing({ masterKey, keys: stored }), stored)
  const scope = newScope()
  await keys.current([scope])
  await nextTurn()
  const held = () => sealing.keyring.held?.(scope)?.map(({ generation }) => generation) ?? null
  return { stored, keys, ring: sealing.keyring, scope, held }
}

test('given a thread that changes keys too, then what it was told is known until the turn ends', async () => {
  const { ring, scope, held } = await givenWriting()
  expect(held()).toBeNull()
  await ring.of([scope])
  expect(held()).toEqual([1])
  await nextTurn()
  expect(held()).toBeNull()
})

test('given a key that another thread has made, when keys are asked for in the same turn, then it is there', async () => {
  const { stored, ring, scope, held } = await givenWriting()
  await ring.of([scope])
  await stored.rotate(scope)
  expect((await ring.of([scope]))[0]?.map(({ generation }) => generation)).toEqual([2, 1])
  expect(held()).toEqual([2, 1])
})

test('given a thread that destroys or makes a key itself, then nothing from before is known, not even what was being asked', async () => {
  const { keys, ring, scope, held } = await givenWriting()
  const asked = ring.of([scope])
  await keys.rotate(scope)
  await asked
  expect(held()).toBeNull()
  await ring.of([scope])
  await keys.destroy(scope, 2)
  expect(held()).toBeNull()
  await ring.of([scope])
  expect(held()).toBeNull()
  await keys.current([scope])
  expect((await ring.of([scope]))[0]).toHaveLength(1)
})

test('given a key store that gives many users, then each is known by its own keys', async () => {
  const masterKey = new Uint8Array(32)
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey })
  const ring = knownInTurn(createKeyring({ keys }))
  const scopes = [newScope(), newScope(), newScope()] as const
  await keys.current(scopes.slice(0, 2))
  await keys.rotate(scopes[1])
  await nextTurn()
  const found = await ring.of(scopes)
  expect(scopes.map((scope) => ring.held(scope))).toEqual([found[0], found[1], null])
})
