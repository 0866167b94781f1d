// The OpenAPI document says of every operation what it takes and what it answers, from the schemas that are enforced,
// in the form that tools understand: named parts, an id and an example for each operation.
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { examples } from '../../../../apps/api/openapi/examples/examples.ts'
import { errorTable } from '../../../../schemas/api/errors.ts'
import { webhookPayloads } from '../../../../schemas/webhooks/payloads.ts'
import { startedOnce } from '../../../started.ts'
import { openDoor } from '../plugins/door.ts'

// biome-ignore lint/suspicious/noExplicitAny: read as a client would
type Json = any
let document: Json
const door = startedOnce(openDoor)
beforeAll(async () => {
  document = (await door.call('GET', '/v1/openapi.json', { as: null })).body
})

/** Characters of JSON, on average. */
const MOST_OF_AN_OPERATION = 3500

const operations = (): [string, Json][] =>
  Object.entries(document.paths as Record<string, Json>).flatMap(([path, ofPath]) =>
    Object.entries(ofPath).map(([method, operation]): [string, Json] => [
      `${method} ${path}`,
      operation,
    ]),
  )
const operation = (name: string): Json => new Map(operations()).get(name)
/** What a reference stands for. */
const resolved = (part: Json): Json => {
  if (part?.$ref === undefined) return part
  const path: string[] = part.$ref.split('/').slice(1)
  return path.reduce((at, name) => at[name], document)
}
/** What an answer holds, whatever it is written in. */
const contentOf = (answer: Json) => Object.values<Json>(resolved(answer).content)[0]!
const schemaOf = (answer: Json) => resolved(contentOf(answer).schema)

/** Throws where the schema, with the components that it refers to, does not accept the value. */
function accepts(schema: Json, value: unknown): void {
  const named: Json = {}
  const learn = (text: string) => {
    for (const [, name] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (named[name!]) continue
      named[name!] = document.components.schemas[name!]
      learn(JSON.stringify(named[name!]))
    }
  }
  learn(JSON.stringify(schema))
  const whole = JSON.stringify({ ...schema, $defs: named })
  z.fromJSONSchema(JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/'))).parse(value)
}

describe('the document', () => {
  test('says what it is, where it is served, and that a bearer key is asked for', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: {
        title: 'Palimpsest',
        version: '0.0.0',
        description: 'An event-sourced, multi-tenant memory service for AI agents.',
        license: { identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    })
  })

  test('is served at PUBLIC_URL where that is set', async () => {
    const public_ = await openDoor({ PUBLIC_URL: 'https://memory.example/' })
    const { body } = await public_.call('GET', '/v1/openapi.json', { as: null })
    expect(body.servers).toEqual([{ url: 'https://memory.example' }])
    await public_.close()
  })

  test('shows the operations of the service, and not those for who runs it', () => {
    const paths = Object.keys(document.paths)
    expect(paths).toContain('/v1/memorize')
    for (const none of ['/v1/openapi.json', '/livez', '/metrics', '/mcp'])
      expect(paths).not.toContain(none)
  })

  test('holds no word of the tool that made it, and is small', () => {
    const text = JSON.stringify(document)
    expect(text).not.toMatch(/\$schema|\$defs|Default Response|def-\d/)
    const ofAnOperation = text.length / operations().length
    expect(
      ofAnOperation,
      'what several operations say belongs into a component: `.meta({ id })` of the schema, or apps/api/openapi/components.ts',
    ).toBeLessThan(MOST_OF_AN_OPERATION)
  })

  test('refers to nothing that is not there, and has no part that nothing refers to', () => {
    const text = JSON.stringify(document)
    const referred = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, at]) => at),
    )
    const { schemas, responses, headers } = document.components
    const parts = Object.entries({ schemas, responses, headers }).flatMap(([kind, named]) =>
      Object.keys(named as object).map((name) => `${kind}/${name}`),
    )
    expect([...referred].sort()).toEqual(parts.sort())
  })
})

describe('every operation', () => {
  test('has an id of its own, a tag that is described, and a description', () => {
    const tags = document.tags.map(({ name }: { name: string }) => name)
    const ids = operations().map(([, { operationId }]) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [name, { operationId, description, summary, ...more }] of operations()) {
      expect([name, operationId]).toEqual([name, expect.stringMatching(/^[a-z][a-zA-Z]+$/)])
      expect([name, summary, description]).not.toContain('')
      expect(tags, name).toContain(more.tags[0])
    }
  })

  test('has an example of its body and of each answer, as its schemas have them', () => {
    for (const [name, { operationId, requestBody, responses }] of operations()) {
      const example = examples[operationId]
      expect(example, `${name}: add it to apps/api/openapi/examples/`).toBeDefined()
      if (requestBody) {
        const { schema, example: shown } = contentOf(requestBody)
        expect(shown, name).toEqual(example?.request)
        accepts(schema, shown)
      } else expect(example?.request, name).toBeUndefined()
      const told = Object.entries(responses as Json).filter(
        ([, answer]) => resolved(answer).content,
      )
      for (const [status, answer] of told) {
        const { schema, example: shown } = contentOf(answer)
        expect(shown, `${name} ${status}`).toBeDefined()
        accepts(schema, shown)
      }
      expect(Object.keys(example?.answers ?? {}), name).toEqual(
        told
          .map(([status]) => status)
          .filter(
            (status) =>
              responses[status].$ref === undefined ||
              !contentOf(responses[status]).schema.$ref?.endsWith('/ErrorResponse'),
          ),
      )
    }
  })

  test('has an example of each of its parameters', () => {
    for (const [name, { parameters = [] }] of operations()) {
      for (const parameter of parameters) {
        if (parameter.name === 'cursor') continue
        expect(parameter.example, `${name} ${parameter.name}`).toBeDefined()
        accepts(parameter.schema, parameter.example)
      }
    }
  })

  test('with a key says which permission it needs, and how often it may be called', () => {
    expect(operation('get /v1/apps').description).toBe(
      'A key for every app lists the apps that have memories; one that names its apps lists those. Needs `memory:read`. At most 500 calls a minute.',
    )
    expect(operation('get /v1/health').description).toMatch(/^Any key may call it\./)
  })

  test('tells of an empty text once that it is empty: its patterns say of which characters texts are', () => {
    const found: [pattern: string, takesNone: boolean][] = []
    const look = (part: Json): void => {
      if (part === null || typeof part !== 'object') return
      const patterns = [part, ...(part.allOf ?? [])].flatMap(({ pattern }: Json) => pattern ?? [])
      if (typeof part.minLength === 'number') {
        for (const each of patterns) found.push([each, new RegExp(each, 'u').test('')])
      }
      for (const each of Object.values(part)) look(each)
    }
    look(document)
    expect(found.length).toBeGreaterThan(10)
    expect(found.filter(([, takesNone]) => !takesNone)).toEqual([])
  })

  test('without a body is never too large or too late', () => {
    for (const [name, { requestBody, responses }] of operations()) {
      const statuses = Object.keys(responses).filter((status) => ['408', '413'].includes(status))
      expect([name, statuses]).toEqual([name, requestBody ? ['408', '413'] : []])
    }
  })
})

