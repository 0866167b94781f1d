// Keys, apps and limits: who may do what, and how often.
import { describe, expect, test } from 'vitest'
import { startedOnce } from '../started.ts'
import { startService } from './service.ts'
import { sharedService } from './shared-service.ts'

// biome-ignore lint/suspicious/noExplicitAny: read as a client would
type OpenApi = any

const APP = 'access-story'
const service = sharedService(APP)

async function makeKey(permissions: string[], appIds = [APP]) {
  const { status, body } = await service.call('POST', '/config/keys', {
    name: 'k',
    appIds,
    permissions,
  })
  expect(status).toBe(201)
  return body
}

describe('keys', () => {
  test('are shown once, listed without their secret, rotated and revoked', async () => {
    const made = await makeKey(['memory:read'])
    expect(made).toMatchObject({
      id: expect.any(String),
      key: expect.stringMatching(/^plm_/),
      appIds: [APP],
    })
    const listed = await service.call('GET', '/config/keys')
    expect(listed.body.data.map((key: { id: string }) => key.id)).toContain(made.id)
    expect(JSON.stringify(listed.body)).not.toContain(made.key)
    const read = (as: string) => service.call('GET', `/context/${APP}/u`, undefined, { as })
    expect((await read(made.key)).status).toBe(200)
    const rotated = await service.call('POST', `/config/keys/${made.id}/rotate`)
    expect(rotated.body).toEqual({ id: made.id, key: expect.stringMatching(/^plm_/) })
    expect((await read(made.key)).status).toBe(401)
    expect((await read(rotated.body.key)).status).toBe(200)
    expect((await service.call('DELETE', `/config/keys/${made.id}`)).status).toBe(204)
    expect((await read(rotated.body.key)).status).toBe(401)
    expect((await service.call('DELETE', `/config/keys/${made.id}`)).status).toBe(404)
  })

  test('survive a restart', async () => {
    const made = await makeKey(['memory:read'])
    await service.restart()
    const { status } = await service.call('GET', `/context/${APP}/u`, undefined, { as: made.key })
    expect(status).toBe(200)
  })

  const body = { appId: APP, userId: 'u' }
  test.each([
    ['memory:write', 'POST', '/memorize', { ...body, content: 'x y', contentType: 'document' }],
    ['memory:write', 'POST', '/batch', { appId: APP, writes: [] }],
    ['memory:read', 'POST', '/retrieve', { ...body, query: 'x' }],
    ['memory:read', 'GET', `/items/${APP}/u`, undefined],
    ['memory:read', 'GET', '/apps', undefined],
    ['memory:read', 'GET', `/users/${APP}`, undefined],
    ['memory:forget', 'POST', '/forget', { ...body, confirm: true }],
    ['config:write', 'POST', '/maintenance', { appId: APP }],
    ['audit:read', 'GET', `/audit/${APP}/u`, undefined],
    [
      'config:write',
      'PUT',
      `/config/categories/${APP}`,
      { categories: [{ name: 'a', description: 'b' }] },
    ],
    ['admin', 'GET', '/config/keys', undefined],
  ])('%s is needed for %s %s', async (permission, method, path, request) => {
    const all = ['memory:read', 'memory:write', 'memory:forget', 'config:write', 'audit:read']
    const without = await makeKey(
      [...all, 'admin'].filter((each) => each !== permission && each !== 'admin'),
    )
    const refused = await service.call(method, path, request, { as: without.key })
    expect(refused.status).toBe(403)
    expect(refused.body.error.code).toBe('FORBIDDEN')
    const holds = await makeKey([permission])
    expect((await service.call(method, path, request, { as: holds.key })).status).not.toBe(403)
  })

  test('an app’s admin cannot make or see keys of other apps', async () => {
    const admin = await makeKey(['admin'], ['mine'])
    const options = { as: admin.key }
    const wider = { name: 'x', appIds: ['*'], permissions: ['admin'] }
    expect((await service.call('POST', '/config/keys', wider, options)).status).toBe(403)
    const foreign = await makeKey(['memory:read'], ['theirs'])
    expect(
      (await service.call('POST', `/config/keys/${foreign.id}/rotate`, undefined, options)).status,
    ).toBe(404)
    const listed = await service.call('GET', '/config/keys', undefined, options)
    expect(listed.body.data.map((key: { id: string }) => key.id)).toEqual([admin.id])
  })
})

