// The OpenAPI document says of every operation what it takes and what it answers, from the schemas that are enforced.
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sendError } from '../../../../apps/api/errors.ts'
import { registerOpenApi, registerValidation } from '../../../../apps/api/plugins/openapi.ts'
import { errorTable } from '../../../../schemas/api/errors.ts'
import { webhookPayloads } from '../../../../schemas/webhooks/payloads.ts'
import { type Door, openDoor } from './door.ts'

// biome-ignore lint/suspicious/noExplicitAny: read as a client would
let document: any
let door: Door
beforeAll(async () => {
  door = await openDoor()
  document = (await door.call('GET', '/v1/openapi.json', { as: null })).body
})
afterAll(() => door.close())

// biome-ignore lint/suspicious/noExplicitAny: read as a client would
const operations = (): [string, any][] =>
  Object.entries(document.paths as Record<string, Record<string, unknown>>).flatMap(
    ([path, ofPath]) =>
      Object.entries(ofPath).map(([method, operation]): [string, unknown] => [
        `${method} ${path}`,
        operation,
      ]),
  )
// biome-ignore lint/suspicious/noExplicitAny: read as a client would
const operation = (name: string): any => new Map(operations()).get(name)
const schemaOf = (answer: { content: Record<string, { schema: unknown }> }) =>
  answer.content['application/json']!.schema

describe('the document', () => {
  test('says what it is, and that a bearer key is asked for', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: {
        title: 'Palimpsest',
        version: '0.0.0',
        description: 'An event-sourced, multi-tenant memory service for AI agents.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    })
  })

  test('shows the operations of the service, and not those for who runs it', () => {
    const paths = Object.keys(document.paths)
    expect(paths.filter((path) => !path.startsWith('/v1/'))).toEqual([])
    expect(paths).not.toContain('/v1/openapi.json')
  })

  test('holds no word of the tool that made it', () => {
    expect(JSON.stringify(document)).not.toMatch(/\$schema|Default Response/)
  })
})

describe('an operation', () => {
  test('shows its body, query, path and headers as the schemas have them', () => {
    const memorize = operation('post /v1/memorize')
    const { schema } = memorize.requestBody.content['application/json']
    expect(schema.required).toEqual(expect.arrayContaining(['appId', 'userId', 'content']))
    expect(schema.properties.content).toMatchObject({ type: 'string' })
    const named = (name: string, where: string) =>
      operations().flatMap(([, { parameters = [] }]) =>
        parameters.filter(
          (each: { name: string; in: string }) => each.name === name && each.in === where,
        ),
      )
    expect(named('limit', 'query').length).toBeGreaterThan(3)
    expect(named('limit', 'query')[0].schema).toMatchObject({ type: 'integer' })
    expect(named('appId', 'path').length).toBeGreaterThan(10)
    expect(named('idempotency-key', 'header').length).toBeGreaterThan(1)
  })

  test('shows what it answers: what is written, not what is read', () => {
    const created = operation('post /v1/config/keys').responses['201']
    expect(created.description).toBe('Success')
    const schema = schemaOf(created) as { required: string[]; properties: object }
    expect(schema.required).toEqual(expect.arrayContaining(['id', 'key', 'rotatedAt']))
  })

  test('with a key and a body answers each error of the table, with the headers of limits', () => {
    const { responses } = operation('post /v1/memorize')
    const told = Object.fromEntries(
      Object.entries(responses as Record<string, { description: string }>)
        .filter(([status]) => Number(status) >= 400)
        .map(([status, { description }]) => [status, description]),
    )
    const line = (code: keyof typeof errorTable) => `${errorTable[code].meaning} (${code})`
    expect(told).toEqual({
      400: line('VALIDATION_ERROR'),
      401: line('UNAUTHORIZED'),
      403: line('FORBIDDEN'),
      404: told['404'],
      408: 'The body took too long to arrive (VALIDATION_ERROR)',
      413: 'The body is too large (VALIDATION_ERROR)',
      429: line('RATE_LIMITED'),
      500: line('INTERNAL_ERROR'),
      503: line('SERVICE_UNAVAILABLE'),
    })
    expect(schemaOf(responses['400'])).toMatchObject({ properties: { error: { type: 'object' } } })
    expect(responses['429'].headers).toEqual({
      'Retry-After': {
        description: 'Seconds until a call can succeed',
        schema: { type: 'integer' },
      },
      'X-RateLimit-Limit': { description: 'Calls a minute', schema: { type: 'integer' } },
      'X-RateLimit-Remaining': {
        description: 'Calls left in this minute',
        schema: { type: 'integer' },
      },
      'X-RateLimit-Reset': {
        description: 'Unix seconds of the next minute',
        schema: { type: 'integer' },
      },
    })
    for (const status of ['400', '401', '503']) expect(responses[status].headers).toBeUndefined()
  })

  test('without a body is never too large or too late', () => {
    for (const [name, { requestBody, responses }] of operations()) {
      const statuses = Object.keys(responses).filter((status) => ['408', '413'].includes(status))
      expect([name, statuses]).toEqual([name, requestBody ? ['408', '413'] : []])
    }
  })
})

