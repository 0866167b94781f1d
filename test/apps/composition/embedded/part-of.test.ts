// Every event of a user belongs to one part, and the users are divided evenly.
import { expect, test } from 'vitest'
import { partOf } from '../../../../apps/composition/embedded/part-of.ts'

test('given users, when divided, then each is always in one of the parts, and no part has many more than another', () => {
  const users = Array.from({ length: 3_000 }, (_, n) => ({
    appId: `app-${n % 7}`,
    userId: `u${n}`,
  }))
  const parts = users.map((user) => partOf(user, 3))
  expect(parts).toEqual(users.map((user) => partOf({ ...user }, 3)))
  const sizes = [0, 1, 2].map((part) => parts.filter((each) => each === part).length)
  expect(sizes.reduce((sum, size) => sum + size)).toBe(users.length)
  expect(Math.min(...sizes)).toBeGreaterThan(900)
})

test('given one part, then everyone is in it', () => {
  expect(partOf({ appId: 'a', userId: '😀' }, 1)).toBe(0)
})
