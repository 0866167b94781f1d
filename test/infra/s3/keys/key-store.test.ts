// The key store on S3: the contract, what lies in the bucket, and several processes with caches of their own.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { DamagedKey, type KeyStore } from '../../../../infra/ports/key-store.ts'
import { objectKey } from '../../../../infra/ports/object-store.ts'
import { onlyVerified } from '../../../../infra/runtime/envelope/master-key.ts'
import { createOwners } from '../../../../infra/runtime/envelope/owners.ts'
import { isOutage } from '../../../../infra/runtime/fail/retry.ts'
import { generationName, type KeyObjects } from '../../../../infra/s3/keys/key-names.ts'
import { createS3KeyStore, keyStoreOver } from '../../../../infra/s3/keys/key-store.ts'
import { createS3ObjectStore } from '../../../../infra/s3/object-store.ts'
import { sealObjectNames } from '../../../../infra/sealed/objects/seal-object-names.ts'
import { newScope } from '../../../contracts/given.ts'
import { keyStoreContract } from '../../../contracts/key-store.contract.ts'
import { createBucket, isMissing, MISSING, nowhere, versionsIn } from '../server.ts'

const CACHE_MS = 60

/** The object calls of the key store, in memory; `before` may delay a call. */
function objectsInMemory(before: (call: string) => Promise<void> = async () => {}) {
  const bodies = new Map<string, Uint8Array>()
  let lists = 0
  const objects: KeyObjects = {
    putMany: async (puts) => {
      await before('put')
      return puts.map(({ key, body }) => {
        if (bodies.has(key)) return 'existed'
        bodies.set(key, body)
        return 'created'
      })
    },
    get: async (key) => {
      await before('get')
      return bodies.get(key) ?? null
    },
    deleteMany: async (keys) => {
      await before('delete')
      return keys.filter((key) => bodies.delete(key)).length
    },
    list: async ({ prefix, after = '', limit }) => {
      await before('list')
      lists++
      const found = [...bodies.keys()].filter((key) => key.startsWith(prefix) && key > after)
      return found.sort().slice(0, limit)
    },
    close: async () => {},
  }
  return { bodies, objects, lists: () => lists }
}

const hex = (key: Uint8Array | null | undefined) => key && Buffer.from(key).toString('hex')

keyStoreContract('S3 (its logic, over objects in memory)', async () => {
  const { objects } = objectsInMemory()
  const masterKey = randomBytes(32)
  const open = (other: Uint8Array = masterKey) =>
    // Under another master key a user has another name, so the probe tells that it is the wrong one.
    onlyVerified(
      keyStoreOver(sealObjectNames(objects, createOwners(other), { sealed: true }), {
        masterKey: other,
        cacheMs: CACHE_MS,
      }),
    )
  const keys = open()
  return { keys, reopen: async (other) => open(other), close: () => keys.close() }
})

describe.skipIf(isMissing).each([
  ['without versions', false],
  ['with versions', true],
])(`on a real server %s${MISSING}`, (_, versions) => {
  const options = { ...createBucket({ versions }), cacheMs: CACHE_MS }
  const masterKey = randomBytes(32)

  keyStoreContract('S3', async () => {
    const open = (other: Uint8Array = masterKey) =>
      createS3KeyStore({ ...options, masterKey: other })
    const keys = open()
    return { keys, reopen: async (other) => open(other), close: () => keys.close() }
  })

  test('given eight processes, when all need the first key of 20 users, then all get the same', async () => {
    const processes = Array.from({ length: 8 }, () => createS3KeyStore({ ...options, masterKey }))
    const scopes = Array.from({ length: 20 }, newScope)
    const made = await Promise.all(processes.map((keys) => keys.current(scopes)))
    for (const n of scopes.keys()) {
      expect(new Set(made.map((each) => hex(each[n]!.key))).size).toBe(1)
      expect(made.every((each) => each[n]!.generation === 1)).toBe(true)
    }
    await Promise.all(processes.map((keys) => keys.close()))
  })

  test('given destroyed keys, when the bucket is searched, then no version of them is left', async () => {
    const keys = createS3KeyStore({ ...options, masterKey })
    const scope = newScope()
    await keys.current([scope])
    await keys.rotate(scope)
    await keys.destroy(scope, 2)
    const left = await versionsIn(options, `keys/${objectKey(scope.appId, scope.userId)}/`)
    expect(left.map(({ Key }) => Key!.split('/').at(-1))).toEqual(['0000000002.destroyed'])
    await keys.close()
  })

  test('given a key, when its object is read, then the key is not in it in clear', async () => {
    const keys = createS3KeyStore({ ...options, masterKey })
    const objects = createS3ObjectStore({ ...options, prefix: 'keys/' })
    const scope = newScope()
    const [made] = await keys.current([scope])
    const name = objectKey(scope.appId, scope.userId, '0000000001')
    const stored = Buffer.from((await objects.get(name))!)
    expect(stored.includes(Buffer.from(made!.key))).toBe(false)
    const thief = newScope()
    const stolen = objectKey(thief.appId, thief.userId, '0000000001')
    await objects.putMany([{ key: stolen, body: stored }])
    await expect(keys.get(thief, 1)).rejects.toThrow()
    await keys.close()
    await objects.close()
  })
})

