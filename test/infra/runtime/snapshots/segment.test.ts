// A segment opens only with the keys and the names under which it was sealed, and returns the rows that went in.
import { createSecretKey, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { KeyStore } from '../../../../infra/ports/key-store.ts'
import type { UserRows } from '../../../../infra/ports/states.ts'
import {
  frameOf,
  groupKeys,
  openSegment,
  rowsOf,
  sealSegment,
} from '../../../../infra/runtime/snapshots/segment.ts'

const ANNA = { appId: 'app', userId: 'anna' }
const BEN = { appId: 'app', userId: 'ben' }
const BOUND = { appId: '~snapshots', userId: 'memory-0', id: 'segment' }
const newKey = () => createSecretKey(randomBytes(32))
const rows = [[0, 'violin', 7, null, new Int8Array([1, -1])]]
const SEALED: UserRows = { ...ANNA, keyGeneration: 3, rows }
const OPEN: UserRows = { ...BEN, keyGeneration: null, rows: [[3, 12]] }

describe('rows', () => {
  test('come back as they were, each user’s under the user’s key', () => {
    const [key, own] = [newKey(), newKey()]
    const frames = [frameOf(SEALED, own, 'segment'), frameOf(OPEN, null, 'segment')]
    const sealed = sealSegment(frames, { generation: 1, key }, BOUND)
    const opened = openSegment(sealed, key, BOUND)
    expect(opened).toMatchObject([
      { ...ANNA, keyGeneration: 3 },
      { ...BEN, keyGeneration: null },
    ])
    expect(rowsOf(opened[0]!, own, 'segment')).toEqual(SEALED)
    expect(rowsOf(opened[1]!, null, 'segment')).toEqual(OPEN)
  })

  test.each([
    ['of another segment', { segment: 'another' }],
    ['of another user', { userId: 'ben' }],
    ['of another app', { appId: 'another' }],
    ['of another key', { key: newKey() }],
  ])('do not open as those %s', (_, { segment = 'segment', key, ...changed }: Changed) => {
    const own = newKey()
    const frame = { ...frameOf(SEALED, own, 'segment'), ...changed }
    expect(() => rowsOf(frame, key ?? own, segment)).toThrow()
  })

  test('cannot be read without the user’s key', () => {
    const { body } = frameOf(SEALED, newKey(), 'segment')
    expect(Buffer.from(body).includes('violin')).toBe(false)
  })
})

type Changed = {
  segment?: string
  key?: ReturnType<typeof newKey>
  userId?: string
  appId?: string
}

test('a segment does not open under another name, and names no user', () => {
  const key = newKey()
  const sealed = sealSegment([frameOf(SEALED, newKey(), 'segment')], { generation: 1, key }, BOUND)
  expect(() => openSegment(sealed, key, { ...BOUND, id: 'another' })).toThrow()
  expect(() => openSegment(sealed, newKey(), BOUND)).toThrow()
  expect(Buffer.from(sealed).includes('anna')).toBe(false)
})

test('a key is asked for where rows need one, and once for all of a user’s', async () => {
  const asked: unknown[] = []
  const bytes = randomBytes(32)
  const get: KeyStore['get'] = async ({ userId }, generation) => {
    asked.push([userId, generation])
    return userId === 'anna' ? bytes : null
  }
  const keyOf = groupKeys({ get } as KeyStore)
  expect(await keyOf(OPEN)).toBeNull()
  expect((await keyOf(SEALED))?.export()).toEqual(bytes)
  expect((await keyOf(SEALED))?.export()).toEqual(bytes)
  expect(await keyOf({ ...BEN, keyGeneration: 1 })).toBeNull()
  expect(asked).toEqual([
    ['anna', 3],
    ['ben', 1],
  ])
})