describe('isolation', () => {
  test('one app and one user never sees another’s data', async () => {
    await service.remember('same', 'I live in Berlin.')
    await service.call('POST', '/memorize', {
      appId: 'elsewhere',
      userId: 'same',
      content: 'I live in Madrid.',
      contentType: 'conversation',
    })
    await service.remember('other', 'I live in Oslo.')
    const { body } = await service.retrieve('same', 'Where do I live? Berlin Madrid Oslo')
    expect(JSON.stringify(body)).toContain('Berlin')
    expect(JSON.stringify(body)).not.toMatch(/Madrid|Oslo/)
    const [item] = await service.items('same')
    for (const scope of [`${APP}/other`, 'elsewhere/same', 'elsewhere/other']) {
      expect((await service.call('GET', `/items/${scope}/${item.id}`)).status).toBe(404)
      expect((await service.call('GET', `/entities/${scope}/Berlin`)).status).toBe(404)
      expect(
        (await service.call('GET', `/resources/${scope}/${item.provenance.resourceId}`)).status,
      ).toBe(404)
    }
  })
})

describe('categories of an app', () => {
  test('are its own, and facts are filed under them', async () => {
    const url = '/config/categories/own'
    const own = [
      { name: 'hobbies', description: 'Games, sports, music and other hobbies' },
      { name: 'misc', description: 'Anything else' },
    ]
    expect(
      (await service.call('GET', url)).body.categories.map((c: { name: string }) => c.name),
    ).toContain('work')
    const put = await service.call('PUT', url, { categories: own })
    expect(put.body.categories.map((c: { name: string }) => c.name)).toEqual([
      'hobbies',
      'misc',
      'general',
    ])
    const { body } = await service.call('GET', '/categories/own/u')
    expect(body.categories.map((c: { name: string }) => c.name)).toEqual([
      'hobbies',
      'misc',
      'general',
    ])
    const twice = await service.call('PUT', url, { categories: [own[0], own[0]] })
    expect(twice.status).toBe(400)
  })
})

test('a template of a name that every object has does not exist', async () => {
  for (const name of ['constructor', '__proto__', 'toString']) {
    expect((await service.call('GET', `/config/templates/${APP}/${name}`)).status).toBe(404)
  }
})

describe('rate limits', () => {
  const limited = startedOnce(() => startService({ RATE_LIMIT_SCALE: '0.05' }))

  test.each([
    ['memorize', 5, 'POST', '/memorize', { content: 'x y', contentType: 'document' }],
    ['retrieve', 10, 'POST', '/retrieve', { query: 'x' }],
    [
      'events',
      25,
      'POST',
      '/events',
      { eventType: 'e', source: 's', timestamp: '2026-01-01T00:00:00Z', data: {} },
    ],
  ] as const)('%s: %i a minute for an app, then 429', async (_, limit, method, path, more) => {
    const ask = (appId: string) => limited.call(method, path, { appId, userId: 'u', ...more })
    for (let used = 1; used <= limit; used++) {
      const { status, headers } = await ask('one')
      expect(status).not.toBe(429)
      expect(headers.get('x-ratelimit-limit')).toBe(String(limit))
      expect(headers.get('x-ratelimit-remaining')).toBe(String(limit - used))
      const reset = Number(headers.get('x-ratelimit-reset'))
      // By the clock of the service, which has whole seconds here.
      const answeredAt = Date.parse(headers.get('date')!) / 1000
      expect(reset - answeredAt).toBeLessThanOrEqual(61)
      expect(reset - answeredAt).toBeGreaterThanOrEqual(0)
    }
    const { status, body, headers } = await ask('one')
    expect(status).toBe(429)
    expect(body.error.code).toBe('RATE_LIMITED')
    expect(headers.get('x-ratelimit-remaining')).toBe('0')
    expect((await ask('two')).status).not.toBe(429)
  })

  test('every GET of an app shares one limit', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 26; i++) {
      statuses.push((await limited.call('GET', i % 2 ? '/context/gets/u' : '/items/gets/u')).status)
    }
    expect(statuses.slice(0, 25)).toEqual(Array(25).fill(200))
    expect(statuses[25]).toBe(429)
  })
})

