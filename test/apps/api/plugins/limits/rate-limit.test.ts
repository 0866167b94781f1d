// Every call counts somewhere, as early as the known facts about it allow, and every 429 says when to come back.
import Fastify, { type FastifyContextConfig, type FastifyRequest } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  otherLimits,
  registerRateLimit,
} from '../../../../../apps/api/plugins/limits/rate-limit.ts'
import { rateLimits } from '../../../../../apps/api/plugins/operations.ts'
import { type Answer, type Door, dialWaiting, KEY, openDoor } from '../door.ts'

let door: Door
const SCALE = 0.02
const limitOf = (operation: keyof typeof rateLimits) => Math.floor(rateLimits[operation] * SCALE)
const REFUSED = Math.floor(otherLimits.refused * SCALE)

beforeEach(async () => {
  door = await openDoor({ RATE_LIMIT_SCALE: SCALE })
})
afterEach(() => door.close())

function expectLimited({ status, body, headers }: Answer) {
  expect(status).toBe(429)
  expect(body.error.code).toBe('RATE_LIMITED')
  const seconds = Number(headers['retry-after'])
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(body.error.details.retryAfter).toBe(seconds)
}

const scope = { appId: 'app', userId: 'u' }
const template = { body: { template: 'Bought {product}' } }

describe('what the specification leaves out', () => {
  test.each([
    ['forget', 'POST', '/v1/forget', { body: scope }],
    ['maintenance', 'POST', '/v1/maintenance', { body: { appId: 'app' } }],
    ['config', 'PUT', '/v1/config/templates/app/e', template],
    ['config', 'PUT', '/v1/config/categories/app', { body: {} }],
    ['config', 'POST', '/v1/config/sources', { body: { appId: 'app' } }],
    ['config', 'POST', '/v1/config/webhooks', { body: { appId: 'app' } }],
    ['config', 'POST', '/v1/config/keys', { body: {} }],
    ['get', 'GET', '/v1/config/keys', {}],
    ['get', 'GET', '/v1/config/categories/app', {}],
  ] as const)('%s counts: %s %s', async (operation, method, path, call) => {
    const limit = limitOf(operation)
    for (let used = 1; used <= limit; used++) {
      const { status, headers } = await door.call(method, path, call)
      expect(status).not.toBe(429)
      expect(headers['x-ratelimit-limit']).toBe(String(limit))
      expect(headers['x-ratelimit-remaining']).toBe(String(limit - used))
    }
    expectLimited(await door.call(method, path, call))
  })

  test('a window ends after a minute, as Retry-After says', async () => {
    const ask = () => door.call('PUT', '/v1/config/templates/app/e', template)
    for (let n = 0; n < limitOf('config'); n++) await ask()
    door.clock.now = new Date(door.clock.now.getTime() + 20_000)
    const refused = await ask()
    expect(refused.headers['retry-after']).toBe('40')
    door.clock.now = new Date(door.clock.now.getTime() + 40_000)
    expect((await ask()).status).toBe(200)
  })
})

describe('a limit that a route does not name', () => {
  test.each([
    ['GET', 'get'],
    ['HEAD', 'get'],
    [['HEAD', 'GET'], 'get'],
    ['POST', 'config'],
    [['GET', 'POST'], 'config'],
  ] as const)('of %j is that of %s', async (method, limit) => {
    const app = Fastify({ exposeHeadRoutes: false })
    app.decorateRequest('apiKey', null)
    registerRateLimit(app, { scale: 0, now: () => new Date() })
    const limits: unknown[] = []
    app.addHook('onRoute', ({ config }) => void limits.push(config?.limit))
    const handler = async () => ''
    const methods = [method].flat() as ('GET' | 'POST')[]
    const named: FastifyContextConfig[] = [
      { permission: 'any' },
      { permission: 'any', limit: null },
    ]
    for (const config of named) {
      app.route({ method: methods, url: `/${limits.length}`, config, handler })
    }
    app.route({ method: methods, url: '/open', config: { permission: null }, handler })
    expect(limits).toEqual([limit, null, undefined])
    await app.close()
  })
})

