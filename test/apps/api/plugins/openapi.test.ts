// Validation by the schemas of routes, and the page at /docs.
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sendError } from '../../../../apps/api/errors.ts'
import { registerValidation } from '../../../../apps/api/plugins/bodies/validation.ts'
import { otherLimits } from '../../../../apps/api/plugins/limits/rate-limit.ts'
import { registerOpenApi } from '../../../../apps/api/plugins/openapi.ts'
import { type Door, openDoor } from './door.ts'

let door: Door
beforeAll(async () => {
  door = await openDoor()
})
afterAll(() => door.close())

describe('what a schema refuses', () => {
  test('is told by the part of the request where it concerns no field', async () => {
    const app = Fastify()
    app.setErrorHandler(sendError)
    registerValidation(app)
    const none = z.looseObject({}).refine((all) => Object.keys(all).length === 0)
    app.post('/', { schema: { body: none, querystring: none } }, async () => '')
    const field = async (url: string, payload: object) =>
      (await app.inject({ method: 'POST', url, payload })).json().error.details.field
    expect(await field('/', { more: 1 })).toBe('body')
    expect(await field('/?more=1', {})).toBe('querystring')
    await app.close()
  })

  test('is told by the field and the rule, or by the part of the request', async () => {
    const field = async (...call: Parameters<Door['call']>) =>
      (await door.call(...call)).body.error.details.field
    const body = { appId: 'app', userId: 'u', content: 1, contentType: 'document' }
    expect(await field('POST', '/v1/memorize', { body })).toBe('content')
    expect(await field('POST', '/v1/memorize', {})).toBe('appId')
    expect(await field('GET', '/v1/items/app/u?limit=x')).toBe('limit')
  })
})

describe('a route that gives schemas', () => {
  const schema = z.object({ n: z.coerce.number().default(1) })
  // biome-ignore lint/suspicious/noExplicitAny: read as a client would
  const postOf = async (use: (app: FastifyInstance) => Promise<any>) => {
    const app = Fastify()
    registerValidation(app)
    await registerOpenApi(app, { version: '1.2.3' })
    const told = { operationId: 'post', body: schema, response: { 200: schema } }
    app.post('/v1/', { schema: told }, async ({ body }) => body)
    const used = await use(app)
    await app.close()
    return used
  }

  test('is given what they made of a body, and answers as JSON', async () => {
    const answer = await postOf((app) => app.inject({ method: 'POST', url: '/v1/', payload: {} }))
    expect(answer.json()).toEqual({ n: 1 })
  })

  test('shows what it reads as it may be left out, and what it writes as it is there', async () => {
    const { requestBody, responses } = await postOf(async (app) => {
      await app.ready()
      // biome-ignore lint/suspicious/noExplicitAny: read as a client would
      return (app.swagger() as any).paths['/v1/'].post
    })
    // biome-ignore lint/suspicious/noExplicitAny: read as a client would
    const schemaOf = (part: any) => part.content['application/json'].schema
    expect(schemaOf(requestBody)).not.toHaveProperty('required')
    expect(schemaOf(responses['200'])).toMatchObject({ type: 'object', required: ['n'] })
  })
})