describe('an operation', () => {
  test('shows its body, query, path and headers as the schemas have them', () => {
    const schema = schemaOf(operation('post /v1/memorize').requestBody)
    expect(schema.required).toEqual(expect.arrayContaining(['appId', 'userId', 'content']))
    expect(schema.properties.appId).toMatchObject({ type: 'string' })
    const named = (name: string, where: string) =>
      operations().flatMap(([, { parameters = [] }]) =>
        parameters.filter((each: Json) => each.name === name && each.in === where),
      )
    expect(named('limit', 'query').length).toBeGreaterThan(3)
    expect(named('limit', 'query')[0].schema).toMatchObject({ type: 'integer' })
    expect(named('appId', 'path').length).toBeGreaterThan(10)
    expect(named('appId', 'path')[0].required).toBe(true)
    expect(named('idempotency-key', 'header').length).toBeGreaterThan(1)
  })

  test('shows what it answers: what is written, not what is read', () => {
    const { responses } = operation('post /v1/config/keys')
    expect(responses['201'].description).toBe('Created')
    const schema = schemaOf(responses['201'])
    expect(schema.required).toEqual(expect.arrayContaining(['id', 'key', 'rotatedAt']))
    expect(schema).not.toHaveProperty('additionalProperties')
  })

  test('that removes answers 204 and nothing, or 404', () => {
    const { responses } = operation('delete /v1/config/keys/{id}')
    expect(responses['204']).toMatchObject({ description: 'Removed' })
    expect(responses['204']).not.toHaveProperty('content')
    expect(responses['404']).toEqual({ $ref: '#/components/responses/NotFound' })
  })

  test('with a key and a body answers each error of the table, with the headers of limits', () => {
    const { responses } = operation('post /v1/webhooks/{source}')
    const told = Object.fromEntries(
      Object.entries(responses as Json)
        .filter(([status]) => Number(status) >= 400)
        .map(([status, answer]) => [status, resolved(answer).description]),
    )
    const line = (code: keyof typeof errorTable) => `${errorTable[code].meaning} (${code})`
    expect(told).toEqual({
      400: line('VALIDATION_ERROR'),
      401: line('UNAUTHORIZED'),
      403: line('FORBIDDEN'),
      404: line('NOT_FOUND'),
      408: 'The body took too long to arrive (VALIDATION_ERROR)',
      413: 'The body is too large (VALIDATION_ERROR)',
      431: 'Address and headers are larger than 16 KiB (VALIDATION_ERROR)',
      429: line('RATE_LIMITED'),
      500: line('INTERNAL_ERROR'),
      503: line('SERVICE_UNAVAILABLE'),
    })
    expect(schemaOf(responses['400'])).toMatchObject({ properties: { error: { type: 'object' } } })
    expect(Object.keys(resolved(responses['429']).headers)).toEqual([
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Retry-After',
    ])
    expect(Object.keys(responses['200'].headers)).toEqual([
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
    ])
    for (const status of ['400', '401', '503']) {
      expect(resolved(responses[status]).headers).toBeUndefined()
    }
  })

  test('that any key may call refuses none of them', () => {
    expect(operation('get /v1/health').responses).not.toHaveProperty('403')
  })
})

describe('what is sent to others', () => {
  test('is told for each event: its meaning, its payload, and how it is signed', () => {
    expect(Object.keys(document.webhooks)).toEqual(webhookPayloads.map(({ name }) => name))
    for (const { name, meaning } of webhookPayloads) {
      const { post } = document.webhooks[name]
      expect(post).toMatchObject({
        summary: meaning,
        tags: ['webhooks'],
        security: [],
        responses: { '2XX': { description: 'Taken' }, '410': { description: 'Send no more' } },
        requestBody: { required: true },
      })
      expect(post.parameters.map((each: Json) => [each.name, each.in, each.required])).toEqual(
        ['X-Signature-256', 'webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
          (header) => [header, 'header', true],
        ),
      )
      expect(schemaOf(post.requestBody)).toMatchObject({
        type: 'object',
        additionalProperties: false,
      })
      const { schema, example } = contentOf(post.requestBody)
      accepts(schema, example)
    }
  })
})