describe('what is said of a limit', () => {
  test('is its size, and when to come back', async () => {
    const limit = limitOf('forget')
    for (let n = 0; n < limit; n++) await door.call('POST', '/v1/forget', { body: scope })
    const { body } = await door.call('POST', '/v1/forget', { body: scope })
    expect(body.error).toEqual({
      code: 'RATE_LIMITED',
      message: `at most ${limit} calls a minute: try again in 60 s`,
      details: { retryAfter: 60, limit, resetAt: door.clock.now.getTime() / 1000 + 60 },
    })
  })

  test('of refused calls and of those without a key is the same', async () => {
    for (let n = 0; n < REFUSED; n++) await door.call('POST', '/v1/memorize', { raw: '{' })
    const refused = await door.call('POST', '/v1/memorize', { raw: '{' })
    expect(refused.body.error.message).toBe(
      `at most ${REFUSED} refused calls a minute: try again in 60 s`,
    )
    const open = Math.floor(otherLimits.open * SCALE)
    for (let n = 0; n < open; n++) await door.call('GET', '/v1/openapi.json', { as: null })
    const { body } = await door.call('GET', '/v1/openapi.json', { as: null })
    expect(body.error.message).toBe(`at most ${open} calls a minute: try again in 60 s`)
  })

  test('a scale so small that nothing were left leaves one', async () => {
    const tiny = await openDoor({ RATE_LIMIT_SCALE: 0.0001 })
    const ask = () => tiny.call('GET', '/v1/context/app/u')
    expect((await ask()).headers['x-ratelimit-limit']).toBe('1')
    expect((await ask()).status).toBe(429)
    await tiny.close()
  })
})

describe('a call', () => {
  test('of an operation counts for its app, and not for other operations or apps', async () => {
    const left = async (path: string) =>
      Number((await door.call('GET', path)).headers['x-ratelimit-remaining'])
    const limit = limitOf('get')
    expect([await left('/v1/context/a/u'), await left('/v1/context/a/v')]).toEqual([
      limit - 1,
      limit - 2,
    ])
    expect(await left('/v1/context/b/u')).toBe(limit - 1)
    const { headers } = await door.call('POST', '/v1/retrieve', { body: { appId: 'a' } })
    expect(headers['x-ratelimit-remaining']).toBe(String(limitOf('retrieve') - 1))
  })

  test('that names no valid app counts for its key, whatever it names', async () => {
    const limit = limitOf('retrieve')
    for (let n = 0; n < limit; n++) {
      const { headers } = await door.call('POST', '/v1/retrieve', {
        body: { appId: `~made up ${n}` },
      })
      expect(headers['x-ratelimit-remaining']).toBe(String(limit - n - 1))
    }
    expectLimited(await door.call('POST', '/v1/retrieve', { body: { appId: [] } }))
    const { key } = await door.makeKey(['memory:read'], ['*'])
    const other = await door.call('POST', '/v1/retrieve', { body: { appId: 1 }, as: key })
    expect(other.headers['x-ratelimit-remaining']).toBe(String(limit - 1))
  })
})

describe('before a body is read', () => {
  test('the app of the URL, or the only one of the key, is counted: a broken body changes nothing', async () => {
    const { key } = await door.makeKey(['memory:write', 'config:write'], ['app'])
    const broken = { raw: '{', as: key }
    for (let used = 1; used <= limitOf('memorize'); used++) {
      const { status, headers } = await door.call('POST', '/v1/memorize', broken)
      expect([status, headers['x-ratelimit-remaining']]).toEqual([
        400,
        String(limitOf('memorize') - used),
      ])
    }
    expectLimited(await door.call('POST', '/v1/memorize', broken))
    for (let n = 0; n < limitOf('config'); n++) {
      await door.call('PUT', '/v1/config/categories/other', { raw: '{' })
    }
    expectLimited(await door.call('PUT', '/v1/config/categories/other', { raw: '{' }))
  })

  test('a call is counted once', async () => {
    const { key } = await door.makeKey(['memory:forget'], ['app'])
    const { headers } = await door.call('POST', '/v1/forget', { body: scope, as: key })
    expect(headers['x-ratelimit-remaining']).toBe(String(limitOf('forget') - 1))
  })
})

describe('calls that no operation counts', () => {
  const refusals: [string, (key: string) => Promise<Answer>, number][] = [
    ['malformed bodies', (as) => door.call('POST', '/v1/memorize', { raw: '{', as }), 400],
    [
      'bodies of another type',
      (as) =>
        door.call('POST', '/v1/forget', { raw: 'x', as, headers: { 'content-type': 'text/csv' } }),
      400,
    ],
    ['permissions that lack', (as) => door.call('GET', '/v1/config/keys', { as }), 403],
    ['apps of others', (as) => door.call('GET', '/v1/context/theirs/u', { as }), 403],
  ]

  test.each(refusals)('count for the key: %s', async (_, ask, status) => {
    const made = await door.makeKey(['memory:read', 'memory:write', 'memory:forget'], ['a', 'b'])
    for (let n = 0; n < REFUSED; n++) expect((await ask(made.key)).status).toBe(status)
    expectLimited(await ask(made.key))
    const other = await door.call('GET', '/v1/health', { as: KEY })
    expect(other.status).toBe(200)
  })

  test('an app is not charged for what a key of another app asks about it', async () => {
    const made = await door.makeKey(['memory:read'], ['a'])
    for (let n = 0; n < REFUSED; n++) {
      await door.call('GET', '/v1/context/theirs/u', { as: made.key })
    }
    const { headers } = await door.call('GET', '/v1/context/theirs/u')
    expect(headers['x-ratelimit-remaining']).toBe(String(limitOf('get') - 1))
  })

  test('calls that went well, or that an operation counted, are none of them', async () => {
    const body = { ...scope, query: 'x' }
    for (let n = 0; n < 3 * REFUSED; n++) {
      const appId = `app-${n}`
      await door.call('POST', '/v1/retrieve', { body: { ...body, appId } })
      expect((await door.call('GET', `/v1/context/${appId}/u`)).status).toBe(200)
      const invalid = await door.call('POST', '/v1/retrieve', { body: { appId } })
      expect(invalid.status).toBe(400)
    }
  })
})

