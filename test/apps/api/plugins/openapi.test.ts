// The OpenAPI document says of every operation what it takes and what it answers, from the schemas that are enforced.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
      expect(schemaOf(post.requestBody)).toMatchObject({ type: 'object' })
    }
  })
})

describe('what a schema refuses', () => {
  test('is told by the field and the rule, or by the part of the request', async () => {
    const field = async (...call: Parameters<Door['call']>) =>
      (await door.call(...call)).body.error.details.field
    const body = { appId: 'app', userId: 'u', content: 1, contentType: 'document' }
    expect(await field('POST', '/v1/memorize', { body })).toBe('content')
    expect(await field('POST', '/v1/memorize', {})).toBe('appId')
    expect(await field('GET', '/v1/items/app/u?limit=x')).toBe('limit')
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
    expect(initial.body).toContain('svg+xml')
  })
})

test('given DOCS=off, then there is neither the document nor the page', async () => {
  const closed = await openDoor({ DOCS: 'off' })
  for (const path of ['/v1/openapi.json', '/docs']) {
    expect((await closed.call('GET', path, { as: null })).status).toBe(404)
  }
  await closed.close()
})
