// Which signings have become a record: remembered as long as a repetition may wait in the inbox, and no longer.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import { isFirstUse, removeOldNonces } from '../../../processors/accept-inbox/nonces.ts'
import { startedEach } from '../../started.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = new Date('2026-11-21T09:00:00.000Z')
const objects = startedEach(() => createSqliteObjectStore({ path: ':memory:' }))

const signing = (days: number, nonce = 'a-word-of-my-own') => {
  return { partnerId: 'p', nonce, signedAtMs: NOW.getTime() - days * DAY_MS }
}

test('given a signing, when another record has it, then it is no first use; for the same record it stays one', async () => {
  expect(await isFirstUse(objects, signing(0), 'one')).toBe(true)
  expect(await isFirstUse(objects, signing(0), 'two')).toBe(false)
  expect(await isFirstUse(objects, signing(0), 'one')).toBe(true)
})

test('given nonces of many days, when old ones are removed, then those of the life of the inbox stay', async () => {
  for (let days = 0; days < 14; days++) await isFirstUse(objects, signing(days), 'one')
  expect(await removeOldNonces(objects, NOW)).toBe(true)
  expect(await objects.list({ prefix: '~nonces/', limit: 100 })).toHaveLength(10)
  for (let days = 0; days < 10; days++) {
    expect(await isFirstUse(objects, signing(days), 'two')).toBe(false)
  }
})

test('given more than can be removed at once, then it is said that there is more', async () => {
  await objects.putMany(
    Array.from({ length: 1_001 }, (_, n) => {
      return { key: `~nonces/2026-01-01/p/${n}`, body: Buffer.from('one') }
    }),
  )
  expect(await removeOldNonces(objects, NOW)).toBe(false)
  expect(await removeOldNonces(objects, NOW)).toBe(true)
  expect(await objects.list({ prefix: '~nonces/', limit: 10 })).toEqual([])
})

test('given a signing, when it is noted, then the note lies at its day and its partner, by the hash of its nonce', async () => {
  await isFirstUse(objects, signing(0), 'one')
  const hash = createHash('sha256').update('a-word-of-my-own').digest('hex')
  expect(await objects.list({ prefix: '', limit: 10 })).toEqual([`~nonces/2026-11-21/p/${hash}`])
})

test('given a first use, when noted, then nothing is read', async () => {
  const unread = { ...objects, get: () => Promise.reject(new Error('it is read')) }
  expect(await isFirstUse(unread, signing(0), 'one')).toBe(true)
})

test('given a note that is removed while it is asked for, then it is no first use', async () => {
  await isFirstUse(objects, signing(0), 'one')
  expect(await isFirstUse({ ...objects, get: async () => null }, signing(0), 'one')).toBe(false)
})

test('given objects of users, when old nonces are removed, then they stay', async () => {
  const keys = ['app/user/1/raw', '~forgotten/app/user/1']
  await objects.putMany(keys.map((key) => ({ key, body: Buffer.from('one') })))
  expect(await removeOldNonces(objects, NOW)).toBe(true)
  expect(await objects.list({ prefix: '', limit: 10 })).toEqual(keys)
})
