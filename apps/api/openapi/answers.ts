// The answers of every operation beside its success: the errors of the table and the headers of limits, each described
// once.
import { memberNamesOf } from '../../../infra/runtime/certain.ts'
import { type ErrorCode, errorBody, errorTable } from '../../../schemas/api/errors.ts'
import type { Components, Json } from './components.ts'
import { errorExamples } from './examples/errors.ts'

/** Answers whose status is not the table's. Only a body can cause the first two. */
const OTHERS = {
  408: 'The body took too long to arrive (VALIDATION_ERROR)',
  413: 'The body is too large (VALIDATION_ERROR)',
  431: 'Address and headers are larger than 16 KiB (VALIDATION_ERROR)',
} as const

const NAMES: Readonly<Record<ErrorCode | keyof typeof OTHERS, string>> = {
  VALIDATION_ERROR: 'Invalid',
  UNAUTHORIZED: 'Unauthorized',
  FORBIDDEN: 'Forbidden',
  NOT_FOUND: 'NotFound',
  RATE_LIMITED: 'RateLimited',
  INTERNAL_ERROR: 'InternalError',
  SERVICE_UNAVAILABLE: 'Unavailable',
  408: 'TooSlow',
  413: 'TooLarge',
  431: 'HeadersTooLarge',
}

const limitHeaders = {
  'X-RateLimit-Limit': 'Calls a minute',
  'X-RateLimit-Remaining': 'Calls left in this minute',
  'X-RateLimit-Reset': 'Unix seconds of the next minute',
}
const RETRY_AFTER = 'Seconds until a call can succeed'

export function headerComponents(): Json {
  const all = { ...limitHeaders, 'Retry-After': RETRY_AFTER }
  return Object.fromEntries(
    Object.entries(all).map(([name, description]) => [
      name,
      { description, schema: { type: 'integer' } },
    ]),
  )
}

/** The headers of an answer to a call that is counted for its app. */
export function countedHeaders(): Json {
  return headerReferences(Object.keys(limitHeaders))
}

function headerReferences(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]))
}

export function errorAnswers(codes: readonly ErrorCode[], { hasBody }: { hasBody: boolean }): Json {
  const own = codes.map((code) => [errorTable[code].status, reference('responses', NAMES[code])])
  const others = hasBody ? ([408, 413, 431] as const) : ([431] as const)
  return Object.fromEntries([
    ...own,
    ...others.map((status) => [status, reference('responses', NAMES[status])]),
  ])
}

export function errorComponents({ schemaOf }: Components): Json {
  const schema = schemaOf(errorBody, 'output')
  const answer = (name: string, description: string) => ({
    description,
    content: { 'application/json': { schema, example: errorExamples[name] } },
  })
  const codes = memberNamesOf(errorTable).map((code) => {
    const name = NAMES[code]
    const { meaning } = errorTable[code]
    const headers =
      code === 'RATE_LIMITED'
        ? { headers: { ...countedHeaders(), ...headerReferences(['Retry-After']) } }
        : {}
    return [name, { ...answer(name, `${meaning} (${code})`), ...headers }]
  })
  const others = ([408, 413, 431] as const).map((status) => [
    NAMES[status],
    answer(NAMES[status], OTHERS[status]),
  ])
  return Object.fromEntries([...codes, ...others])
}

function reference(kind: 'headers' | 'responses', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` }
}
