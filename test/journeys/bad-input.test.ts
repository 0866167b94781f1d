// Any bad input: the specified error that names the field, nothing stored, never a 500.
import { describe, expect, test } from 'vitest'
import { sharedService } from './shared-service.ts'

const APP = 'bad-input'
const service = sharedService(APP)

const memorize = {
  appId: APP,
  userId: 'u',
  content: 'I live in Berlin.',
  contentType: 'conversation',
}
const event = {
  appId: APP,
  userId: 'u',
  eventType: 'purchase',
  source: 'shop',
  timestamp: '2026-01-01T00:00:00Z',
  data: {},
}
const retrieve = { appId: APP, userId: 'u', query: 'Where?' }
const long = 'x'.repeat(4096)

/** An object that holds an object, and so on. */
function nested(depth: number): unknown {
  let value: unknown = {}
  for (let i = 0; i < depth; i++) value = { a: value }
  return value
}

const ODD = ['.', '..', '', long, 'a\u0000b', 'a\nb', '\u0085', '~changes', '_', '*', 'a\ud83d']

describe.each([
  ['POST', '/memorize', memorize],
  ['POST', '/events', event],
  ['POST', '/retrieve', retrieve],
  ['POST', '/forget', { appId: APP, userId: 'u', confirm: true }],
] as const)('%s %s', (method, path, valid) => {
  const required = Object.keys(valid)

  test.each(required)('without %s: 400 that names it', async (field) => {
    const { status, body } = await service.call(method, path, { ...valid, [field]: undefined })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field } })
    expect(body.error.details.issue).toEqual(expect.any(String))
  })

  test.each(required)('%s of a wrong type: 400 that names it', async (field) => {
    for (const wrong of [12, null, ['a'], { a: 1 }]) {
      if (field === 'data' && typeof wrong === 'object' && wrong && !Array.isArray(wrong)) continue
      const { status, body } = await service.call(method, path, { ...valid, [field]: wrong })
      expect(status).toBe(400)
      expect(body.error.details.field.split('.')[0]).toBe(field)
    }
  })

  test.each(['appId', 'userId'])('odd %s: 400 that names it', async (field) => {
    for (const odd of ODD) {
      const { status, body } = await service.call(method, path, { ...valid, [field]: odd })
      expect(status, JSON.stringify(odd.slice(0, 20))).toBe(400)
      expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field } })
      if (odd.length > 100) expect(JSON.stringify(body)).not.toContain(odd)
    }
  })

  test.each(['{', '[1', '', 'null', '[]', '"text"', '{"a":1}}', '{"__proto__":{"admin":true}}'])(
    'a body of %j: 400',
    async (raw) => {
      const { status, body } = await service.call(method, path, undefined, { raw })
      expect(status).toBe(400)
      expect(body.error.code).toBe('VALIDATION_ERROR')
    },
  )

  test('no key, a wrong key, a key in another scheme: 401', async () => {
    for (const authorization of [null, 'Bearer nope', 'Bearer ', 'Basic abc', `Bearer ${long}`]) {
      const headers: Record<string, string> = authorization === null ? {} : { authorization }
      const { status, body } = await service.call(method, path, valid, { as: null, headers })
      expect(status).toBe(401)
      expect(body).toEqual({
        error: { code: 'UNAUTHORIZED', message: expect.any(String), details: {} },
      })
    }
  })

  test('a key of another app: 403', async () => {
    const { body: other } = await service.call('POST', '/config/keys', {
      name: 'other',
      appIds: ['other'],
      permissions: ['memory:read', 'memory:write', 'memory:forget'],
    })
    const { status, body } = await service.call(method, path, valid, { as: other.key })
    expect(status).toBe(403)
    expect(body.error.code).toBe('FORBIDDEN')
  })
})

