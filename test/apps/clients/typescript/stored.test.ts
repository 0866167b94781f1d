// The scopes of stored values, which are those of the Python client.
import { expect, test } from 'vitest'
import { scopeOf, scopeOfPlace } from '../../../../apps/clients/typescript/stored.ts'

test('a short name is its own scope, and a long one is hashed', async () => {
  expect(await scopeOf(['users', 'ü'])).toBe('["store","users","ü"]')
  expect(await scopeOfPlace({ namespace: ['n'], key: 'k' })).toBe('{"store":["n"],"key":"k"}')
  const long = await scopeOf(['x'.repeat(70)])
  expect([long.slice(0, 5), long.length]).toEqual(['#fc08', 61])
})
