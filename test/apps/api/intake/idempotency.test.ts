// The same key of an app gives the same answer, and once a user is forgotten the stored key reveals nothing of the
// request.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { doneNote, expireKeys, undatedNote } from '../../../../apps/api/intake/expire-keys.ts'
import { type Claim, claimIdempotencyKey } from '../../../../apps/api/intake/idempotency.ts'
import type { KeyStore } from '../../../../infra/ports/key-store.ts'
import type { ObjectStore } from '../../../../infra/ports/object-store.ts'
import { uuidV7 } from '../../../../infra/runtime/envelope/ids.ts'
import { seal } from '../../../../infra/runtime/envelope/seal.ts'
import { nextTurn } from '../../../../infra/runtime/turns/next-turn.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { createSqliteObjectStore } from '../../../../infra/sqlite/object-store.ts'

const SCOPE = { appId: 'app', userId: 'user' }
const BEGAN = Date.parse('2026-03-01T12:00:00.000Z')
const [FIRST, SECOND] = [uuidV7(BEGAN), uuidV7(BEGAN)]
let keys: KeyStore
let objects: ObjectStore
beforeEach(() => {
  keys = createSqliteKeyStore({ path: ':memory:', masterKey: randomBytes(32) })
  objects = createSqliteObjectStore({ path: ':memory:' })
})

type Request = Parameters<typeof claimIdempotencyKey>[1]
const claim = (more: Partial<Request> = {}): Promise<Claim> =>
  claimIdempotencyKey(
    { objects, keys },
    { scope: SCOPE, key: 'k', body: { content: 'Hi.' }, resourceId: FIRST, ...more },
  )
const again = (more: Partial<Request> = {}) => claim({ resourceId: SECOND, ...more })
const stored = () => objects.list({ prefix: '', limit: 100 })

