// Which fields a body may leave out, how an unknown field is reported, and how one answer reports every error.
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { problemsOf } from '../../../../../apps/api/plugins/bodies/issue-words.ts'
import {
  createReader,
  registerValidation,
} from '../../../../../apps/api/plugins/bodies/validation.ts'
import { type Api, startApi } from '../../given.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const write = { appId: 'shop', userId: 'anna', content: 'I live in Berlin.' }
const memorize = { ...write, contentType: 'conversation' }
const event = {
  appId: 'shop',
  userId: 'anna',
  eventType: 'purchase',
  source: 'webshop',
  timestamp: '2026-03-04',
  data: {},
}
const post = (path: string, body: unknown) => api.call('POST', path, { body })

describe('null', () => {
  test('stands for absence where a field may be left out', async () => {
    const body = { ...memorize, threadId: null, metadata: null }
    expect((await post('/memorize', body)).status).toBe(202)
    const more = { suggestedCategory: null, suggestedEntities: null, importance: null }
    expect((await post('/events', { ...event, ...more })).status).toBe(202)
    const query = { appId: 'shop', userId: 'anna', query: 'Where?' }
    const defaults = { maxTokens: null, includeGraph: null, categories: null, minConfidence: null }
    expect((await post('/retrieve', { ...query, ...defaults })).status).toBe(404)
    const nothing = { ...memorize, metadata: { timestamp: null } }
    expect((await post('/memorize', nothing)).status).toBe(202)
  })

  test('is no value where a field is required', async () => {
    const { status, body } = await post('/memorize', { ...memorize, userId: null })
    expect([status, body.error.details.field]).toEqual([400, 'userId'])
    expect(body.error.details.issue).toBe('must be a string')
  })

  test('is refused where a whole user would be forgotten', async () => {
    const asked = { appId: 'shop', userId: 'anna', category: null, confirm: true }
    const { status, body } = await post('/forget', asked)
    expect([status, body.error.details.field]).toEqual([400, 'category'])
  })

  test('is told by the document', async () => {
    const { body } = await api.call('GET', '/openapi.json')
    const { properties, required } = body.components.schemas.MemorizeRequest
    expect(properties.threadId.type).toEqual(['string', 'null'])
    expect(properties.userId.type).toBe('string')
    expect(required).not.toContain('threadId')
    const forget = body.components.schemas.ForgetRequest
    expect(forget.properties.category.type).toBe('string')
    expect(forget.required).not.toContain('category')
  })
})

describe('what is read of a body', () => {
  const read = (schema: z.ZodType, data: unknown) => {
    const done = createReader<unknown>(schema)(data)
    return 'value' in done ? done.value : done.problems
  }
  const schema = z.object({
    a: z.string().optional(),
    b: z.string().nullable().optional(),
    c: z.number().default(1),
  })

  test('lacks a null that stands for absence, has one that means something, and defaults', () => {
    expect(read(schema, { a: null, b: null, c: null })).toEqual({ b: null, c: 1 })
    expect(read(schema, { a: 'x', c: 2 })).toEqual({ a: 'x', c: 2 })
    expect(read(schema, { a: 'x', b: null })).toEqual({ a: 'x', b: null, c: 1 })
  })

  test('is a list, a value or null where the schema asks for one', () => {
    expect(read(z.array(z.null()), [null])).toEqual([null])
    expect(read(z.null(), null)).toBeNull()
    expect(read(z.string(), 'x')).toBe('x')
    expect(read(schema, null)).toEqual([{ field: 'body', issue: 'must be an object' }])
    expect(read(schema, [])).toEqual([{ field: 'body', issue: 'must be an object' }])
  })
})

describe('an answer with warnings', () => {
  const warnings = ['x: is not known and was ignored']
  /** To a body with an unknown field. */
  async function answered(payload: unknown): Promise<string> {
    const app = Fastify()
    onTestFinished(() => app.close())
    registerValidation(app)
    app.post('/:id', { schema: { params: z.object({}), body: z.object({}) } }, async (_, reply) =>
      reply.header('content-type', 'application/json').send(payload),
    )
    const { body } = await app.inject({ method: 'POST', url: '/y', payload: { x: 1 } })
    return body
  }

  test.each([
    ['{}', { warnings }],
    ['{"a":1}', { a: 1, warnings }],
    ['{\n "a": 1\n}', { a: 1, warnings }],
    ['{"errors":1}', { errors: 1, warnings }],
  ])('has them beside what else it says: %s', async (payload, body) => {
    expect(JSON.parse(await answered(payload))).toEqual(body)
  })

  test.each(['{"error":{}}', '[{}]', '"{}"', '{}\n', 'x{}', ''])(
    'is left as it is where it is an error or no object: %j',
    async (payload) => {
      expect(await answered(payload)).toBe(payload)
      expect(await answered(Buffer.from(payload))).toBe(payload)
    },
  )

  test('is left as it is where it is given as bytes', async () => {
    expect(await answered(Buffer.from('{"a":1}'))).toBe('{"a":1}')
  })

  test('names those of the query before those of the body', async () => {
    const app = Fastify()
    onTestFinished(() => app.close())
    registerValidation(app)
    const schema = { querystring: z.object({}), body: z.object({}) }
    app.post('/', { schema }, async () => ({ done: true }))
    const { body } = await app.inject({ method: 'POST', url: '/?q=1', payload: { x: 1 } })
    const named = ['q', 'x'].map((name) => `${name}: is not known and was ignored`)
    expect(JSON.parse(body)).toEqual({ done: true, warnings: named })
  })
})

