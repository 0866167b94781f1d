// Hostile bodies are refused before a schema walks them, and ordinary ones of any size pass.
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendError } from '../../../../../apps/api/errors.ts'
import { bodyLimits, registerJsonBodies } from '../../../../../apps/api/plugins/bodies/json-body.ts'
import { type Door, KEY, openDoor } from '../door.ts'

const KIB = 1024
const gzip = { 'content-encoding': 'gzip' }
const COMPRESSED = 'must not be given: compressed bodies are not read'
const PROTOTYPE =
  'must hold no member that is named __proto__, and no constructor that has a prototype'
const event = {
  appId: 'a',
  userId: 'u',
  eventType: 'purchase',
  source: 'shop',
  timestamp: '2026-01-01T00:00:00Z',
}
const write = { appId: 'a', userId: 'u', content: 'x y', contentType: 'document' }
const withData = (data: string) => JSON.stringify({ ...event, data: 0 }).replace(':0}', `:${data}}`)
const withMetadata = (data: string) =>
  JSON.stringify({ ...write, metadata: 0 }).replace(':0}', `:${data}}`)
const keys = (count: number) =>
  `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',')}}`
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

describe('given a hostile body, when it is posted, then no schema sees it', () => {
  const bombs: [string, 'events' | 'memorize', string, string, number][] = [
    ['300,000 keys', 'events', withData(keys(300_000)), 'body', 413],
    ['50,000 keys', 'events', withData(keys(50_000)), 'data', 400],
    ['50,000 keys beside data', 'events', keys(50_000), 'body', 400],
    ['deep arrays', 'events', withData(nested(200_000)), 'data', 400],
    ['many arrays', 'events', withData(`[${Array(20_000).fill('[]').join()}]`), 'data', 400],
    [
      'huge metadata',
      'memorize',
      withMetadata(`["${'x'.repeat(3 * KIB * KIB)}"]`),
      'metadata',
      400,
    ],
    ['wide metadata', 'memorize', withMetadata(keys(300_000)), 'metadata', 400],
    ['5 MiB', 'memorize', withMetadata(`"${'x'.repeat(5 * KIB * KIB)}"`), 'body', 413],
  ]

  test.each(bombs)('%s', async (_, body, payload, field, status) => {
    let walked = 0
    const app = Fastify()
    app.setErrorHandler(sendError)
    app.setValidatorCompiler(() => () => {
      walked++
      return true
    })
    registerJsonBodies(app)
    app.post('/', { config: { body }, schema: { body: {} } }, async () => 'taken')
    const headers = { 'content-type': 'application/json' }
    const refused = await app.inject({ method: 'POST', url: '/', headers, payload })
    expect(refused.statusCode).toBe(status)
    expect(refused.json().error.details.field).toBe(field)
    expect(walked).toBe(0)
    await app.inject({ method: 'POST', url: '/', headers, payload: '{}' })
    expect(walked).toBe(1)
  })
})

test('each kind of body has its limits', () => {
  const depth = 102
  expect(bodyLimits).toEqual({
    small: { bytes: 64 * KIB, depth, values: 2_000 },
    memorize: {
      bytes: 4 * KIB * KIB,
      depth,
      values: 10_000,
      memberBytes: { metadata: 64 * KIB },
    },
    batch: { bytes: 4 * KIB * KIB, depth: depth + 2, values: 40_000 },
    events: { bytes: KIB * KIB, depth, values: 20_000 },
    sources: { bytes: KIB * KIB, depth, values: 20_000 },
    webhook: { bytes: KIB * KIB, depth, values: 100_000 },
  })
})

