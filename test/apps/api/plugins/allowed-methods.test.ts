// A method that a path lacks is 405 and the answer names those that it has; an unknown path is 404.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Door, openDoor } from './door.ts'

let door: Door
beforeAll(async () => {
  door = await openDoor()
})
afterAll(() => door.close())

test.each([
  ['GET', '/v1/memorize', 'POST'],
  ['DELETE', '/v1/memorize?x=1', 'POST'],
  ['POST', '/v1/items/shop/anna', 'GET, HEAD'],
  ['PUT', '/v1/config/keys/x', 'DELETE'],
] as const)('%s %s: 405, and %s is allowed', async (method, path, allow) => {
  const { status, headers, body } = await door.call(method, path)
  expect([status, headers.allow]).toEqual([405, allow])
  expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'method' } })
})

test.each(['/v1/nothing', '/v1/memorize/more', '/v1/items/shop/', '/v1/itemsXshop/anna'])(
  '%s: 404',
  async (path) => {
    const { status, headers, body } = await door.call('PUT', path)
    expect([status, headers.allow, body.error.code]).toEqual([404, undefined, 'NOT_FOUND'])
  },
)