describe('unknown fields', () => {
  const warnings = ['usrId: is not known and was ignored', 'x: is not known and was ignored']

  test('are named in the answer, and the rest is taken', async () => {
    const { status, body } = await post('/memorize', { ...memorize, usrId: 'anna', x: 1 })
    expect([status, body.status, body.warnings]).toEqual([202, 'queued', warnings])
    const found = await post('/retrieve', {
      appId: 'shop',
      userId: 'u',
      query: 'x',
      usrId: 1,
      x: 1,
    })
    expect([found.status, found.body.summaries, found.body.warnings]).toEqual([404, {}, warnings])
  })

  test.each([
    ['/forget', { appId: 'shop', userId: 'anna', confirm: true, categroy: 'work' }, 'categroy'],
    ['/maintenance', { dryrun: true }, 'dryrun'],
    ['/maintenance', { app: 'shop', user: 'anna' }, 'app'],
    ['/admin/replay', { projection: 'memory', chek: true }, 'chek'],
    ['/admin/dead-letters/replay', { id: 'x' }, 'id'],
  ])(
    'given one in a call of %s that would do more without it, when it is %j, then nothing is done',
    async (path, body, named) => {
      const told = await post(path, body)
      expect([told.status, told.body.error?.details.field]).toEqual([400, named])
      expect(told.body.error.details.issues[0]).toEqual({ field: named, issue: 'is not known' })
    },
  )

  test.each([
    ['/forget?category=work', { appId: 'shop', userId: 'anna', confirm: true }, 'category'],
    ['/maintenance?dryRun=true', {}, 'dryRun'],
    ['/admin/replay?check=true', { projection: 'memory' }, 'check'],
  ])(
    'given a field of the body of %s in its query, then nothing is done',
    async (path, body, named) => {
      const told = await post(path, body)
      expect([told.status, told.body.error?.details.issues]).toEqual([
        400,
        [{ field: named, issue: 'is not known' }],
      ])
    },
  )

  test('are named in a query that has no known ones', async () => {
    const { status, body } = await post('/memorize?wait=5', memorize)
    expect([status, body.warnings]).toEqual([202, ['wait: is not known and was ignored']])
  })

  test('are not named in what is no answer to a call, such as the document', async () => {
    expect((await api.call('GET', '/openapi.json?x=1')).body).not.toHaveProperty('warnings')
  })

  test('are named in a query too', async () => {
    const { body } = await api.call('GET', '/items/shop/anna?categry=profile&limit=1')
    expect(body.warnings).toEqual(['categry: is not known and was ignored'])
    expect((await api.call('GET', '/items/shop/anna?limit=1')).body).not.toHaveProperty('warnings')
  })

  test('are named within the writes of a batch, each by its kind', async () => {
    const { appId: _, ...write } = memorize
    const { appId: __, ...activity } = event
    const { status, body } = await post('/batch', {
      appId: 'shop',
      writes: [
        { kind: 'memorize', ...write, eventType: 'x', metadata: { any: 1 }, threadId: null },
        { kind: 'event', ...activity, data: { any: 1 }, y: 1 },
        { kind: 'item', userId: 'anna', text: 'Anna likes tea.', z: 1 },
      ],
    })
    const named = ['writes.0.eventType', 'writes.1.y', 'writes.2.z']
    expect([status, body.warnings]).toEqual([
      202,
      named.map((name) => `${name}: is not known and was ignored`),
    ])
  })

  test('are told of by the document', async () => {
    const { schemas } = (await api.call('GET', '/openapi.json')).body.components
    for (const name of ['MemorizeResponse', 'RetrieveResponse', 'ItemsResponse', 'BatchResponse']) {
      expect(schemas[name].properties.warnings).toEqual({
        $ref: '#/components/schemas/Warnings',
      })
      expect(schemas[name].required).not.toContain('warnings')
    }
    expect(schemas.Receipt.properties).not.toHaveProperty('warnings')
  })

  test('are not there where all are known; an error names them, and no value', async () => {
    expect((await post('/memorize', memorize)).body).not.toHaveProperty('warnings')
    const { body } = await post('/memorize', { ...memorize, userId: undefined, usrId: 'anna' })
    expect(Object.keys(body)).toEqual(['error'])
    expect(body.error.details.issues).toEqual([
      { field: 'userId', issue: 'is required' },
      { field: 'usrId', issue: 'is not known' },
    ])
    expect(JSON.stringify(body)).not.toContain('anna')
  })

  test('are named up to a number and a length', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [`${n} ${'x'.repeat(999)}`, n]),
    )
    const { body } = await post('/memorize', { ...memorize, ...many })
    expect(body.warnings).toHaveLength(20)
    expect(body.warnings[0].length).toBeLessThan(100)
  })
})

