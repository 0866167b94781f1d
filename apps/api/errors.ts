// The errors that routes throw, and how every error becomes an answer of the specification.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { InvalidCursor } from '../../infra/ports/rules/cursor.ts'
import { asError, memberOf } from '../../infra/runtime/certain.ts'
import { tellCounted } from '../../infra/runtime/fail/counted-lines.ts'
import { isOutage } from '../../infra/runtime/fail/retry.ts'
import { type ErrorBody, type ErrorCode, errorTable } from '../../schemas/api/errors.ts'
import { type Problem, problemsOf } from './plugins/bodies/issue-words.ts'

/** Of one part of a path, as it is sent. */
export const MAX_PARAM_CHARS = 8192

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly details: Record<string, unknown>
  /** Only if it differs from the table: a body that is too large is a validation error with status 413. */
  readonly status: number
  constructor(
    code: ErrorCode,
    message: string,
    {
      details = {},
      status,
    }: { details?: Record<string, unknown>; status?: number | undefined } = {},
  ) {
    super(message)
    this.code = code
    this.details = details
    this.status = status ?? errorTable[code].status
  }
}

/** 429 with the time after which a further call can succeed. */
class RateLimited extends ApiError {
  readonly retryAfterS: number
  constructor(message: string, details: Record<string, unknown>, retryAfterS: number) {
    super('RATE_LIMITED', message, { details })
    this.retryAfterS = retryAfterS
  }
}

/** `waitMs`: until a further call can succeed; `limit` and `resetAt` (Unix seconds) if there is a window. */
export function tooMany(
  why: string,
  { waitMs, limit, resetAt }: { waitMs: number; limit?: number; resetAt?: number },
): RateLimited {
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000))
  const details = {
    retryAfter: retryAfterS,
    ...(limit === undefined ? {} : { limit }),
    ...(resetAt === undefined ? {} : { resetAt }),
  }
  return new RateLimited(`${why}: try again in ${retryAfterS} s`, details, retryAfterS)
}

export function invalid(field: string, issue: string, status?: number): ApiError {
  return invalidProblems([{ field, issue }], status)
}

export function notFound(what: string): ApiError {
  return new ApiError('NOT_FOUND', `there is no such ${what}`)
}

/** All problems, by the path of each field and its rule; never the value. The first is also in `field` and `issue`. */
export function invalidInput(error: z.ZodError, part: string): ApiError {
  return invalidProblems(problemsOf(error, part))
}

export function invalidProblems(issues: readonly Problem[], status?: number): ApiError {
  const message = issues.map(({ field, issue }) => `${field}: ${issue}`).join('; ')
  return new ApiError('VALIDATION_ERROR', message, { details: { ...issues[0], issues }, status })
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof InvalidCursor) return invalid('cursor', error.message)
  if (isOutage(error)) {
    return new ApiError('SERVICE_UNAVAILABLE', 'a part of the service cannot be reached: try again')
  }
  return fromFastify(error) ?? new ApiError('INTERNAL_ERROR', 'an unexpected error occurred')
}

/** Errors of Fastify itself, before a route is reached. */
function fromFastify(error: unknown): ApiError | null {
  switch (memberOf(error, 'code')) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return invalid('body', 'is larger than the limit', 413)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return invalid('Content-Type', 'must be application/json')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalid('Content-Length', 'does not match the body')
    case 'FST_ERR_BAD_URL':
      return invalid('url', 'is not a valid URL')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return invalid('url', `has a part of more than ${MAX_PARAM_CHARS} characters`)
  }
  if (memberOf(error, 'statusCode') === 400) return invalid('body', 'is not valid JSON')
  return null
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const answer = hasLeft(error, request)
    ? invalid('body', 'did not arrive whole')
    : toApiError(error)
  const { code, message, details, status } = answer
  if (answer instanceof RateLimited) reply.header('Retry-After', answer.retryAfterS)
  else if (code === 'RATE_LIMITED') reply.header('Retry-After', 1)
  // HTTP asks for it with every 401 (RFC 9110, 15.5.2).
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer')
  if (status >= 500) tellFailed(error, request)
  const body: ErrorBody = { error: { code, message, details } }
  reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body)
}

/** The message of an unexpected error may quote the request, so only its class and place are logged. */
export function tellFailed(error: unknown, request: FastifyRequest): void {
  const { name, stack } = asError(error)
  const place = stack?.split('\n').find((line) => line.trimStart().startsWith('at '))
  // Counted, because every request fails alike while a store is down.
  tellCounted(request.server.log, {
    level: 'error',
    cause: { errorClass: name, place: place?.trim(), route: request.routeOptions.url },
    first: { reqId: request.id },
    message: 'failed',
    again: 'failed again',
  })
}

/**
 * The client ended the connection before its request had arrived. It reads no answer, and this is no outage of ours.
 */
function hasLeft(error: unknown, { raw }: FastifyRequest): boolean {
  return error instanceof Error && raw.errored === error
}
