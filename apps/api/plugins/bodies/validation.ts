// Validation by zod. A request that fails its schema gets the specification's validation error, which names every
// problem. In a body, null in an optional field counts as absence. The answer names unknown fields of body and query.
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import { z } from 'zod'
import { isRecord, present } from '../../../../infra/runtime/certain.ts'
import { NEVER_NULL } from '../../../../schemas/api/named.ts'
import { readWellFormed } from '../../../../schemas/api/well-formed.ts'
import { invalidProblems } from '../../errors.ts'
import { inWords, MAX_PROBLEMS, NOT_KNOWN, type Problem, problemsOf } from './issue-words.ts'
import { unknownFields, unknownNames } from './unknown-fields.ts'

type Fields = Record<string, unknown>
type Read<T> = { value: T; unknown: string[] } | { problems: readonly Problem[] }

interface ByZod extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
}

/** An application whose handlers get their params, query and body as the schemas of their route have them. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ByZod
>

const NAMING: readonly unknown[] = ['body', 'querystring']

/** The unknown fields of a part of a request, by what was made of that part. */
const unknownOf = new WeakMap<object, string[]>()

export function registerValidation(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { schema } = route
    if (!schema?.operationId || schema.querystring) return
    route.schema = {
      ...schema,
      querystring: isStrict(schema.body) ? z.strictObject({}) : z.object({}),
    }
  })
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const read = createReader(schema as z.ZodType, present(httpPart, 'httpPart'))
    return (data: unknown) => {
      const done = read(data ?? {})
      if ('problems' in done) return { error: invalidProblems(done.problems) }
      if (NAMING.includes(httpPart) && isRecord(done.value) && done.unknown.length > 0) {
        unknownOf.set(done.value, done.unknown)
      }
      return { value: done.value }
    }
  })
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.addHook('onSend', ({ body, query }, _, payload, done) => {
    const unknown = [query, body].flatMap(
      (part) => (isRecord(part) ? unknownOf.get(part) : null) ?? [],
    )
    done(null, unknown.length > 0 ? warned(payload, unknown) : payload)
  })
}

/**
 * Reads what a client sent in a part of a request as the schema has it. Among the problems are the fields that are not
 * known, because one of them may be misspelt.
 */
export function createReader<T>(schema: z.ZodType<T>, part = 'body'): (data: unknown) => Read<T> {
  const fields = Object.entries(schema instanceof z.ZodObject ? schema.shape : {})
  const mayMiss = new Set(fields.filter(([, field]) => mayBeLeftOut(field)).map(([name]) => name))
  return (data) => {
    const given = isRecord(data) ? withoutNulls(data, mayMiss) : data
    const read = readWellFormed(schema, given, { error: inWords })
    if (!read.success) {
      const unknown = unknownNames(data, schema).map((field) => ({ field, issue: NOT_KNOWN }))
      return { problems: [...problemsOf(read.error, part), ...unknown].slice(0, MAX_PROBLEMS) }
    }
    return { value: read.data, unknown: unknownFields(data, schema) }
  }
}

/** A body that a misspelt field would make do more: so would the field in the query. */
function isStrict(body: unknown): boolean {
  return body instanceof z.ZodObject && body.def.catchall instanceof z.ZodNever
}

function mayBeLeftOut(field: z.ZodType): boolean {
  if (field.meta()?.[NEVER_NULL]) return false
  return field.safeParse(undefined).success && !field.safeParse(null).success
}

function withoutNulls(data: Fields, mayMiss: ReadonlySet<string>): Fields {
  const entries = Object.entries(data)
  const isAbsent = ([name, value]: [string, unknown]) => value === null && mayMiss.has(name)
  return entries.some(isAbsent)
    ? Object.fromEntries(entries.filter((entry) => !isAbsent(entry)))
    : data
}

/** The JSON of an answer, other than an error, with its warnings. */
function warned(payload: unknown, warnings: readonly string[]): unknown {
  if (typeof payload !== 'string' || !/^\{(?!"error":).*\}$/s.test(payload)) return payload
  const members = payload.slice(1, -1)
  return `{${members}${members === '' ? '' : ','}"warnings":${JSON.stringify(warnings)}}`
}
