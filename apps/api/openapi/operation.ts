// One operation of the document, from the route that serves it: what it takes, what it may answer, who may call it.
import type { FastifySchema, RouteOptions } from 'fastify'
import type { z } from 'zod'
import { memberNamesOf, present } from '../../../infra/runtime/certain.ts'
import type { ErrorCode } from '../../../schemas/api/errors.ts'
import { rateLimits } from '../plugins/operations.ts'
import { countedHeaders, errorAnswers } from './answers.ts'
import type { Components, Json } from './components.ts'
import { examples, parameterExamples } from './examples/examples.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** Errors that this route answers beside those of every route. */
    errors?: readonly ErrorCode[]
    /** The media type of its success; unset: JSON. */
    mediaType?: string
    /** The media type of its body, where that is no JSON: the body is then no schema's to check. */
    takes?: string
  }
}

/** A route whose schemas the document describes. */
export type Told = Pick<RouteOptions, 'config'> & { schema: Schema }
type Part = keyof typeof places | 'body'
type Schema = Omit<FastifySchema, Part | 'response'> & {
  [part in Part]?: z.ZodType
} & { response?: Readonly<Record<string, z.ZodType>> }

const descriptions: Readonly<Record<string, string>> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted',
  204: 'Removed',
  404: 'Nothing was found: an empty context',
  409: 'Another is running, or what is to be made is there (VALIDATION_ERROR)',
}

export function operationOf({ schema, config }: Told, tag: string, components: Components): Json {
  const { body, summary, security, takes } = schema
  const operationId = present(schema.operationId, 'operationId')
  return {
    operationId,
    summary,
    description: describe(schema, config),
    tags: [tag],
    ...(security ? { security } : {}),
    ...parameters(schema, components),
    ...(body ? { requestBody: requestBody(body, operationId, components) } : {}),
    ...(takes ? { requestBody: textBody(takes, operationId) } : {}),
    responses: {
      ...errorAnswers(errorsOf(schema, config), { hasBody: Boolean(body ?? takes) }),
      ...successes({ schema, config }, operationId, components),
    },
  }
}

function textBody(mediaType: string, operationId: string): Json {
  const example = exampleOf(examples[operationId]?.request)
  return { required: true, content: { [mediaType]: { schema: { type: 'string' }, ...example } } }
}

/** What the schemas do not say: the permission and the limit. */
function describe({ description, errors }: Schema, config: Told['config']): string {
  const { permission, limit } = config ?? {}
  const anyKey = errors?.includes('FORBIDDEN') ? null : 'Any key may call it.'
  const needs = permission === 'any' ? anyKey : `Needs \`${permission}\`.`
  const calls = limit && limit !== 'open' ? `At most ${rateLimits[limit]} calls a minute.` : null
  return [description, permission && needs, calls].filter(Boolean).join(' ')
}

function errorsOf({ errors = [] }: Schema, config: Told['config']): ErrorCode[] {
  const refused: ErrorCode[] = config?.permission === 'any' ? [] : ['FORBIDDEN']
  return [
    'VALIDATION_ERROR',
    'UNAUTHORIZED',
    ...refused,
    ...errors,
    'RATE_LIMITED',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
  ]
}

const places = { params: 'path', querystring: 'query', headers: 'header' } as const

function parameters(schema: Schema, { schemaOf }: Components): Json {
  const all = memberNamesOf(places).flatMap((part) => {
    const given = schema[part]
    if (!given) return []
    const { properties = {}, required = [] } = schemaOf(given, 'input')
    return Object.entries(properties).map(([name, property]) => {
      const { description, ...of } = typeof property === 'boolean' ? {} : property
      return {
        name,
        in: places[part],
        ...(description ? { description } : {}),
        required: required.includes(name),
        schema: of,
        ...exampleOf(parameterExamples[name]),
      }
    })
  })
  return all.length > 0 ? { parameters: all } : {}
}

function requestBody(body: z.ZodType, operationId: string, { schemaOf }: Components): Json {
  const example = exampleOf(examples[operationId]?.request)
  return {
    // A call without a body counts as one with an empty body.
    required: !body.safeParse({}).success,
    content: { 'application/json': { schema: schemaOf(body, 'body'), ...example } },
  }
}

function successes({ schema, config }: Told, operationId: string, { schemaOf }: Components): Json {
  const headers = config?.limit && config.limit !== 'open' ? { headers: countedHeaders() } : {}
  return Object.fromEntries(
    Object.entries(schema.response ?? {}).map(([status, body]) => {
      const answer = { description: descriptions[status], ...headers }
      if (status === '204') return [status, answer]
      const example = exampleOf(examples[operationId]?.answers[status])
      const { mediaType = 'application/json' } = schema
      const content = { [mediaType]: { schema: schemaOf(body, 'answer'), ...example } }
      return [status, { ...answer, content }]
    }),
  )
}

function exampleOf(example: unknown): Json {
  return example === undefined ? {} : { example }
}