describe('a route', () => {
  const taken = async (
    options: { config?: { body: 'events' }; bodyLimit?: number },
    bytes: number,
  ) => {
    const app = Fastify()
    app.setErrorHandler(sendError)
    registerJsonBodies(app)
    app.post('/', options, async () => 'taken')
    const payload = `"${'x'.repeat(bytes - 2)}"`
    const headers = { 'content-type': 'application/json' }
    return (await app.inject({ method: 'POST', url: '/', headers, payload })).statusCode
  }

  test.each([
    ['that names no limits takes small bodies', {}, 64 * KIB],
    ['that names limits takes bodies of these', { config: { body: 'events' } }, KIB * KIB],
    ['that says how many bytes takes as many', { config: { body: 'events' }, bodyLimit: 9 }, 9],
  ] as const)('%s', async (_, options, bytes) => {
    expect([await taken(options, bytes), await taken(options, bytes + 1)]).toEqual([200, 413])
  })

  test('takes UTF-8', async () => {
    const app = Fastify()
    registerJsonBodies(app)
    app.post('/', async ({ body }) => body)
    const headers = { 'content-type': 'application/json' }
    const payload = '["é", "🎉"]'
    const { body } = await app.inject({ method: 'POST', url: '/', headers, payload })
    expect(body).toBe('["é","🎉"]')
  })
})

