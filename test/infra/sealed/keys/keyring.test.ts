// The keys of users, remembered for as long as they are used and live.
import { expect, test, vi } from 'vitest'
import type { KeyStore } from '../../../../infra/ports/key-store.ts'
import { createBounded } from '../../../../infra/runtime/envelope/bounded.ts'
import { createKeyring } from '../../../../infra/sealed/keys/keyring.ts'
import type { Opened } from '../../../../infra/sealed/keys/user-keys.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { newScope } from '../../../contracts/given.ts'

function given() {
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey: new Uint8Array(32) })
  const asked: number[] = []
  const counted: KeyStore = {
    ...keys,
    get: (scope, generation) => {
      asked.push(generation)
      return keys.get(scope, generation)
    },
  }
  let time = 0
  const opened = createBounded<Opened>(9)
  const ring = createKeyring({ keys: counted, now: () => time, opened })
  return { keys, asked, ring, opened, later: (ms: number) => (time += ms) }
}

test('given users with and without keys, when asked, then each has their own, and none is made', async () => {
  const { keys, ring } = given()
  const [a, b, none] = [newScope(), newScope(), newScope()]
  await keys.current([a, b])
  const [ofA, ofNone, ofB] = await ring.of([a, none, b])
  expect(ofNone).toEqual([])
  expect(await keys.generations([none])).toEqual([[]])
  const sealed = ofA![0]!.seal('about', 'text')
  expect(ofA![0]!.open('about', sealed)).toBe('text')
  expect(ofB![0]!.open('about', sealed)).toBeNull()
})

test('given keys that were derived, when asked again, then the store is not, until they are not used', async () => {
  const { keys, ring, asked, later } = given()
  const scope = newScope()
  await keys.current([scope])
  await ring.of([scope])
  await ring.of([scope])
  expect(asked).toEqual([1])
  later(61_000)
  await ring.of([scope])
  expect(asked).toEqual([1, 1])
})

test('given a rotation, then both generations open, the newest first; given a destruction, then that one opens nothing', async () => {
  const { keys, ring } = given()
  const scope = newScope()
  await keys.current([scope])
  await ring.of([scope])
  await keys.rotate(scope)
  const generations = async () => (await ring.of([scope]))[0]!.map(({ generation }) => generation)
  expect(await generations()).toEqual([2, 1])
  await keys.destroy(scope, 1)
  expect(await generations()).toEqual([2])
  await keys.destroy(scope, 2)
  expect(await generations()).toEqual([])
})

test('given texts that were opened, when their key is destroyed or a minute passes, then no memory holds them or their key', async () => {
  const { keys, ring, opened, asked, later } = given()
  const [scope, other] = [newScope(), newScope()]
  await keys.current([scope, other])
  const open = async (of = scope) => {
    const key = (await ring.of([of]))[0]![0]!
    key.open('about', key.seal('about', 'text'))
  }
  await open(other)
  await keys.destroy(other, 1)
  await ring.of([other])
  expect(opened.size).toBe(0)
  await open()
  expect(opened.size).toBe(1)
  later(61_000)
  await ring.of([scope])
  expect(opened.size).toBe(0)
  expect(asked).toEqual([1, 1, 1])
})

test('given users of whom one is asked for again, then only the keys and texts of the other go', async () => {
  const { keys, ring, opened, asked, later } = given()
  const [used, unused] = [newScope(), newScope()]
  await keys.current([used, unused])
  const open = async (of: typeof used) => {
    const key = (await ring.of([of]))[0]![0]!
    key.open('about', key.seal('about', 'text'))
  }
  await open(unused)
  await open(used)
  later(40_000)
  await open(used)
  expect([opened.size, asked.length]).toEqual([2, 2])
  later(20_000)
  await open(used)
  expect([opened.size, asked.length]).toEqual([1, 2])
  await open(unused)
  expect(asked.length).toBe(3)
})

test('given a key that is destroyed, then what other keys have opened stays', async () => {
  const { keys, ring, opened } = given()
  const scopes = [newScope(), newScope()]
  await keys.current(scopes)
  for (const [key] of await ring.of(scopes)) key!.open('about', key!.seal('about', 'text'))
  expect(opened.size).toBe(2)
  await keys.destroy(scopes[0]!, 1)
  await ring.of(scopes)
  expect(opened.size).toBe(1)
})

test('given an answer of before a destruction that comes late, then the key is asked for again: none is kept', async () => {
  const living = [[1], [], [1]]
  const asked: number[] = []
  const get = async (_: unknown, generation: number) => {
    asked.push(generation)
    return asked.length === 1 ? new Uint8Array(32) : null
  }
  const ring = createKeyring({ keys: { generations: async () => [living.shift()!], get } })
  const scope = newScope()
  const found = [await ring.of([scope]), await ring.of([scope]), await ring.of([scope])]
  expect(found.map(([keys]) => keys!.length)).toEqual([1, 0, 0])
  expect(asked).toEqual([1, 1])
})

test('given an answer of before a rotation that comes late, then who knows of the new generation has it', async () => {
  const { keys, scope, ring, old } = await lateAnswer()
  const [late, now] = [ring.of([scope]), ring.of([scope])]
  const [ofNow] = await now
  expect(ofNow!.map(({ generation }) => generation)).toEqual([2, 1])
  expect((await late)[0]!.map(({ generation }) => generation)).toEqual(old)
  await keys.close()
})

/** The first answer is from before the rotation, and comes while the second derives the new keys. */
async function lateAnswer() {
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey: new Uint8Array(32) })
  const scope = newScope()
  await keys.current([scope])
  await keys.rotate(scope)
  const old = [1]
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  let calls = 0
  const ring = createKeyring({
    keys: {
      generations: async (scopes) => {
        if (++calls > 1) return keys.generations(scopes)
        await asked
        return [old]
      },
      get: async (of, generation) => {
        const key = await keys.get(of, generation)
        if (generation === 1) setImmediate(answer)
        if (generation === 1)
          await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
        return key
      },
    },
  })
  return { keys, scope, ring, old }
}

test('given more than it may hold, then what was used longest ago goes', () => {
  const bounded = createBounded<number>(2)
  bounded.set('a', 1)
  bounded.set('b', 2)
  bounded.get('a')
  bounded.set('c', 3)
  expect([bounded.get('a'), bounded.get('b'), bounded.get('c')]).toEqual([1, undefined, 3])
  expect(bounded.size).toBe(2)
})

test('given a process that is asked for nothing more, then what it has opened goes by itself, and no timer stays', async () => {
  vi.useFakeTimers()
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey: new Uint8Array(32) })
  const opened = createBounded<Opened>(9)
  const ring = createKeyring({ keys, now: () => Date.now(), opened })
  const scope = newScope()
  await keys.current([scope])
  const [[key] = []] = await ring.of([scope])
  expect(key!.open('about', key!.seal('about', 'text'))).toBe('text')
  expect(opened.size).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(opened.size).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
