// A route without a permission asks for no key; where it may be shown one, that must be valid.
import Fastify, { type FastifyContextConfig, type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendError } from '../../../../../apps/api/errors.ts'
import { keyOf, registerAuth, registerPermissions } from '../../../../../apps/api/plugins/auth.ts'
import { registerUnverified } from '../../../../../apps/api/plugins/limits/unverified.ts'
import { hashKey } from '../../../../../processors/settings/api-key.ts'
import { noSettings } from '../../../../../processors/settings/evolve.ts'

const SECRET = 'mine-0123456789'
const mine = {
  ...{ id: 'mine', name: 'n', createdAt: '', rotatedAt: null, hash: hashKey(SECRET) },
  appIds: ['app'],
  permissions: ['memory:read' as const],
}

let app: FastifyInstance
beforeAll(async () => {
  app = Fastify()
  app.setErrorHandler(sendError)
  registerUnverified(app, { scale: 0, now: () => new Date() })
  registerAuth(app, { settings: () => noSettings, bootstrap: mine })
  registerPermissions(app)
  const routes: Record<string, FastifyContextConfig> = {
    '/open': { permission: null },
    '/shown': { permission: null, mayShowKey: true },
    '/any': { permission: 'any' },
    '/read': { permission: 'memory:read' },
    '/write': { permission: 'memory:write' },
    '/write-or-none': { permission: 'memory:write', mayShowKey: true },
  }
  for (const [url, config] of Object.entries(routes)) {
    app.get(url, { config }, async ({ apiKey }) => apiKey?.id ?? 'no key')
  }
  await app.ready()
})
afterAll(() => app.close())

const RIGHT = `Bearer ${SECRET}`
const ask = async (url: string, authorization?: string) => {
  const headers = { ...(authorization !== undefined && { authorization }) }
  const { statusCode, body } = await app.inject({ url, headers })
  return statusCode === 200 ? body : statusCode
}

describe('a route', () => {
  test.each<[string, string | undefined, string | number]>([
    ['/open', undefined, 'no key'],
    ['/open', RIGHT, 'no key'],
    ['/open', 'Bearer wrong', 'no key'],
    ['/shown', undefined, 'no key'],
    ['/shown', '', 'no key'],
    ['/shown', RIGHT, 'mine'],
    ['/shown', RIGHT.toLowerCase(), 'mine'],
    ['/shown', 'Bearer wrong', 401],
    ['/shown', 'bearer wrong', 401],
    ['/shown', 'Bearer ', 401],
    ['/shown', 'Basic wrong', 'no key'],
    ['/shown', `Basic ${RIGHT}`, 'no key'],
    ['/any', undefined, 401],
    ['/any', 'Basic wrong', 401],
    ['/any', RIGHT, 'mine'],
    ['/read', undefined, 401],
    ['/read', RIGHT, 'mine'],
    ['/write', RIGHT, 403],
    ['/write-or-none', undefined, 401],
    ['/write-or-none', RIGHT, 403],
  ])('%s that is shown %j answers %j', async (url, authorization, answer) => {
    expect(await ask(url, authorization)).toBe(answer)
  })
})

test('the key of a call to an open route cannot be asked for', () => {
  expect(keyOf({ apiKey: mine })).toBe(mine)
  expect(() => keyOf({ apiKey: null })).toThrow('there is no key: the route is open to everyone')
})