describe('operations', () => {
  const get = (path: string) => fetch(`${service.url}${path}`)

  test('health is as specified', async () => {
    const { status, body } = await service.call('GET', '/health')
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'healthy',
      components: {
        relational_store: { status: 'healthy', latency: expect.any(Number) },
        graph_store: { status: 'healthy', latency: expect.any(Number) },
        object_store: { status: 'healthy' },
        queue: { status: 'healthy', queueDepth: expect.any(Number) },
      },
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      uptime: expect.any(Number),
    })
    expect((await service.call('GET', '/health', undefined, { as: null })).status).toBe(401)
  })

  test('live, ready, metrics and reference need no key', async () => {
    expect((await get('/livez')).status).toBe(200)
    expect((await get('/readyz')).status).toBe(200)
    await service.remember('secretive', 'I live in Berlin.')
    const metrics = await (await get('/metrics')).text()
    expect(metrics).toMatch(/palimpsest_http_seconds_count\{[^}]*route="\/v1\/memorize"/)
    expect(metrics).toMatch(
      /palimpsest_events_total\{processor="index-memory",outcome="handled"\} \d+/,
    )
    for (const word of ['secretive', 'Berlin', APP]) expect(metrics).not.toContain(word)
    expect((await get('/docs')).status).toBe(200)
  })

  test('the OpenAPI document names every endpoint, and only what exists', async () => {
    const document = (await (await get('/v1/openapi.json')).json()) as OpenApi
    expect(document.openapi).toMatch(/^3\.1/)
    const listed = 'an endpoint that is published is listed in test/journeys/access.test.ts'
    expect(Object.keys(document.paths).sort(), listed).toEqual([
      '/v1/admin/dead-letters',
      '/v1/admin/dead-letters/replay',
      '/v1/admin/lag',
      '/v1/admin/replay',
      '/v1/admin/replay/{replayId}',
      '/v1/apps',
      '/v1/audit-roots/{appId}',
      '/v1/audit/{appId}',
      '/v1/audit/{appId}/{userId}',
      '/v1/batch',
      '/v1/categories/{appId}/{userId}',
      '/v1/config/categories/{appId}',
      '/v1/config/keys',
      '/v1/config/keys/{id}',
      '/v1/config/keys/{id}/rotate',
      '/v1/config/partners',
      '/v1/config/partners/{id}',
      '/v1/config/partners/{id}/rotate',
      '/v1/config/sources',
      '/v1/config/sources/{appId}',
      '/v1/config/sources/{appId}/{id}',
      '/v1/config/templates/{appId}/{eventType}',
      '/v1/config/trust/{appId}',
      '/v1/config/webhooks',
      '/v1/config/webhooks/{appId}',
      '/v1/config/webhooks/{appId}/{id}',
      '/v1/config/webhooks/{appId}/{id}/deliveries',
      '/v1/config/webhooks/{appId}/{id}/deliveries/{deliveryId}/redeliver',
      '/v1/config/webhooks/{appId}/{id}/rotate',
      '/v1/context/{appId}/{userId}',
      '/v1/diff/{appId}/{userId}',
      '/v1/entities/{appId}/{userId}',
      '/v1/entities/{appId}/{userId}/{entityName}',
      '/v1/events',
      '/v1/export/{appId}',
      '/v1/export/{appId}/{userId}',
      '/v1/forget',
      '/v1/health',
      '/v1/import',
      '/v1/inbox-keys/{appId}/{userId}',
      '/v1/items',
      '/v1/items/{appId}/{userId}',
      '/v1/items/{appId}/{userId}/{itemId}',
      '/v1/items/{appId}/{userId}/{itemId}/source',
      '/v1/maintenance',
      '/v1/memorize',
      '/v1/receipts/{receiptId}',
      '/v1/resources/{appId}/{userId}',
      '/v1/resources/{appId}/{userId}/{resourceId}',
      '/v1/retrieve',
      '/v1/threads/{appId}/{userId}',
      '/v1/timeline/{appId}/{userId}',
      '/v1/users/{appId}',
      '/v1/webhooks/{source}',
    ])
    expect(document.servers).toEqual([{ url: '/' }])
    const { MemorizeRequest } = document.components.schemas
    expect(MemorizeRequest.required.sort()).toEqual(['appId', 'content', 'contentType', 'userId'])
  })
})
