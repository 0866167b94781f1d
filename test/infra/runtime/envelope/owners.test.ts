// The pseudonyms of users in stores.
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOwners, knownScope, storedScope } from '../../../../infra/runtime/envelope/owners.ts'
import { lookAlikes } from '../../../contracts/given.ts'

const masterKey = randomBytes(32)
const owners = createOwners(masterKey)
const ids = fc.string({ unit: 'grapheme', minLength: 1 })

test('a pseudonym opens, is always the same, and holds nothing of the id', () => {
  fc.assert(
    fc.property(ids, ids, (appId, userId) => {
      const sealed = owners.seal({ appId, userId })
      expect(createOwners(masterKey).seal({ appId, userId })).toEqual(sealed)
      expect(owners.open(sealed)).toEqual({ appId, userId })
      expect(sealed.userId).toMatch(/^~[\w-]+$/)
      if (userId.length > 3) expect(sealed.userId).not.toContain(userId)
    }),
  )
})

test('given names alike, then each has a pseudonym of its own, and of its app', () => {
  const scopes = lookAlikes()
  const names = scopes.map((scope) => JSON.stringify(owners.seal(scope)))
  expect(new Set(names).size).toBe(scopes.length)
  expect(owners.seal({ appId: 'a', userId: 'u' }).userId).not.toBe(
    owners.seal({ appId: 'b', userId: 'u' }).userId,
  )
  expect(owners.seal({ appId: 'a', userId: 'bc' }).userId).not.toBe(
    owners.seal({ appId: 'ab', userId: 'c' }).userId,
  )
})

test('given a name that this service did not make, then there is no owner', () => {
  const sealed = owners.seal({ appId: 'app', userId: 'user' })
  expect(owners.open({ appId: 'app', userId: 'user' })).toBeNull()
  expect(owners.open({ appId: 'other', userId: sealed.userId })).toBeNull()
  expect(createOwners(randomBytes(32)).open(sealed)).toBeNull()
  const unmarked = sealed.userId.slice(1)
  for (const userId of ['~', '~AAAA', `${sealed.userId}AAAA`, unmarked, `x${unmarked}`]) {
    expect(owners.open({ appId: 'app', userId })).toBeNull()
  }
})

test('given an empty name, when it was sealed, then there is no owner, because no user has it', () => {
  expect(owners.open(owners.seal({ appId: 'app', userId: '' }))).toBeNull()
})

test('given pseudonyms that stores hold, when a later version asks for them, then they are the same', () => {
  const known = createOwners(Buffer.alloc(32, 7))
  expect(known.seal({ appId: 'app', userId: 'anna' })).toEqual({
    appId: 'app',
    userId: '~Qe62V-A8Un_ERIfgyb_xIjqrcGs',
  })
})

test('given calls for one user after each other, then the pseudonym is made once', () => {
  const scope = { appId: 'app', userId: 'anna' }
  expect(owners.seal(scope)).toBe(owners.seal({ ...scope }))
})

test('given scopes, then stores know users by pseudonyms, and the service itself and plain stores by their names', () => {
  const [user, service] = [
    { appId: 'app', userId: 'anna~' },
    { appId: '~signing', userId: 'statements' },
  ]
  expect(storedScope(owners, user)).toEqual(owners.seal(user))
  expect(storedScope(owners, { ...user, appId: 'app~' }).userId).toMatch(/^~/)
  expect(storedScope(owners, service)).toBe(service)
  expect(storedScope(null, user)).toBe(user)
  expect(knownScope(owners, owners.seal(user))).toEqual(user)
  expect(knownScope(owners, user)).toBe(user)
  expect(knownScope(null, owners.seal(user))).toEqual(owners.seal(user))
})