describe('a key', () => {
  test('used for the first time is to be stored, and again until that is known to be durable', async () => {
    const first = await claim()
    expect(first).toMatchObject({ claim: 'store', resourceId: FIRST, repeated: false })
    const second = await again()
    expect(second).toMatchObject({ claim: 'store', resourceId: FIRST, repeated: true })
    if (second.claim === 'store') await second.settle()
    expect(await again()).toEqual({ claim: 'done', resourceId: FIRST })
  })

  test('used for the first time reads nothing back', async () => {
    const read: string[] = []
    const get = async (path: string) => {
      read.push(path)
      return objects.get(path)
    }
    const ports = { keys, objects: { ...objects, get } }
    const request = { scope: SCOPE, key: 'k', body: 1, resourceId: FIRST }
    expect(await claimIdempotencyKey(ports, request)).toMatchObject({ claim: 'store' })
    expect(read).toEqual([])
  })

  test('that the first request settled is done', async () => {
    const first = await claim()
    if (first.claim === 'store') await first.settle()
    expect(await again()).toEqual({ claim: 'done', resourceId: FIRST })
    const [note, marker] = await stored()
    expect(marker).toMatch(/^~idempotency\/app\//)
    expect(note).toBe(doneNote(marker!, FIRST).key)
  })

  test('used for an equal request stands for it, in whatever order its members are', async () => {
    await claim({
      body: ['/events', { type: 't', data: { b: [1, { y: 1, x: undefined }], a: 2 } }],
    })
    const body = ['/events', { data: { a: 2, b: [1, { y: 1 }] }, type: 't' }]
    expect(await again({ body })).toMatchObject({ claim: 'store', repeated: true })
    const swapped = ['/events', { data: { a: 1, b: [2, { y: 1 }] }, type: 't' }]
    expect(await again({ body: swapped })).toEqual({ claim: 'conflict' })
  })

  test('used before the order of members did not count stands for its request', async () => {
    const body = { b: 1, a: 2 }
    await claim({ body })
    const [path] = await stored()
    const marker = JSON.parse(Buffer.from((await objects.get(path!))!).toString('utf8'))
    const { generation, key } = (await keys.current([SCOPE]))[0]!
    const hash = createHash('sha256').update(JSON.stringify(body)).digest()
    const check = seal({ generation, key }, { ...SCOPE, id: FIRST }, hash)
    await objects.deleteMany([path!])
    const older = { ...marker, check: Buffer.from(check).toString('base64') }
    await objects.putMany([{ key: path!, body: Buffer.from(JSON.stringify(older)) }])
    expect(await again({ body })).toMatchObject({ claim: 'store', repeated: true })
    const inAList = { body: [body, 1], earlierBody: body }
    expect(await again(inAList)).toMatchObject({ claim: 'store', repeated: true })
    expect(await again({ body: [body, 1] })).toEqual({ claim: 'conflict' })
  })

  test.each([
    ['another body', { body: { content: 'Ho.' } }],
    ['another user', { scope: { ...SCOPE, userId: 'other' } }],
    ['another user and a destroyed key', { scope: { ...SCOPE, userId: 'gone' } }],
  ])('used for %s is a conflict', async (_, more) => {
    const first = await claim()
    expect(await again(more)).toEqual({ claim: 'conflict' })
    if (first.claim === 'store') await first.settle()
    expect(await again(more)).toEqual({ claim: 'conflict' })
  })

  test('that was stored with the name of its user is read as any other', async () => {
    await claim()
    const [path] = await stored()
    const { owner: _, ...more } = JSON.parse(Buffer.from((await objects.get(path!))!).toString())
    await objects.deleteMany([path!])
    const body = Buffer.from(JSON.stringify({ ...more, userId: 'user' }))
    await objects.putMany([{ key: path!, body }])
    expect(await again()).toMatchObject({ claim: 'store', resourceId: FIRST })
    const other = { ...SCOPE, userId: 'other' }
    expect(await again({ scope: other })).toEqual({ claim: 'conflict' })
  })

  test('is one of its app, and says nothing where it lies', async () => {
    await claim()
    expect(await again({ scope: { ...SCOPE, appId: 'other' } })).toMatchObject({
      claim: 'store',
      resourceId: SECOND,
    })
    expect(await again({ key: 'k2' })).toMatchObject({ claim: 'store', resourceId: SECOND })
    // Identifiers never begin with ~, so no app's content lies in this folder.
    const paths = await stored()
    expect(paths).toHaveLength(3)
    for (const path of paths) expect(path).toMatch(/^~idempotency\/(app|other)\/[0-9a-f]{64}$/)
  })
})

describe('what the request held', () => {
  test('lies sealed under the key of its user', async () => {
    await claim({ body: 'secret' })
    const [path] = await stored()
    const { check, ...open } = JSON.parse(Buffer.from((await objects.get(path!))!).toString())
    const owner = createHmac('sha256', 'k').update('user').digest('hex')
    expect(open).toEqual({ resourceId: FIRST, owner, generation: 1 })
    // A seal holds the hash, which has 32 bytes, and more.
    expect(Buffer.from(check, 'base64').length).toBeGreaterThan(32)
  })

  test('is forgotten with its user: nothing is stored again, whatever is asked', async () => {
    await claim()
    const generation = await keys.rotate(SCOPE)
    expect(await again()).toEqual({ claim: 'forgotten', resourceId: FIRST })
    await keys.destroy(SCOPE, generation)
    expect(await again()).toEqual({ claim: 'forgotten', resourceId: FIRST })
    expect(await again({ body: 'x' })).toEqual({ claim: 'forgotten', resourceId: FIRST })
  })

  test('whose key was destroyed while the request came, then it is forgotten', async () => {
    await claim()
    const gone = { ...keys, get: async () => null }
    const request = { scope: SCOPE, key: 'k', body: { content: 'Hi.' }, resourceId: SECOND }
    expect(await claimIdempotencyKey({ objects, keys: gone }, request)).toEqual({
      claim: 'forgotten',
      resourceId: FIRST,
    })
  })
})

describe('a key expires', () => {
  const DAY_MS = 24 * 60 * 60 * 1000
  const idAt = (days: number) => uuidV7(BEGAN + days * DAY_MS)
  const used = async (key: string, resourceId: string) => {
    const first = await claim({ key, resourceId })
    if (first.claim === 'store') await first.settle()
    return first
  }
  const writtenAfter = (days: number) => expireKeys(objects, idAt(days))

  test('once it is thirty days old by the times of writes, and not before', async () => {
    const [early, late] = [idAt(0), idAt(1)]
    await used('early', early)
    await used('late', late)
    await writtenAfter(30)
    expect(await claim({ key: 'early' })).toEqual({ claim: 'done', resourceId: early })
    await writtenAfter(31)
    expect(await claim({ key: 'late' })).toEqual({ claim: 'done', resourceId: late })
    expect(await stored()).toHaveLength(2)
    expect(await claim({ key: 'early' })).toMatchObject({ claim: 'store', resourceId: FIRST })
  })

  test.each([
    ['the same request', {}],
    ['another body', { body: 'x' }],
    ['another user', { scope: { ...SCOPE, userId: 'other' } }],
  ])(
    'given no write for longer than it counts, when %s comes first, then it stores',
    async (_, more) => {
      const early = idAt(0)
      await used('k', early)
      const later = idAt(31)
      const inTime = await again({ resourceId: idAt(30) })
      expect(inTime).toEqual({ claim: 'done', resourceId: early })
      const claims = await Promise.all([1, 2].map(() => claim({ ...more, resourceId: later })))
      const stores = { claim: 'store', resourceId: later }
      expect(claims).toMatchObject([stores, stores])
      const repeated = claims.map((each) => each.claim === 'store' && each.repeated)
      expect(repeated.toSorted()).toEqual([false, true])
    },
  )

  test('also where its user has been forgotten since', async () => {
    await used('k', idAt(0))
    await keys.rotate(SCOPE)
    expect(await again({ resourceId: idAt(30) })).toMatchObject({ claim: 'forgotten' })
    const later = idAt(31)
    expect(await again({ resourceId: later })).toMatchObject({ claim: 'store', resourceId: later })
  })

  test('given it is met while old ones are being removed, then the write that takes it stays', async () => {
    await used('k', idAt(0))
    const [note] = await stored()
    let isFirst = true
    const deleteMany = async (names: readonly string[]) => {
      const waits = isFirst
      isFirst = false
      for (let turns = 0; waits && turns < 50; turns++) await nextTurn()
      return objects.deleteMany(names)
    }
    const slow = { ...objects, deleteMany }
    const removal = expireKeys(slow, idAt(31))
    const request = { scope: SCOPE, key: 'k', body: 1, resourceId: idAt(31) }
    const second = await claimIdempotencyKey({ keys, objects: slow }, request)
    expect(second).toMatchObject({ claim: 'store', resourceId: request.resourceId })
    await removal
    const other = { ...request, resourceId: idAt(32) }
    const third = await claimIdempotencyKey({ keys, objects }, other)
    expect(third).toMatchObject({ claim: 'store', resourceId: request.resourceId })
    expect(await objects.get(note!)).toBeNull()
  })

  test('given a later write under it, then an interrupted removal does not remove that one', async () => {
    await used('k', idAt(0))
    const [note, marker] = await stored()
    await objects.deleteMany([marker!])
    const later = idAt(31)
    await used('k', later)
    await writtenAfter(32)
    expect(await objects.get(note!)).toBeNull()
    expect(await again()).toEqual({ claim: 'done', resourceId: later })
  })

  test.each([
    ['marker', 1],
    ['note', 0],
  ])('while its %s is being read: it is claimed again', async (_, nth) => {
    await used('k', idAt(0))
    const both = await stored()
    const get = async (key: string) => {
      if (key === both[nth]) await objects.deleteMany(both)
      return objects.get(key)
    }
    const ports = { keys, objects: { ...objects, get } }
    const request = { scope: SCOPE, key: 'k', body: { content: 'Hi.' }, resourceId: SECOND }
    const second = await claimIdempotencyKey(ports, request)
    expect(second).toMatchObject({ claim: 'store', resourceId: SECOND })
  })

  test('also where the store lists its note under another name', async () => {
    await used('k', idAt(0))
    const [note] = await stored()
    const cut = `${note!.slice(0, 40)}=cut`
    const list = async () => [cut]
    const named = (key: string) => (key === cut ? note! : key)
    const cutting: ObjectStore = {
      ...objects,
      list,
      get: (key) => objects.get(named(key)),
      deleteMany: (names) => objects.deleteMany(names.map(named)),
    }
    await expireKeys(cutting, idAt(31))
    expect(await stored()).toEqual([])
  })

  test('whose write never ended does not: the write may still be asked for', async () => {
    await claim({ resourceId: idAt(0) })
    await writtenAfter(99)
    expect(await stored()).toHaveLength(1)
  })

  test('given a note of the older form, when it is asked for, then it expires as others do', async () => {
    await claim({ resourceId: idAt(0) })
    const [marker] = await stored()
    await objects.putMany([{ key: undatedNote(marker!), body: new Uint8Array(0) }])
    expect(await again()).toMatchObject({ claim: 'done' })
    await writtenAfter(31)
    expect(await stored()).toEqual([])
  })

  test('given a store that fails meanwhile, then the next write removes it', async () => {
    await used('k', idAt(0))
    const looks: string[] = []
    const failing: ObjectStore = { ...objects, list: () => Promise.reject(new Error('down')) }
    await expireKeys(failing, idAt(40))
    failing.list = async () => {
      looks.push('looked')
      return []
    }
    await expireKeys(failing, idAt(40))
    await expireKeys(failing, idAt(40))
    expect(looks).toEqual(['looked'])
  })
})
