// A route that does not declare who may call it does not start.
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registerAuth } from '../../../../../apps/api/plugins/auth.ts'
import { noSettings } from '../../../../../processors/settings/evolve.ts'
import { type Door, openDoor } from '../door.ts'

describe('given a route without a permission', () => {
  let app: FastifyInstance
  beforeEach(() => {
    app = Fastify()
    registerAuth(app, { settings: () => noSettings, bootstrap: null })
  })
  afterEach(() => app.close())

  test.each([undefined, {}, { limit: 'get' }] as const)(
    'when it is registered with %j, then the start fails and names it',
    async (config) => {
      app.register(async (v1) => v1.get('/open', { config }, async () => 'secret'), {
        prefix: '/v1',
      })
      await expect(app.ready()).rejects.toThrow('GET /v1/open must declare config.permission')
    },
  )

  test('when it stands beside the page of reference, then the start fails too', async () => {
    app.register(async (any) => {
      for (const url of ['/docs', '/docs/', '/docs/any']) any.get(url, async () => 'page')
      any.get('/docsother', async () => 'secret')
    })
    await expect(app.ready()).rejects.toThrow(
      'the route GET /docsother must declare config.permission: a permission, any or null',
    )
  })

  test('when it is one of the page of reference, then it starts and is open', async () => {
    app.get('/docs', async () => 'page')
    expect((await app.inject('/docs')).body).toBe('page')
  })

  test('when it needs no key and names an app, then it is open', async () => {
    app.get('/of/:appId', { config: { permission: null } }, async () => 'said')
    expect((await app.inject('/of/app')).body).toBe('said')
  })

  test.each([null, 'any', 'memory:read'] as const)('%j is a declaration', async (permission) => {
    app.get('/v1/open', { config: { permission } }, async () => 'said')
    await app.ready()
  })
})

describe('the service', () => {
  let door: Door
  beforeEach(async () => {
    door = await openDoor({ RATE_LIMIT_SCALE: 0 })
  })
  afterEach(() => door.close())

  test('asks for a key on every endpoint of its document but the one that verifies signatures', async () => {
    const { body: document } = await door.call('GET', '/v1/openapi.json', { as: null })
    const calls = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
    )
    expect(calls.length).toBeGreaterThan(30)
    for (const [method, path] of calls) {
      if (path === '/v1/webhooks/{source}') continue
      const url = path.replaceAll(/\{\w+\}/g, 'x')
      const { status } = await door.call(method as 'GET', url, { as: null })
      expect([method, path, status]).toEqual([method, path, 401])
    }
  })
})