describe('limits', () => {
  test('a body over the limit: 413 VALIDATION_ERROR', async () => {
    const content = 'a'.repeat(5 * 1024 * 1024)
    const { status, body } = await service.call('POST', '/memorize', { ...memorize, content })
    expect(status).toBe(413)
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'body' } })
  })

  test('content over 1 MiB: 400 that names it; of 1 MiB: taken, whole', async () => {
    const over = await service.call('POST', '/memorize', {
      ...memorize,
      content: 'a '.repeat(524_289),
    })
    expect(over.status).toBe(400)
    expect(over.body.error.details.field).toBe('content')
    // As many passages as it can have, with little to read in each.
    const page = 'The river carries boats and barges every single morning.'.padEnd(2_000)
    const last = 'The harbour sleeps at night.'
    const pages = page.repeat(Math.floor((1024 * 1024) / page.length))
    const content = pages.padEnd(1024 * 1024 - last.length) + last
    await service.remember('big', content, { contentType: 'document' })
    expect((await service.items('big')).map((item) => item.content)).toContain(last)
  })

  test.each([
    ['/memorize', { ...memorize, content: ' \n\t' }, 'content'],
    ['/memorize', { ...memorize, contentType: 'poem' }, 'contentType'],
    ['/memorize', { ...memorize, threadId: long }, 'threadId'],
    ['/memorize', { ...memorize, metadata: 'x' }, 'metadata'],
    ['/memorize', { ...memorize, metadata: { a: 'x'.repeat(20_000) } }, 'metadata'],
    ['/memorize', { ...memorize, metadata: nested(2_000) }, 'metadata'],
    ['/events', { ...event, data: nested(2_000) }, 'data'],
    ['/events', { ...event, timestamp: '9999-12-31T23:59:59-23:59' }, 'timestamp'],
    ['/events', { ...event, timestamp: 'yesterday' }, 'timestamp'],
    ['/events', { ...event, importance: 'urgent' }, 'importance'],
    ['/events', { ...event, data: [] }, 'data'],
    ['/events', { ...event, data: { a: 'x'.repeat(300_000) } }, 'data'],
    ['/events', { ...event, suggestedEntities: [{ name: 'x' }] }, 'suggestedEntities.0.type'],
    ['/events', { ...event, eventType: 'x'.repeat(200) }, 'eventType'],
    ['/retrieve', { ...retrieve, query: '' }, 'query'],
    ['/retrieve', { ...retrieve, query: 'x'.repeat(9000) }, 'query'],
    ['/retrieve', { ...retrieve, maxTokens: 0 }, 'maxTokens'],
    ['/retrieve', { ...retrieve, maxTokens: '2000' }, 'maxTokens'],
    ['/retrieve', { ...retrieve, minConfidence: 2 }, 'minConfidence'],
    ['/retrieve', { ...retrieve, timeDecayDays: 0 }, 'timeDecayDays'],
    ['/retrieve', { ...retrieve, categories: 'work' }, 'categories'],
    ['/retrieve', { ...retrieve, includeGraph: 'yes' }, 'includeGraph'],
    ['/config/keys', { name: 'x', appIds: [], permissions: ['admin'] }, 'appIds'],
    ['/config/keys', { name: 'x', appIds: ['a'], permissions: ['fly'] }, 'permissions.0'],
  ] as const)('%s %#: 400 that names the field', async (path, given, field) => {
    const { status, body } = await service.call('POST', path, given)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field } })
  })

  test('brackets without end: 400', async () => {
    for (const raw of [
      '['.repeat(1_000_000),
      `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    ]) {
      const { status, body } = await service.call('POST', '/memorize', undefined, { raw })
      expect(status).toBe(400)
      expect(body.error.code).toBe('VALIDATION_ERROR')
    }
  })

  test('another media type: 400', async () => {
    const { status, body } = await service.call('POST', '/memorize', undefined, {
      raw: 'appId=a',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(status).toBe(400)
    expect(body.error.details.field).toBe('Content-Type')
  })
})

describe('reading', () => {
  test.each([
    `/entities/${APP}/u?limit=0`,
    `/entities/${APP}/u?limit=abc`,
    `/entities/${APP}/u?offset=-1`,
    `/items/${APP}/u?limit=100000`,
    `/items/${APP}/u?cursor=notacursor`,
    `/items/${APP}/u?cursor=${Buffer.from('[1]').toString('base64url')}`,
    `/resources/${APP}/u?cursor=%00`,
    `/audit/${APP}/u?cursor=${Buffer.from('{"a":1}').toString('base64url')}`,
    `/context/${APP}/${encodeURIComponent('a\nb')}`,
    `/context/${APP}/${long}`,
    `/context/${encodeURIComponent('~ü')}/u`,
    `/entities/${APP}/u/${'e'.repeat(600)}`,
  ])('GET %s: 400', async (path) => {
    const { status, body } = await service.call('GET', path)
    expect(status).toBe(400)
    expect(body.error.code).toBe('VALIDATION_ERROR')
  })

  test.each([
    `/entities/${APP}/u/nobody`,
    `/items/${APP}/u/none`,
    `/resources/${APP}/u/none`,
    '/nothing/here',
  ])('GET %s: 404', async (path) => {
    const { status, body } = await service.call('GET', path)
    expect(status).toBe(404)
    expect(body.error.code).toBe('NOT_FOUND')
  })

  test('a URL that cannot be decoded: 400', async () => {
    const { status, body } = await service.call('GET', `/context/${APP}/%E0%A4%A`)
    expect(status).toBe(400)
    expect(body.error.code).toBe('VALIDATION_ERROR')
  })
})

test('nothing of all this was stored', async () => {
  expect((await service.call('GET', `/resources/${APP}/u`)).body.pagination.total).toBe(0)
  expect((await service.call('GET', '/health')).body.components.queue.queueDepth).toBe(0)
})