describe('everything that is wrong', () => {
  test('is told at once, in words', async () => {
    const { status, body } = await post('/memorize', {
      content: 1,
      contentType: 'poem',
      metadata: [],
    })
    expect(status).toBe(400)
    const { message, details } = body.error
    expect(details.issues).toEqual([
      { field: 'appId', issue: 'is required' },
      { field: 'userId', issue: 'is required' },
      { field: 'content', issue: 'must be a string or an array or an object' },
      { field: 'contentType', issue: 'must be one of "conversation", "event", "document"' },
      { field: 'metadata', issue: 'must be an object' },
    ])
    expect(details).toMatchObject({ field: 'appId', issue: 'is required' })
    expect(message).toMatch(/^appId: is required; userId: is required; content: /)
  })

  test('is told with the fields that are not known, one of which may be misspelt', async () => {
    const path = '/items/shop/anna/a'
    const { status, body } = await api.call('PATCH', path, { body: { txt: 'x', pinnned: true } })
    expect([status, body.error.details.issues]).toEqual([
      400,
      [
        { field: 'body', issue: 'must change something' },
        { field: 'txt', issue: 'is not known' },
        { field: 'pinnned', issue: 'is not known' },
      ],
    ])
    expect(body.error.message).toContain('txt: is not known')
    const query = await api.call('GET', '/items/shop/anna?limit=x&categry=work')
    expect(query.body.error.details.issues.map(({ field }: { field: string }) => field)).toEqual([
      'limit',
      'categry',
    ])
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}`, n]))
    const { body: more } = await post('/events', { ...event, userId: 1, ...many })
    expect(more.error.details.issues).toHaveLength(20)
  })

  test('is told up to a number', async () => {
    const schema = z.array(z.string())
    const { error } = schema.safeParse(Array(100).fill(1))
    expect(problemsOf(error!, 'body')).toHaveLength(20)
  })

  test.each([
    [z.object({ n: z.int().min(1).max(5) }), { n: 0 }, 'n: must be at least 1'],
    [z.object({ n: z.int().min(1).max(5) }), { n: 6 }, 'n: must be at most 5'],
    [z.object({ n: z.int().min(1).max(5) }), { n: 1e308 }, 'n: must be at most 5'],
    [z.object({ n: z.int().min(1).max(5) }), { n: -1e308 }, 'n: must be at least 1'],
    [z.object({ n: z.int() }), { n: 1e308 }, 'n: must be at most 9007199254740991'],
    [z.object({ n: z.int() }), { n: 1.5 }, 'n: must be a whole number'],
    [z.object({ n: z.number().positive() }), { n: 0 }, 'n: must be more than 0'],
    [z.object({ s: z.string().min(1) }), { s: '' }, 's: must not be empty'],
    [z.object({ s: z.string().min(3) }), { s: 'a' }, 's: must be at least 3 characters'],
    [z.object({ s: z.string().max(3) }), { s: 'abcd' }, 's: must be at most 3 characters'],
    [z.object({ s: z.uuid() }), { s: 'x' }, 's: must be a UUID'],
    [z.object({ s: z.string().regex(/^a$/) }), { s: 'b' }, 's: has not the right form'],
    [z.object({ b: z.boolean() }), { b: 'yes' }, 'b: must be true or false'],
    [z.object({ l: z.array(z.string()).min(1) }), { l: [] }, 'l: must hold at least one element'],
    [z.object({ l: z.array(z.string()) }), { l: [1] }, 'l.0: must be a string'],
    [z.strictObject({}), { x: 1 }, 'x: is not known'],
    [z.object({ v: z.literal('a') }), { v: 'b' }, 'v: must be "a"'],
  ])('%#: %j', (schema, given, words) => {
    const read = createReader<unknown>(schema)(given)
    const problems = 'problems' in read ? read.problems : []
    expect(problems.map(({ field, issue }) => `${field}: ${issue}`)).toEqual([words])
  })

  test('of a union is told for the form that was meant', async () => {
    const { body } = await post('/memorize', { ...memorize, content: [{ role: 1 }] })
    expect(body.error.details).toMatchObject({ field: 'content.0.role', issue: 'must be a string' })
    const none = await post('/memorize', { ...memorize, content: [] })
    expect(none.body.error.details).toMatchObject({ field: 'content' })
  })
})

describe('when something was said', () => {
  test.each(['yesterday', '2026-02-30', 1772359200, {}])(
    'given %j, then it is refused, and never taken for now',
    async (timestamp) => {
      const { status, body } = await post('/memorize', { ...memorize, metadata: { timestamp } })
      expect([status, body.error.details.field]).toEqual([400, 'metadata.timestamp'])
      expect(body.error.details.issue).toMatch(/ISO 8601, such as/)
    },
  )

  test('of an event is refused in the same words', async () => {
    const { status, body } = await post('/events', { ...event, timestamp: 'yesterday' })
    expect([status, body.error.details.field]).toEqual([400, 'timestamp'])
    expect(body.error.details.issue).toMatch(/ISO 8601, such as/)
  })
})
