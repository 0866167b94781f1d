// Pages of other origins may call the API where CORS_ORIGINS names them, and only then.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { InvalidConfig, readConfig } from '../../../../infra/config.ts'
import { type Door, KEY, openDoor } from './door.ts'

const SHOP = 'https://shop.example'
const preflight = (door: Door, origin: string) =>
  door.app.inject({
    method: 'OPTIONS',
    url: '/v1/memorize',
    headers: { origin, 'access-control-request-method': 'POST' },
  })

describe('given an origin that is named', () => {
  let door: Door
  beforeAll(async () => {
    door = await openDoor({ CORS_ORIGINS: `${SHOP}, https://desk.example:8443` })
  })
  afterAll(() => door.close())

  test('when its page asks first, then it is told what it may send, without a key', async () => {
    const { statusCode, headers, body } = await preflight(door, SHOP)
    expect([statusCode, body]).toEqual([204, ''])
    expect(headers).toMatchObject({
      'access-control-allow-origin': SHOP,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers':
        'Authorization, Content-Type, Idempotency-Key, traceparent, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID',
      'access-control-max-age': '3600',
      vary: 'Origin',
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('when its page calls, then it may read the answer and its limits, an error too', async () => {
    for (const [as, status] of [
      [undefined, 200],
      [null, 401],
    ] as const) {
      const call = { headers: { origin: SHOP }, ...(as === null ? { as } : {}) }
      const answer = await door.call('GET', '/v1/health', call)
      expect(answer.status).toBe(status)
      expect(answer.headers['access-control-allow-origin']).toBe(SHOP)
      expect(answer.headers['access-control-expose-headers']).toBe(
        'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Mcp-Session-Id, Mcp-Protocol-Version',
      )
      expect(answer.headers).not.toHaveProperty('access-control-allow-methods')
    }
  })

  test.each([
    ['GET', '/v1/health', { 'access-control-request-method': 'GET' }, 200],
    ['OPTIONS', '/v1/health', {}, 405],
  ] as const)(
    'when its page sends %s, which asks for nothing first, then it is answered as any call',
    async (method, url, more, status) => {
      const headers = { origin: SHOP, authorization: `Bearer ${KEY}`, ...more }
      const answer = await door.app.inject({ method, url, headers })
      expect(answer.statusCode).toBe(status)
      expect(answer.headers).not.toHaveProperty('access-control-max-age')
    },
  )

  test('when a program calls, which has no origin, then it is answered, and told nothing of origins', async () => {
    const { status, headers } = await door.call('GET', '/v1/health')
    expect([status, headers.vary]).toEqual([200, 'Origin'])
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('access-control-expose-headers')
  })

  test.each(['https://evil.example', 'https://shop.example.evil.example', 'null'])(
    'when a page of %s calls, then its browser is allowed nothing',
    async (origin) => {
      const asked = await preflight(door, origin)
      expect(asked.statusCode).toBe(405)
      expect(asked.headers).not.toHaveProperty('access-control-allow-origin')
      const called = await door.call('GET', '/v1/health', { headers: { origin } })
      expect(called.headers).not.toHaveProperty('access-control-allow-origin')
      expect(called.headers.vary).toBe('Origin')
    },
  )
})

test('given nothing is set, then no page of another origin is allowed anything', async () => {
  const door = await openDoor()
  const { headers } = await door.call('GET', '/v1/health', { headers: { origin: SHOP } })
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect(headers).not.toHaveProperty('vary')
  await door.close()
})

test('given *, then every page may call, and a program is told nothing of origins', async () => {
  const door = await openDoor({ CORS_ORIGINS: '*' })
  const { headers } = await door.call('GET', '/v1/health')
  expect(headers).not.toHaveProperty('access-control-expose-headers')
  expect((await preflight(door, SHOP)).headers['access-control-allow-origin']).toBe(SHOP)
  await door.close()
})

test.each(['shop.example', 'https://shop.example/', 'https://shop.example/path', 'ftp://x', '*,x'])(
  'given CORS_ORIGINS=%s, then it is refused by name',
  (CORS_ORIGINS) => {
    expect(() => readConfig({ CORS_ORIGINS })).toThrow(InvalidConfig)
    expect(() => readConfig({ CORS_ORIGINS })).toThrow(/CORS_ORIGINS/)
  },
)
