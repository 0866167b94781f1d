// Validation by zod, and the OpenAPI document made from the same schemas, with a reference page at /docs.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { z } from 'zod'
import { errorBody, errorTable } from '../../../schemas/api/errors.ts'
import { webhookPayloads } from '../../../schemas/webhooks/payloads.ts'
import { invalidInput } from '../errors.ts'

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="40">
  <text x="0" y="28" font-family="Georgia, serif" font-size="26" fill="#fff">Palimpsest</text></svg>`

/** Routes give zod schemas; what fails one is the specification's validation error. */
export function registerValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => (data: unknown) => {
    const read = (schema as z.ZodType).safeParse(data ?? {})
    if (read.success) return { value: read.data }
    return { error: invalidInput(read.error, httpPart!) }
  })
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
}

export async function registerOpenApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Palimpsest',
        version,
        description: 'An event-sourced, multi-tenant memory service for AI agents.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
      webhooks: webhooks(),
    },
    transform: ({ schema, url }) => ({ url, schema: describe(schema ?? {}) }),
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    theme: { title: 'Palimpsest' },
    logo: { type: 'image/svg+xml', content: Buffer.from(LOGO), href: '/docs' },
  })
}

type Described = { body?: unknown; querystring?: unknown; params?: unknown; headers?: unknown }

function describe(schema: FastifySchema): FastifySchema {
  const described = { ...schema } as FastifySchema & Described
  for (const part of ['body', 'querystring', 'params', 'headers'] as const) {
    if (described[part]) described[part] = jsonSchema(described[part] as z.ZodType, 'input')
  }
  const responses = (schema.response ?? {}) as Record<string, z.ZodType>
  described.response = {
    ...Object.fromEntries(
      Object.entries(responses).map(([status, body]) => [status, answer(body)]),
    ),
    ...errorAnswers(described.body !== undefined),
  }
  return described
}

function answer(body: z.ZodType) {
  const schema = jsonSchema(body, 'output')
  return { description: 'Success', ...schema }
}

/** Every route of the document asks for a key or for a signature. */
function errorAnswers(hasBody: boolean) {
  const codes = [
    'VALIDATION_ERROR',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'RATE_LIMITED',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
  ] as const
  const schema = jsonSchema(errorBody, 'output')
  const answers = codes.map((code) => {
    const { status, meaning } = errorTable[code]
    const headers = code === 'RATE_LIMITED' ? { headers: limitHeaders } : {}
    return [String(status), { ...schema, description: `${meaning} (${code})`, ...headers }]
  })
  if (!hasBody) return Object.fromEntries(answers)
  return Object.fromEntries([
    ...answers,
    ['408', { ...schema, description: 'The body took too long to arrive (VALIDATION_ERROR)' }],
    ['413', { ...schema, description: 'The body is too large (VALIDATION_ERROR)' }],
  ])
}

/** Retry-After comes with every 429, the others where an app's window is full. */
const limitHeaders = {
  'Retry-After': { type: 'integer', description: 'Seconds until a call can succeed' },
  'X-RateLimit-Limit': { type: 'integer', description: 'Calls a minute' },
  'X-RateLimit-Remaining': { type: 'integer', description: 'Calls left in this minute' },
  'X-RateLimit-Reset': { type: 'integer', description: 'Unix seconds of the next minute' },
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}

/** What we send to others: a request each, with the payload of the event. */
function webhooks() {
  const signature = (name: string, description: string) => ({
    name,
    in: 'header' as const,
    required: true,
    description,
    schema: { type: 'string' as const },
  })
  const parameters = [
    signature('X-Signature-256', '`sha256=` and the hex HMAC-SHA256 of the body'),
    signature('webhook-id', 'The same for every attempt of a delivery'),
    signature('webhook-timestamp', 'Of the attempt, in seconds'),
    signature('webhook-signature', 'As Standard Webhooks has it'),
  ]
  const responses = { '2XX': { description: 'Taken' }, '410': { description: 'Send no more' } }
  const entries = webhookPayloads.map(({ name, meaning, payload }) => {
    const content = { 'application/json': { schema: jsonSchema(payload, 'output') } }
    const post = { summary: meaning, tags: ['webhooks'], parameters, responses, security: [] }
    return [name, { post: { ...post, requestBody: { required: true, content } } }]
  })
  return Object.fromEntries(entries)
}