test('calls that an operation counted are none of the refused ones while they wait, nor once their clients have gone', async () => {
  const waiting = Array.from({ length: 2 * REFUSED }, (_, n) => dialWaiting(door, `app-${n}`))
  const areWaiting = async (count: number) => {
    const { body } = await door.app.inject('/metrics')
    expect(body).toContain(`palimpsest_waiting_calls ${count}\n`)
  }
  await vi.waitFor(() => areWaiting(waiting.length), { interval: 100 })
  expect((await door.call('GET', '/v1/health')).status).toBe(200)
  for (const { socket } of waiting) socket.destroy()
  await vi.waitFor(() => areWaiting(0), { interval: 100 })
  expect((await door.call('GET', '/v1/health')).status).toBe(200)
})

test('given a call that went well and that no operation counts, then it is none of the refused ones', async () => {
  const guarded = await openDoor({ RATE_LIMIT_SCALE: SCALE, METRICS: 'key' })
  for (let n = 0; n < 3 * REFUSED; n++) {
    const { status, headers } = await guarded.call('GET', '/metrics', { from: `192.0.2.${n}` })
    expect([status, headers['x-ratelimit-limit']]).toEqual([200, undefined])
  }
  await guarded.close()
})

test('calls that need no key count by address, health checks never', async () => {
  const limit = Math.floor(otherLimits.open * SCALE)
  const page = ['/docs', '/docs/json', '/docs/yaml', '/docs/static/swagger-ui.css']
  for (const [nth, path] of ['/metrics', '/v1/openapi.json', ...page].entries()) {
    const from = `192.0.2.${nth}`
    for (let n = 0; n < limit; n++) await door.call('GET', path, { as: null, from })
    expectLimited(await door.call('GET', path, { as: null, from }))
    expect((await door.call('GET', path, { as: null, from: '192.0.2.200' })).status).toBe(200)
    expect((await door.call('GET', '/livez', { as: null, from })).status).toBe(200)
    expect((await door.call('GET', '/readyz', { as: null, from })).status).toBe(200)
  }
})

test('given a call that took no place among the refused calls, then what follows its answer runs', async () => {
  const app = Fastify()
  app.decorateRequest('apiKey', null)
  registerRateLimit(app, { scale: 1, now: () => new Date() })
  const answered = new Promise<number>((resolve) => {
    app.addHook('onResponse', async (_, { statusCode }) => resolve(statusCode))
  })
  app.get('/', async () => '')
  await app.inject('/')
  expect(await answered).toBe(200)
  await app.close()
})

test('a call takes one place among the refused calls of its key, however often it asks for one', async () => {
  const app = Fastify()
  registerRateLimit(app, { scale: 2 / otherLimits.refused, now: () => new Date() })
  const call = () => ({ refusedPlace: null }) as FastifyRequest
  const [first, second, third] = [call(), call(), call()]
  for (let n = 0; n < 5; n++) app.takeRefusedPlace(first, 'key')
  app.takeRefusedPlace(second, 'key')
  expect(() => app.takeRefusedPlace(third, 'key')).toThrow('at most 2 refused calls a minute')
  app.takeRefusedPlace(third, 'another key')
  await app.close()
})

test('with a scale of 0 nothing is limited', async () => {
  const open = await openDoor({ RATE_LIMIT_SCALE: 0 })
  const body = { ...scope, eventType: 'e', data: {} }
  for (let n = 0; n < 40; n++) {
    const { status, headers } = await open.call('POST', '/v1/webhooks/custom', { body })
    expect([status, headers['x-ratelimit-limit']]).toEqual([200, undefined])
    expect((await open.call('GET', '/v1/health', { as: 'wrong' })).status).toBe(401)
    expect((await open.call('POST', '/v1/forget', { raw: '{' })).status).toBe(400)
    expect((await open.call('GET', '/v1/openapi.json', { as: null })).status).toBe(200)
  }
  await open.close()
})
