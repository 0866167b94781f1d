// An example of every error, by the name of its answer.
import type { ErrorBody, ErrorCode } from '../../../../schemas/api/errors.ts'

function error(code: ErrorCode, message: string, details: Record<string, unknown> = {}): ErrorBody {
  return { error: { code, message, details } }
}

function invalid(field: string, issue: string): ErrorBody {
  return error('VALIDATION_ERROR', `${field}: ${issue}`, { field, issue })
}

export const errorExamples: Readonly<Record<string, ErrorBody>> = {
  Invalid: invalid('userId', 'is required'),
  Unauthorized: error('UNAUTHORIZED', 'give a valid key: `Authorization: Bearer <API_KEY>`'),
  Forbidden: error('FORBIDDEN', 'the key does not hold this app'),
  NotFound: error('NOT_FOUND', 'there is no such item'),
  RateLimited: error('RATE_LIMITED', 'at most 100 calls a minute: try again in 12 s', {
    retryAfter: 12,
    limit: 100,
    resetAt: 1775131200,
  }),
  InternalError: error('INTERNAL_ERROR', 'an unexpected error occurred'),
  Unavailable: error('SERVICE_UNAVAILABLE', 'a part of the service cannot be reached: try again'),
  TooSlow: invalid('body', 'did not arrive in time'),
  HeadersTooLarge: invalid('headers', 'are larger than 16 KiB'),
  TooLarge: invalid('body', 'is larger than the limit'),
}
