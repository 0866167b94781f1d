// What every object store must do, whatever the technology.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { askedKey, type ObjectStore, objectKey } from '../../infra/ports/object-store.ts'
import { eachOpened, lookAlikes, oddTexts } from './given.ts'

export type OpenedObjectStore = {
  objects: ObjectStore
  reopen?: () => Promise<ObjectStore>
  close: () => Promise<void>
}

export type ObjectStoreDifferences = {
  /** `deleteMany` counts the keys that it was given, also those that were not there. */
  countsMissing?: boolean
}

export function objectStoreContract(
  name: string,
  open: () => Promise<OpenedObjectStore>,
  declared: ObjectStoreDifferences = {},
): void {
  describe(`${name} as an object store`, () => {
    const opened = eachOpened(open)
    const objects = () => opened().objects

    test('given nothing, when an object is put, then it is created and can be got', async () => {
      const key = newKey()
      expect(await objects().putMany([{ key, body: bytes('words') }])).toEqual(['created'])
      expect(text(await objects().get(key))).toBe('words')
    })

    test('given an object, when another is put under its key, then the old one stays', async () => {
      const key = newKey()
      await objects().putMany([{ key, body: bytes('first') }])
      const fresh = newKey()
      const answers = await objects().putMany([
        { key, body: bytes('second') },
        { key: fresh, body: bytes('new') },
      ])
      expect(answers).toEqual(['existed', 'created'])
      expect(text(await objects().get(key))).toBe('first')
      expect(text(await objects().get(fresh))).toBe('new')
    })

    test('given writers at the same time, when they put one key, then one of them has created it', async () => {
      const key = newKey()
      const answers = await Promise.all(
        ['a', 'b', 'c', 'd'].map((each) => objects().putMany([{ key, body: bytes(each) }])),
      )
      const winner = answers.findIndex(([answer]) => answer === 'created')
      expect(answers.flat().filter((answer) => answer === 'created')).toHaveLength(1)
      expect(text(await objects().get(key))).toBe(['a', 'b', 'c', 'd'][winner])
    })

    test('given no objects, when put or deleted, then nothing happens', async () => {
      expect(await objects().putMany([])).toEqual([])
      expect(await objects().deleteMany([])).toBe(0)
    })

    test('given no such object, when got, then the answer is null', async () => {
      expect(await objects().get(newKey())).toBeNull()
    })

    test('given any bytes, when put, then the same bytes come back', async () => {
      const bodies = [
        new Uint8Array(0),
        Uint8Array.from({ length: 256 }, (_, index) => index),
        new Uint8Array(3 * 1024 * 1024).fill(7),
        new Uint8Array(Buffer.from('xxwordsxx').buffer, 0, 0),
      ]
      const stored = bodies.map((body) => ({ key: newKey(), body }))
      await objects().putMany(stored)
      for (const { key, body } of stored) {
        const found = await objects().get(key)
        expect(found).not.toBeNull()
        expect(Buffer.compare(found!, body)).toBe(0)
      }
    })

    test.each(oddTexts)(
      'given the odd segment %j, when put, then it is got, listed and deleted',
      async (odd) => {
        const app = randomUUID()
        const key = objectKey(app, odd, 'id')
        await objects().putMany([{ key, body: bytes(odd) }])
        expect(text(await objects().get(key))).toBe(odd)
        expect(await objects().list({ prefix: `${objectKey(app, odd)}/`, limit: 10 })).toEqual([
          key,
        ])
        await objects().deleteMany([key])
        expect(await objects().get(key)).toBeNull()
      },
    )

    test('given users with names alike, when one is listed, then no other user’s objects are listed', async () => {
      const scopes = lookAlikes()
      const keys = scopes.map(({ appId, userId }) => objectKey(appId, userId, '1', randomUUID()))
      await objects().putMany(keys.map((key) => ({ key, body: bytes(key) })))
      for (const [index, { appId, userId }] of scopes.entries()) {
        const prefix = `${objectKey(appId, userId)}/`
        expect(await objects().list({ prefix, limit: 100 })).toEqual([keys[index]])
      }
    })

    test('given many keys, when listed page by page, then each comes once, in order', async () => {
      const app = randomUUID()
      const keys = Array.from({ length: 23 }, () => objectKey(app, 'user', randomUUID())).sort()
      await objects().putMany([...keys].reverse().map((key) => ({ key, body: bytes('x') })))
      const listed: string[] = []
      for (let after: string | undefined; ; ) {
        const page = await objects().list({
          prefix: `${app}/`,
          limit: 5,
          ...(after ? { after } : {}),
        })
        expect(page.length).toBeLessThanOrEqual(5)
        if (page.length === 0) break
        listed.push(...page)
        after = page.at(-1)!
      }
      expect(listed).toEqual(keys)
    })

    test('given a key between two others that is not there, when listed after it, then the next one comes', async () => {
      const app = randomUUID()
      const keys = ['a', 'c'].map((id) => objectKey(app, id))
      await objects().putMany(keys.map((key) => ({ key, body: bytes('x') })))
      const page = await objects().list({ prefix: `${app}/`, after: objectKey(app, 'b'), limit: 5 })
      expect(page).toEqual([keys[1]])
    })

    test('given objects, when deleted, then they are gone and the others stay; again is no error', async () => {
      const keys = [newKey(), newKey(), newKey()]
      await objects().putMany(keys.map((key) => ({ key, body: bytes('x') })))
      expect(await objects().deleteMany(keys.slice(0, 2))).toBe(2)
      const again = await objects().deleteMany([...keys.slice(0, 2), newKey()])
      expect(again).toBe(declared.countsMissing ? 3 : 0)
      expect(await objects().get(keys[0]!)).toBeNull()
      expect(await objects().get(keys[1]!)).toBeNull()
      expect(text(await objects().get(keys[2]!))).toBe('x')
    })

    test('given a deleted object, when put again, then it is created and holds the new bytes', async () => {
      const key = newKey()
      await objects().putMany([{ key, body: bytes('old') }])
      await objects().deleteMany([key])
      expect(await objects().putMany([{ key, body: bytes('new') }])).toEqual(['created'])
      expect(text(await objects().get(key))).toBe('new')
    })

    test('given new objects, when added together, then each can be got by the key that was given', async () => {
      const added = Array.from({ length: 20 }, (_, n) => ({
        key: newKey(),
        body: n === 7 ? new Uint8Array(300_000).fill(7) : bytes(n === 3 ? '' : `words ${n}`),
      }))
      const keys = await objects().addMany(added)
      expect(keys.map(askedKey)).toEqual(added.map(({ key }) => key))
      for (const [n, { body }] of added.entries()) {
        const found = await objects().get(keys[n]!)
        expect(Buffer.compare(found!, body)).toBe(0)
      }
      expect(await objects().addMany([])).toEqual([])
    })

    test('given objects added together, when some are deleted, then they are gone and the others stay', async () => {
      const keys = await objects().addMany(
        Array.from({ length: 5 }, (_, n) => ({ key: newKey(), body: bytes(`words ${n}`) })),
      )
      await objects().deleteMany([keys[0]!, keys[3]!, newKey()])
      await objects().deleteMany([keys[1]!])
      await objects().deleteMany([keys[1]!])
      const left = await Promise.all(keys.map(async (key) => text(await objects().get(key))))
      expect(left).toEqual([null, null, 'words 2', null, 'words 4'])
      await objects().deleteMany(keys)
      for (const key of keys) expect(await objects().get(key)).toBeNull()
    })

    test('given objects added together, when deleted by several at the same time, then none comes back', async () => {
      const keys = await objects().addMany(
        Array.from({ length: 8 }, (_, n) => ({ key: newKey(), body: bytes(`words ${n}`) })),
      )
      await Promise.all(keys.slice(0, 7).map((key) => objects().deleteMany([key])))
      for (const key of keys.slice(0, 7)) expect(await objects().get(key)).toBeNull()
      expect(text(await objects().get(keys[7]!))).toBe('words 7')
    })

    test('given a store, when asked whether it can be used, then it can', async () => {
      await expect(objects().ping()).resolves.toBeUndefined()
    })

    test('given a store that was closed, when opened again, then the objects are there', async (context) => {
      const { reopen } = opened()
      if (!reopen) return context.skip()
      const keys = [newKey(), newKey()]
      await objects().putMany(keys.map((key) => ({ key, body: bytes('x') })))
      await objects().deleteMany([keys[0]!])
      await objects().close()
      await objects().close()
      const again = await reopen()
      expect(await again.get(keys[0]!)).toBeNull()
      expect(text(await again.get(keys[1]!))).toBe('x')
      await again.close()
    })
  })
}

function newKey(): string {
  return objectKey(randomUUID(), 'user', '1', randomUUID())
}

function bytes(of: string): Uint8Array {
  return new TextEncoder().encode(of)
}

function text(body: Uint8Array | null): string | null {
  return body && Buffer.from(body).toString('utf8')
}