describe('what is sent to others', () => {
  test('is told for each event: its meaning, its payload, and how it is signed', () => {
    expect(Object.keys(document.webhooks)).toEqual(webhookPayloads.map(({ name }) => name))
    const header = (name: string, description: string) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })
    for (const { name, meaning } of webhookPayloads) {
      const { post } = document.webhooks[name]
      expect(post).toMatchObject({
        summary: meaning,
        tags: ['webhooks'],
        security: [],
        responses: { '2XX': { description: 'Taken' }, '410': { description: 'Send no more' } },
        requestBody: { required: true },
      })
      expect(post.parameters).toEqual([
        header('X-Signature-256', '`sha256=` and the hex HMAC-SHA256 of the body'),
        header('webhook-id', 'The same for every attempt of a delivery'),
        header('webhook-timestamp', 'Of the attempt, in seconds'),
        header('webhook-signature', 'As Standard Webhooks has it'),
      ])
      const payload = schemaOf(post.requestBody)
      expect(payload).toMatchObject({ type: 'object', additionalProperties: false })
    }
  })
})

describe('what a schema refuses', () => {
  test('is told by the part of the request where it concerns no field', async () => {
    const app = Fastify()
    app.setErrorHandler(sendError)
    registerValidation(app)
    const none = z.strictObject({})
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
    await registerOpenApi(app, '1.2.3')
    app.post('/', { schema: { body: schema, response: { 200: schema } } }, async ({ body }) => body)
    const used = await use(app)
    await app.close()
    return used
  }

  test('is given what they made of a body, and answers as JSON', async () => {
    const answer = await postOf((app) => app.inject({ method: 'POST', url: '/', payload: {} }))
    expect(answer.json()).toEqual({ n: 1 })
  })

  test('shows what it reads as it may be left out, and what it writes as it is there', async () => {
    const { requestBody, responses } = await postOf(async (app) => {
      await app.ready()
      return (app.swagger() as typeof document).paths['/'].post
    })
    expect(schemaOf(requestBody)).not.toHaveProperty('required')
    expect(schemaOf(requestBody)).not.toHaveProperty('additionalProperties')
    const whole = { type: 'object', additionalProperties: false }
    expect(schemaOf(responses['200'])).toMatchObject({ ...whole, required: ['n'] })
    expect(schemaOf(responses['400'])).toMatchObject({ ...whole, required: ['error'] })
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
    expect(String(page.headers['content-security-policy'])).toContain("default-src 'self'")
    const initial = await door.call('GET', '/docs/static/swagger-initializer.js', { as: null })
    const [, logo] = /'data:image\/svg\+xml;base64,([^']+)'/.exec(String(initial.body)) ?? []
    expect(Buffer.from(logo ?? '', 'base64').toString()).toMatch(/^<svg .*>Palimpsest<\/text>/s)
    expect(initial.body).toContain("img.href = '/docs'")
  })
})

test('given DOCS=off, then there is neither the document nor the page', async () => {
  const closed = await openDoor({ DOCS: 'off' })
  for (const path of ['/v1/openapi.json', '/docs']) {
    expect((await closed.call('GET', path, { as: null })).status).toBe(404)
  }
  await closed.close()
})