/** Over pseudonyms, as services have them. */
describe('several processes', () => {
  const masterKey = randomBytes(32)
  const owners = createOwners(masterKey)
  const open = (objects: KeyObjects, cacheMs = CACHE_MS): KeyStore =>
    keyStoreOver(sealObjectNames(objects, owners, { sealed: true }), {
      masterKey,
      cacheMs,
      // Whom a slow machine does not ask for in time is remembered all the same.
      idleMs: 60_000,
    })

  test('given one that knows the key, when another rotates, then from then on it gives the new one', async () => {
    const { objects } = objectsInMemory()
    const [one, other] = [open(objects), open(objects)]
    const scope = newScope()
    let stop = false
    const asking = (async () => {
      while (!stop) {
        await one.current([scope])
        await sleep(1)
      }
    })()
    for (let generation = 1; generation <= 5; generation++) {
      await other.rotate(scope)
      expect((await one.current([scope]))[0]!.generation).toBeGreaterThanOrEqual(generation)
    }
    stop = true
    await asking
  })

  test('given one that knows the key, when another destroys it, then from then on it gives null', async () => {
    const { objects } = objectsInMemory()
    const [one, other] = [open(objects), open(objects)]
    const scope = newScope()
    await one.current([scope])
    const destroying = other.destroy(scope, 1)
    expect(await one.get(scope, 1)).not.toBeNull()
    await destroying
    expect(await one.get(scope, 1)).toBeNull()
    expect((await one.current([scope]))[0]!.generation).toBe(2)
  })

  test('given one that has just looked, when another makes a key, then it is found at once', async () => {
    const { objects } = objectsInMemory()
    const [one, other] = [open(objects, 60_000), open(objects, 60_000)]
    const scope = newScope()
    expect(await one.get(scope, 1)).toBeNull()
    const [made] = await other.current([scope])
    expect(hex(await one.get(scope, 1))).toBe(hex(made!.key))
  })

  test('given a list that takes longer than the cache lasts, when rotated meanwhile, then later calls do not join it', async () => {
    let hold = false
    const { objects } = objectsInMemory(async (call) => {
      if (call === 'get' && hold) await sleep(10)
    })
    const slow: KeyObjects = {
      ...objects,
      list: async (options) => {
        const names = await objects.list(options)
        if (hold) await sleep(4 * CACHE_MS)
        return names
      },
    }
    const [one, other] = [open(slow), open(objects)]
    const scope = newScope()
    await other.current([scope])
    hold = true
    const early = one.current([scope])
    await other.rotate(scope)
    expect((await one.current([scope]))[0]!.generation).toBe(2)
    await early
  })

  test('given a generation that is destroyed while it is made, when asked, then a higher one is given', async () => {
    const { objects, bodies } = objectsInMemory()
    let destroyed = false
    const racing: KeyObjects = {
      ...objects,
      putMany: async (puts) => {
        if (!destroyed) {
          destroyed = true
          await open(objects, 1).destroy(scope, 1)
        }
        return objects.putMany(puts)
      },
    }
    const scope = newScope()
    const keys = open(racing)
    expect((await keys.current([scope]))[0]!.generation).toBe(2)
    expect(await keys.get(scope, 1)).toBeNull()
    const names = [...bodies.keys()].filter((name) => !name.startsWith('~changes/'))
    expect(names.map((name) => name.split('/').at(-1)).sort()).toEqual([
      '0000000001.destroyed',
      '0000000002',
    ])
  })

  test('given a known user, when asked often, then the names are read once in a while and the key once', async () => {
    const calls: string[] = []
    const { objects, lists } = objectsInMemory(async (call) => void calls.push(call))
    const keys = open(objects, 1_000)
    const scope = newScope()
    await keys.current([scope])
    const known = lists()
    await Promise.all(Array.from({ length: 50 }, () => keys.current([scope])))
    await keys.get(scope, 1)
    expect(lists()).toBe(known)
    expect(calls).not.toContain('get')
  })

  test('given many known users, when time passes, then one list a look says that all still hold', async () => {
    const { objects, lists } = objectsInMemory()
    const keys = open(objects)
    const scopes = Array.from({ length: 100 }, newScope)
    await keys.current(scopes)
    const known = lists()
    await sleep(2 * CACHE_MS)
    await keys.current(scopes)
    expect(lists() - known).toBe(1)
  })

  test('given a process that stood still for hours, when asked, then it reads everything again', async () => {
    const { objects, bodies } = objectsInMemory()
    const [one, other] = [open(objects), open(objects)]
    const scope = newScope()
    await one.current([scope])
    await other.rotate(scope)
    // By now the change has been cleaned away.
    for (const name of bodies.keys()) if (name.startsWith('~changes/')) bodies.delete(name)
    expect((await one.current([scope]))[0]!.generation).toBe(1)
    vi.useFakeTimers({ now: Date.now() + 3 * 3_600_000, toFake: ['Date'] })
    await sleep(2 * CACHE_MS)
    expect((await one.current([scope]))[0]!.generation).toBe(2)
    vi.useRealTimers()
  })

  test('given changes of hours ago, when another is announced, then they are cleaned away', async () => {
    const { objects, bodies } = objectsInMemory()
    const keys = open(objects)
    await keys.rotate(newScope())
    vi.useFakeTimers({ now: Date.now() + 3 * 3_600_000, toFake: ['Date'] })
    await keys.rotate(newScope())
    vi.useRealTimers()
    expect([...bodies.keys()].filter((name) => name.startsWith('~changes/'))).toHaveLength(1)
  })

  test('given more changes of hours ago than a list names, when others are announced, then each cleans up a list of them until none is left', async () => {
    const { objects, bodies } = objectsInMemory()
    const keys = keyStoreOver(objects, { masterKey, cacheMs: 1 })
    const old = (n: number) => `~changes/${String(n).padStart(15, '0')}-id/app/user`
    for (let n = 0; n < 2_100; n++) bodies.set(old(n), new Uint8Array(0))
    const left: number[] = []
    for (let n = 0; n < 3; n++) {
      await keys.rotate(newScope())
      left.push([...bodies.keys()].filter((name) => name.startsWith('~changes/0000000')).length)
    }
    expect(left).toEqual([1_100, 100, 0])
  })

  test('given a user’s key whose bytes were changed, when asked for, then it is told as damaged', async () => {
    const { objects, bodies } = objectsInMemory()
    const scope = newScope()
    const first = keyStoreOver(objects, { masterKey, cacheMs: 1 })
    await first.verify()
    await first.current([scope])
    await first.close()
    bodies.set(generationName(scope, 1), randomBytes(60))
    const keys = keyStoreOver(objects, { masterKey, cacheMs: 1 })
    await keys.verify()
    await expect(keys.current([scope])).rejects.toThrow(DamagedKey)
    await expect(keys.get(scope, 1)).rejects.toThrow(DamagedKey)
    await keys.close()
  })

  test('given a clean-up that failed, when another change is announced, then it is tried again', async () => {
    let fails = true
    const { objects, bodies } = objectsInMemory(async (call) => {
      if (call === 'delete' && fails) throw new Error('the server is away')
    })
    const keys = keyStoreOver(objects, { masterKey, cacheMs: 1 })
    const old = `~changes/${'0'.repeat(15)}-id/app/user`
    bodies.set(old, new Uint8Array(0))
    await keys.rotate(newScope())
    expect(bodies.has(old)).toBe(true)
    fails = false
    await keys.rotate(newScope())
    expect(bodies.has(old)).toBe(false)
  })

  test('given a process that has just cleaned up, when it announces more, then it does not look for old ones again', async () => {
    const { objects, bodies } = objectsInMemory()
    const keys = keyStoreOver(objects, { masterKey, cacheMs: CACHE_MS })
    const scope = newScope()
    await keys.rotate(scope)
    const old = `~changes/${'0'.repeat(15)}-id/app/user`
    bodies.set(old, new Uint8Array(0))
    await keys.rotate(scope)
    expect(bodies.has(old)).toBe(true)
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] })
    await keys.rotate(scope)
    vi.useRealTimers()
    expect(bodies.has(old)).toBe(false)
  })

  test.each([
    [1_000, 1],
    [600_000, 0],
  ])(
    'given a user whom nothing asked for in seconds, when users are kept for %d ms, then the names are read again %d times',
    async (idleMs, again) => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
      const { objects, lists } = objectsInMemory()
      const keys = keyStoreOver(objects, { masterKey, cacheMs: 3_600_000, idleMs })
      const scope = newScope()
      await keys.current([scope])
      const known = lists()
      vi.advanceTimersByTime(3_000)
      await keys.current([scope])
      expect(lists()).toBe(known + again)
      await keys.close()
      vi.useRealTimers()
    },
  )

  test('given more users than are remembered, when asked, then the first are read again', async () => {
    const { objects, lists } = objectsInMemory()
    const keys = keyStoreOver(objects, { masterKey, cacheMs: 60_000, cachedUsers: 2 })
    const scopes = [newScope(), newScope(), newScope()]
    for (const scope of scopes) await keys.current([scope])
    const known = lists()
    await keys.current(scopes.slice(1))
    expect(lists()).toBe(known)
    await keys.current(scopes.slice(0, 1))
    expect(lists()).toBe(known + 1)
  })
})

test('given no server, when asked, then it is an outage', async () => {
  const keys = createS3KeyStore({ ...nowhere, masterKey: randomBytes(32) })
  const error = await keys.current([newScope()]).catch((reason: unknown) => reason)
  expect(isOutage(error)).toBe(true)
  await keys.close()
})
