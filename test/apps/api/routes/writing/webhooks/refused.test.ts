// Webhooks that are refused before anything of them is stored: by their URL, or for the key that they show.
import { describe, expect, test } from 'vitest'
import { otherLimits } from '../../../../../../apps/api/plugins/limits/rate-limit.ts'
import { rateLimits } from '../../../../../../apps/api/plugins/operations.ts'
import { startedEach } from '../../../../../started.ts'
import { KEY, openDoor } from '../../../plugins/door.ts'

const SCALE = 0.02
const REFUSED = Math.floor(otherLimits.refused * SCALE)
const WEBHOOKS = Math.floor(rateLimits.webhooks * SCALE)
const CUSTOM = '/v1/webhooks/custom'
const event = { appId: 'hook', userId: 'u', eventType: 'e', data: {} }

const door = startedEach(() => openDoor({ RATE_LIMIT_SCALE: SCALE }))

const custom = (as: string, raw: string) => door.call('POST', CUSTOM, { as, raw })

test.each([false, true])(
  'a binding that is named twice is refused, while bindings exist: %j',
  async (exists) => {
    const request = { appId: 'app', source: 'github', secret: 'the-secret-of-github' }
    if (exists) await door.call('POST', '/v1/config/sources', { body: request })
    const twice = '/v1/webhooks/github?binding=a&binding=b'
    const { status, body } = await door.call('POST', twice, { as: null, raw: '{}' })
    expect(status).toBe(400)
    const problem = { field: 'binding', issue: 'must be given once' }
    expect(body.error.details).toEqual({ ...problem, issues: [problem] })
  },
)

test.each([
  '{"appId":"hook","userId":"u","eventType":"e","data":{"a":[{"__proto__":{"b":1}}]}}',
  '{"appId":"hook","userId":"u","eventType":"e","data":{},"\\u005f_proto__":{}}',
])('a member that could change a prototype is refused, as in every body: %s', async (raw) => {
  const { status, body } = await custom(KEY, raw)
  expect(status).toBe(400)
  const problem = { field: 'body', issue: 'must hold no member that is named __proto__' }
  expect(body.error.details).toEqual({ ...problem, issues: [problem] })
})

describe('calls of a key that are refused', () => {
  test.each([
    ['without memory:write', ['memory:read'], JSON.stringify(event), 403],
    ['with a broken body', ['memory:write'], '{"a":', 400],
    ['for another app', ['memory:write'], JSON.stringify({ ...event, appId: 'other' }), 403],
  ])('%s count, and are limited', async (_, permissions, raw, status) => {
    const { key } = await door.makeKey(permissions, ['hook'])
    const statuses = []
    for (let n = 0; n < REFUSED; n++) statuses.push((await custom(key, raw)).status)
    expect(new Set(statuses)).toEqual(new Set([status]))
    const limited = await custom(key, raw)
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '60'])
    expect((await custom(KEY, JSON.stringify(event))).status).toBe(200)
  })

  test('without memory:write are refused before their body is read', async () => {
    const { key } = await door.makeKey(['memory:read'], ['hook'])
    expect((await custom(key, ' '.repeat(2 * 1024 * 1024))).status).toBe(403)
  })

  test('count together with those of other routes', async () => {
    const { key } = await door.makeKey(['memory:write'], ['hook', 'other'])
    for (let n = 0; n < REFUSED; n++) await custom(key, '{')
    const { status } = await door.call('POST', '/v1/memorize', { as: key, raw: '{' })
    expect(status).toBe(429)
  })

  test('are those that no app counted', async () => {
    const { key } = await door.makeKey(['memory:write'], ['hook'])
    for (let n = 0; n < WEBHOOKS; n++) {
      expect((await custom(key, JSON.stringify(event))).status).toBe(200)
    }
    // One too many for the source and the app, which is counted there and not as refused.
    for (let n = 0; n < REFUSED; n++) {
      expect((await custom(key, JSON.stringify(event))).status).toBe(429)
    }
    expect((await custom(key, '{')).status).toBe(400)
  })
})
