// How many calls a minute each operation allows. The first five limits are those of the specification (8.1).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Door, KEY, openDoor } from './door.ts'

let door: Door
beforeAll(async () => {
  door = await openDoor()
})
afterAll(() => door.close())

const body = { appId: 'app', userId: 'u', eventType: 'e', data: {} }

test.each([
  ['POST', '/v1/memorize', 100],
  ['POST', '/v1/retrieve', 200],
  ['POST', '/v1/events', 500],
  ['POST', '/v1/webhooks/custom', 1000],
  ['GET', '/v1/items/app/u', 500],
  ['POST', '/v1/forget', 100],
  ['POST', '/v1/config/keys', 500],
  ['POST', '/v1/maintenance', 100],
  ['POST', '/v1/batch', 10],
  ['GET', '/v1/export/app/u', 10],
  ['POST', '/v1/import', 10],
  ['POST', '/mcp', 500],
] as const)(
  'given no call yet, when %s %s is called, then the answer says that %d a minute are allowed',
  async (method, path, limit) => {
    const { headers } = await door.app.inject({
      method,
      url: path,
      headers: { authorization: `Bearer ${KEY}` },
      ...(method === 'POST' && { payload: body }),
    })
    expect(headers['x-ratelimit-limit']).toBe(String(limit))
  },
)