describe('the document', () => {
  /** Of an app with these routes, as the page reads it. */
  async function pathsOf(add: (app: FastifyInstance) => void): Promise<Record<string, object>> {
    const app = Fastify({ exposeHeadRoutes: true })
    registerValidation(app)
    await registerOpenApi(app, { version: '1.2.3' })
    add(app)
    const first = (await app.inject('/docs/json')).json()
    expect((await app.inject('/docs/json')).json()).toEqual(first)
    await app.close()
    return first.paths
  }
  const response = { 200: z.object({ n: z.number() }) }
  const handler = async () => ({ n: 1 })

  test('tells of the routes of the API that are not hidden, and of no HEAD', async () => {
    const paths = await pathsOf((app) => {
      app.get('/v1/told', { schema: { operationId: 'told', response } }, handler)
      app.get('/v1/hidden', { schema: { operationId: 'hidden', response, hide: true } }, handler)
      app.get('/v1/bare', handler)
      app.get('/elsewhere/v1/', { schema: { operationId: 'elsewhere', response } }, handler)
      app.get('/v1told', { schema: { operationId: 'v1told', response } }, handler)
    })
    expect(Object.entries(paths).map(([path, methods]) => [path, Object.keys(methods)])).toEqual([
      ['/v1/told', ['get']],
    ])
  })

  test('tells of what a path and a query hold, and which key a route needs', async () => {
    const params = z.strictObject({ id: z.string() })
    const querystring = z.strictObject({ limit: z.coerce.number().optional() })
    const paths = await pathsOf((app) => {
      const security = [{ bearer: [] }]
      const schema = { operationId: 'told', params, querystring, response, security }
      app.get('/v1/told/:id', { schema }, handler)
    })
    expect(paths['/v1/told/{id}']).toMatchObject({
      get: {
        parameters: [
          { in: 'path', name: 'id' },
          { in: 'query', name: 'limit' },
        ],
      },
    })
  })
})

describe('the page at /docs', () => {
  test('is titled and carries our logo, and runs no script of another', async () => {
    const { status, body, headers } = await door.call('GET', '/docs', { as: null })
    const page =
      status === 302
        ? await door.call('GET', String(headers.location), { as: null })
        : { body, headers }
    expect(page.body).toContain('<title>Palimpsest</title>')
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'self';/)
    expect(policy).toMatch(/; style-src [^;]*;$/)
    // Over plain http the page would be blank: a browser would load its parts over https.
    expect(policy).not.toContain('upgrade-insecure-requests')
    const initial = await door.call('GET', '/docs/static/swagger-initializer.js', { as: null })
    const [, logo] = /'data:image\/svg\+xml;base64,([^']+)'/.exec(String(initial.body)) ?? []
    expect(Buffer.from(logo ?? '', 'base64').toString()).toMatch(/^<svg .*>Palimpsest<\/text>/s)
    expect(initial.body).toContain("img.href = '/docs'")
  })

  test.each([
    ['a path out of its folder', '/docs/static/..%5c..%5cindex.css', {}, 404],
    ['a file without a name', '/docs/static//index.css', {}, 404],
    ['a name that no file can have', '/docs/static/a%00b', {}, 404],
    ['a name that is too long for a file', `/docs/static/${'a'.repeat(300)}`, {}, 404],
    [
      'bytes that the file does not have',
      '/docs/static/index.css',
      { range: 'bytes=9999999-' },
      416,
    ],
    ['another version of a file', '/docs/static/index.css', { 'if-match': '"other"' }, 412],
  ])(
    'given a request for %s, then it is refused, and nothing has failed',
    async (_, path, headers, status) => {
      const lines = door.lines.length
      const answer = await door.call('GET', path, { as: null, headers })
      expect([answer.status, typeof answer.body.error.code]).toEqual([status, 'string'])
      expect(door.lines.slice(lines).join()).not.toContain('"level":50')
    },
  )

  test('given calls without a key, when they exceed the limit of open routes, then the page is refused, and routes of the API keep their own limits', async () => {
    const limited = await openDoor({ RATE_LIMIT_SCALE: 3 / otherLimits.open })
    const statuses: number[] = []
    for (const path of ['/docs', '/docs/json', '/docs/static/swagger-ui.css', '/docs/json']) {
      statuses.push((await limited.call('GET', path, { as: null })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
    const { status, headers } = await limited.call('GET', '/v1/items/app/u')
    expect([status, headers['x-ratelimit-limit']]).toEqual([200, '2'])
    await limited.close()
  })
})

test('given DOCS=off, then there is neither the document nor the page', async () => {
  const closed = await openDoor({ DOCS: 'off' })
  for (const path of ['/v1/openapi.json', '/docs']) {
    expect((await closed.call('GET', path, { as: null })).status).toBe(404)
  }
  await closed.close()
})
