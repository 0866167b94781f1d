// The one error of the client. It quotes the service's own words and nothing of the request.

/** The codes of the service, and those that only the client can tell. */
export type ErrorCode =
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'VALIDATION_ERROR'
  | 'RATE_LIMITED'
  | 'INTERNAL_ERROR'
  | 'SERVICE_UNAVAILABLE'
  /** No answer came, or one that does not come from the service. */
  | 'UNREACHABLE'
  /**
   * A write was accepted, and could not be processed, or is not known to be: not in time, or the key may not read it.
   * `details` names it (`resourceId`, `itemId`); the same write again would be stored twice.
   */
  | 'NOT_PROCESSED'

type Told = { code: ErrorCode; message: string; details?: Record<string, unknown> }

export class PalimpsestError extends Error {
  override readonly name = 'PalimpsestError'
  readonly code: ErrorCode
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number
  /** For a validation error `field` and `issue`. */
  readonly details: Readonly<Record<string, unknown>>
  constructor(told: Told, status = 0, cause?: unknown) {
    super(told.message, cause === undefined ? {} : { cause })
    this.code = told.code
    this.status = status
    this.details = told.details ?? {}
  }
}

/** Of input that the client refuses as the service would, before anything is asked for. */
export function refused(field: string, issue: string): PalimpsestError {
  const told = { message: `${field}: ${issue}`, details: { field, issue } }
  return new PalimpsestError({ code: 'VALIDATION_ERROR', ...told }, 400)
}

/** The error for an answer other than success. */
export function errorOf(body: unknown, { status }: { status: number }): PalimpsestError {
  if (isRefusal(body)) return new PalimpsestError(body.error, status)
  const message = `the answer (status ${status}) does not come from the service: is the address right?`
  return new PalimpsestError({ code: 'UNREACHABLE', message }, status)
}

function isRefusal(body: unknown): body is { error: Told } {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false
  const { error } = body
  return (
    typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
  )
}