describe('the service', () => {
  let door: Door
  beforeAll(async () => {
    door = await openDoor({ RATE_LIMIT_SCALE: 0 })
  })
  afterAll(() => door.close())

  test('takes a conversation of 10,000 messages', async () => {
    const message = { role: 'user', name: 'anna', content: 'We both like to play "chess".' }
    const content = JSON.stringify(Array(10_000).fill(message))
    const body = { ...write, contentType: 'conversation', content }
    expect((await door.call('POST', '/v1/memorize', { body })).status).toBe(202)
  })

  test('takes content of 1 MiB of which every byte is escaped, and says how large content may be', async () => {
    const escaped = '\\u0041'.repeat(600 * KIB)
    const raw = JSON.stringify({ ...write, content: 0 }).replace(':0', `:"${escaped}"`)
    expect((await door.call('POST', '/v1/memorize', { raw })).status).toBe(202)
    const over = await door.call('POST', '/v1/memorize', {
      body: { ...write, content: 'ab '.repeat(360 * KIB) },
    })
    expect([over.status, over.body.error.details.field]).toEqual([400, 'content'])
  })

  test('takes events of 250 KiB that are indented, with thousands of members', async () => {
    const lines = Array.from({ length: 2_000 }, (_, n) => ({ n, name: 'a chess clock', price: 39 }))
    const raw = JSON.stringify({ ...event, data: { order: { lines } } }, null, 4)
    expect(raw.length).toBeGreaterThan(200 * KIB)
    expect((await door.call('POST', '/v1/events', { raw })).status).toBe(202)
  })

  test.each([
    ['POST', '/v1/retrieve'],
    ['POST', '/v1/forget'],
    ['POST', '/v1/maintenance'],
    ['POST', '/v1/config/keys'],
    ['POST', '/v1/config/webhooks'],
    ['PUT', '/v1/config/categories/a'],
    ['PUT', '/v1/config/templates/a/e'],
    ['DELETE', '/v1/config/keys/01a1f89d-420c-76a9-ac2c-f8da7d1ace4c'],
  ] as const)('takes small bodies only: %s %s', async (method, path) => {
    const raw = `{"a":"${'x'.repeat(bodyLimits.small.bytes)}"}`
    const { status, body } = await door.call(method, path, { raw })
    expect(status).toBe(413)
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'body' } })
  })

  test.each([
    ['null', 'must be an object'],
    ['{', 'is not valid JSON'],
    ['', 'is not valid JSON'],
    [nested(103), 'must be nested at most 102 deep'],
    [`[${Array(2_001).fill(1)}]`, 'a body must hold at most 2000 members and elements'],
  ])('says what is wrong with a body: %.10s', async (raw, issue) => {
    const { status, body } = await door.call('POST', '/v1/forget', { raw })
    const problem = { field: 'body', issue }
    expect([status, body.error.details]).toEqual([400, { ...problem, issues: [problem] }])
  })

  test.each([
    ['of another encoding', '"caf\xe9"', {}, 'body', 'is not valid UTF-8'],
    ['that is compressed', '\x1f\x8b\x08', gzip, 'Content-Encoding', COMPRESSED],
    ['that is not JSON and says that it is compressed', '{', gzip, 'Content-Encoding', COMPRESSED],
    ['that names a prototype', '{"__proto__":{"a":1}}', {}, 'body', PROTOTYPE],
    ['that names one within', '{"a":{"constructor":{"prototype":{}}}}', {}, 'body', PROTOTYPE],
  ])(
    'given a body %s, when it is posted, then it says so',
    async (_, bytes, encoded, field, issue) => {
      const { statusCode, body } = await door.app.inject({
        method: 'POST',
        url: '/v1/forget',
        headers: {
          authorization: `Bearer ${KEY}`,
          'content-type': 'application/json',
          ...encoded,
        },
        payload: Buffer.from(bytes, 'latin1'),
      })
      const { details } = JSON.parse(body).error
      expect([statusCode, details.field, details.issue]).toEqual([400, field, issue])
    },
  )

  test.each([
    ['DELETE', '/v1/config/keys/01a1f89d-420c-76a9-ac2c-f8da7d1ace4c', '', 404],
    ['POST', '/v1/config/keys/01a1f89d-420c-76a9-ac2c-f8da7d1ace4c/rotate', '', 404],
    ['DELETE', '/v1/config/keys/01a1f89d-420c-76a9-ac2c-f8da7d1ace4c', '{', 400],
    ['POST', '/v1/maintenance', '', 400],
  ] as const)(
    'given a call that names JSON, then without a body it is refused only where it takes one: %s %s %j',
    async (method, path, raw, status) => {
      const headers = { 'content-type': 'application/json' }
      expect((await door.call(method, path, { raw, headers })).status).toBe(status)
    },
  )

  test.each(['text/plain', 'application/json', 'application/x-www-form-urlencoded'])(
    'given an import as %s, then it says what it takes',
    async (type) => {
      const headers = { 'content-type': type }
      const { status, body } = await door.call('POST', '/v1/import', { raw: '{}\n{}\n', headers })
      const { field, issue } = body.error.details
      expect([status, field, issue]).toEqual([400, 'Content-Type', 'must be application/x-ndjson'])
    },
  )

  test.each([
    ['userId', '/v1/memorize', '{"appId":"a","userId":"ann","userId":"ben"}'],
    ['userId', '/v1/forget', '{"appId":"a","userId":"ann","user\\u0049d":"ben","confirm":true}'],
    ['writes.1.userId', '/v1/batch', '{"appId":"a","writes":[{},{"userId":"a","userId":"b"}]}'],
    ['userId', '/v1/webhooks/custom', '{"appId":"a","userId":"ann","userId":"ben"}'],
  ])(
    'given %s twice, when it is posted to %s, then it is refused by its name',
    async (field, path, raw) => {
      const headers = { 'content-type': 'application/json' }
      const { status, body } = await door.call('POST', path, { raw, headers })
      const { details } = body.error
      expect([status, details.field, details.issue]).toEqual([400, field, 'must be given once'])
    },
  )

  test('reads no body for an endpoint that does not exist', async () => {
    for (const raw of ['{', withData(keys(300_000))]) {
      const { status, body } = await door.call('POST', '/v1/nothing', { raw })
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND'])
    }
  })

  test('takes no text for JSON, and no prototypes', async () => {
    const headers = { 'content-type': 'text/plain' }
    const text = await door.call('POST', '/v1/forget', { raw: 'x', headers })
    expect([text.status, text.body.error.details.field]).toEqual([400, 'Content-Type'])
    for (const raw of ['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{}}}']) {
      const poisoned = await door.call('POST', '/v1/forget', { raw })
      expect([poisoned.status, poisoned.body.error.details.field]).toEqual([400, 'body'])
    }
  })
})

test('a number of `data` that no double holds is taken as it was written', async () => {
  const app = Fastify()
  registerJsonBodies(app)
  app.post('/', async ({ body }) => body)
  const headers = { 'content-type': 'application/json' }
  const payload = '{"limit":1,"data":{"id":12345678901234567890}}'
  const { body } = await app.inject({ method: 'POST', url: '/', headers, payload })
  expect(JSON.parse(body)).toEqual({ limit: 1, data: { id: '12345678901234567890' } })
  await app.close()
})
