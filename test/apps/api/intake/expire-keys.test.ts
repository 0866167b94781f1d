// How old idempotency keys are removed: a page a write, each write's day once, the marker before its note. What becomes
// of a key that expires is told in idempotency.test.ts.
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { doneNote, expireKeys, undatedNote } from '../../../../apps/api/intake/expire-keys.ts'
import { type ObjectStore, objectKey } from '../../../../infra/ports/object-store.ts'
import { uuidV7 } from '../../../../infra/runtime/envelope/ids.ts'
import { createSqliteObjectStore } from '../../../../infra/sqlite/object-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const BEGAN = Date.parse('2026-03-01T12:00:00.000Z')
const idAt = (days: number) => uuidV7(BEGAN + days * DAY_MS)

let objects: ObjectStore
/** What was asked of the store, in order. */
let asked: string[]
beforeEach(() => {
  const real = createSqliteObjectStore({ path: ':memory:' })
  asked = []
  objects = {
    ...real,
    list: async (page) => {
      asked.push('list')
      return real.list(page)
    },
    deleteMany: async (keys) => {
      asked.push(...keys.map((key) => `delete ${key}`))
      return real.deleteMany(keys)
    },
  }
})

const stored = async () => {
  const keys = await objects.list({ prefix: '', limit: 1_000 })
  asked.pop()
  return keys
}
const looks = () => asked.filter((each) => each === 'list').length
const pathOf = (key: string) => {
  return objectKey('~idempotency', 'app', createHash('sha256').update(key).digest('hex'))
}

/** A key whose write is durable. */
async function used(key: string, resourceId: string) {
  const [path, note] = [pathOf(key), doneNote(pathOf(key), resourceId)]
  await objects.putMany([{ key: path, body: Buffer.from(JSON.stringify({ resourceId })) }, note])
  return { path, note: note.key }
}
const usedMany = async (count: number) => {
  for (let n = 0; n < count; n++) await used(`k${n}`, idAt(0))
}

test('a note lies under the day of its write, and holds what its name says', () => {
  const id = uuidV7(Date.parse('2026-03-01T23:59:59.999Z'))
  const note = doneNote('~idempotency/app/abc', id)
  expect(note.key).toBe(`~idempotency-done/2026-03-01/app/abc~${id}`)
  expect(JSON.parse(Buffer.from(note.body).toString())).toEqual({
    path: '~idempotency/app/abc',
    resourceId: id,
  })
  expect(undatedNote('~idempotency/app/abc')).toBe('~idempotency/app/abc~done')
})

describe('what is removed', () => {
  test('is the marker with its older note, and then the note', async () => {
    const { path, note } = await used('k', idAt(0))
    await expireKeys(objects, idAt(31))
    expect(asked).toEqual([
      'list',
      `delete ${path}`,
      `delete ${undatedNote(path)}`,
      `delete ${note}`,
    ])
  })

  test('is nothing of the last thirty days, counted in whole days', async () => {
    const { path, note } = await used('k', idAt(0))
    await expireKeys(objects, idAt(30.4))
    expect(await stored()).toEqual([path, note].sort())
    await expireKeys(objects, idAt(30.5))
    expect(await stored()).toEqual([])
  })

  test('is nothing beside the notes: what else lies in the store stays', async () => {
    const body = Buffer.from('{"path":"app/user/1/other","resourceId":"r"}')
    await objects.putMany([{ key: 'app/user/1/like-a-note', body }])
    await expireKeys(objects, idAt(31))
    expect(await stored()).toHaveLength(1)
  })

  test('is a note alone where its marker stands for another write', async () => {
    const { path, note } = await used('k', idAt(0))
    await objects.deleteMany([path])
    await objects.putMany([{ key: path, body: Buffer.from(`{"resourceId":"${idAt(5)}"}`) }])
    asked = []
    await expireKeys(objects, idAt(31))
    expect(asked).toEqual(['list', `delete ${note}`])
  })
})

describe('the look for old keys', () => {
  test('is one for all writes of a day, also of those that come while it goes on', async () => {
    await Promise.all([31, 31.1, 31.2].map((days) => expireKeys(objects, idAt(days))))
    await expireKeys(objects, idAt(31.4))
    expect(looks()).toBe(1)
    await expireKeys(objects, idAt(31.5))
    expect(looks()).toBe(2)
  })

  test('is not repeated for a write of an earlier day, nor by the next after it', async () => {
    await expireKeys(objects, idAt(31))
    await expireKeys(objects, idAt(30))
    await expireKeys(objects, idAt(31))
    expect(looks()).toBe(1)
  })

  test('is one for each store', async () => {
    const other = { ...objects }
    await expireKeys(objects, idAt(31))
    await expireKeys(other, idAt(31))
    expect(looks()).toBe(2)
  })

  test.each([
    ['fewer than two hundred', 199, [0], 1],
    ['two hundred', 200, [0, 0], 2],
    ['more than two hundred', 201, [2, 0], 2],
  ])(
    'that finds %s removes a page with each write until none is left',
    async (_, count, left, most) => {
      await usedMany(count)
      for (const objectsLeft of left) {
        await expireKeys(objects, idAt(31))
        expect(await stored()).toHaveLength(objectsLeft)
      }
      await expireKeys(objects, idAt(31))
      expect(looks()).toBe(most)
    },
  )

  test('passes over a note that another process has removed meanwhile', async () => {
    const { path } = await used('k', idAt(0))
    const gone = doneNote(pathOf('gone'), idAt(0)).key
    const list: ObjectStore['list'] = async (page) => [gone, ...(await objects.list(page))]
    const beside = { ...objects, list }
    await expireKeys(beside, idAt(31))
    expect(await objects.get(path)).toBeNull()
    await expireKeys(beside, idAt(31))
    expect(looks()).toBe(1)
  })

  test.each([
    ['no JSON', 'x'],
    ['another form', '{"path":"p","resourceId":"r","more":1}'],
  ])(
    'that meets a note of %s removes nothing, and looks again with the next write',
    async (_, body) => {
      const { note } = await used('k', idAt(0))
      await objects.deleteMany([note])
      await objects.putMany([{ key: note, body: Buffer.from(body) }])
      await expireKeys(objects, idAt(31))
      await expireKeys(objects, idAt(31))
      expect(looks()).toBe(2)
      expect(await stored()).toHaveLength(2)
    },
  )
})
