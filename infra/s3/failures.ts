// What went wrong in S3, reported without keys and without the server's own text: keys name users.
import { memberOf } from '../runtime/certain.ts'
import { StoreError } from '../runtime/fail/store-error.ts'

const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** An error of the object store: its message is S3's code. */
export class ObjectStoreError extends StoreError {
  override readonly name = 'ObjectStoreError'
  constructor(code: string, { outage }: { outage: boolean }) {
    super('object store', code, { outage })
  }
}

/** Our bucket, region or credentials are wrong, whatever the request: dead-lettering events would not help. */
const SET_UP_WRONG = new Set([
  'NoSuchBucket',
  'AccessDenied',
  'InvalidAccessKeyId',
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'ExpiredToken',
  'InvalidToken',
])
/** In the answer to DeleteObjects they carry no status, and others have one that says less: a time-out is a 400. */
const PASSING = new Set([
  'InternalError',
  'SlowDown',
  'ServiceUnavailable',
  'RequestTimeout',
  'TemporaryRedirect',
])
/** What the client calls an answer without a code: one to HEAD, which has no body, or a proxy's. */
const UNTOLD = 'Unknown'
/** Where S3 would tell one of the codes above. */
const UNTOLD_OUTAGES = [301, 307, 400]

/** The error that callers see instead of one that the client threw. */
export function objectStoreError(error: unknown): ObjectStoreError {
  if (error instanceof ObjectStoreError) return error
  const code = codeOf(error)
  const status = statusOf(error)
  if (status === undefined) return new ObjectStoreError(code, { outage: isUnanswered(error) })
  if (code !== UNTOLD) return new ObjectStoreError(code, { outage: isOutage(code, status) })
  const outage = UNTOLD_OUTAGES.includes(status) || isOutage(code, status)
  return new ObjectStoreError(codeFor(status), { outage })
}

/** `Forbidden` of 403. */
function codeFor(status: number): string {
  return STATUS_CODES[status]?.replaceAll(/\W/g, '') ?? UNTOLD
}

export function objectError(code: string | undefined): ObjectStoreError {
  const shown = codeOf({ name: code })
  return new ObjectStoreError(shown, { outage: isOutageByCode(shown) })
}

export function statusOf(error: unknown): number | undefined {
  const status = memberOf(memberOf(error, '$metadata'), 'httpStatusCode')
  return typeof status === 'number' ? status : undefined
}

/** S3's code, the system's (ECONNREFUSED), or the kind of error; only text that looks like a code. */
export function codeOf(error: unknown): string {
  for (const each of [memberOf(error, 'code'), memberOf(error, 'name')]) {
    if (typeof each === 'string' && /^\w{2,60}$/.test(each) && each !== 'Error') return each
  }
  return 'unknown'
}

function isOutage(code: string, status: number): boolean {
  if (status === 501) return false
  return status >= 500 || [401, 403, 408, 429].includes(status) || isOutageByCode(code)
}

function isOutageByCode(code: string): boolean {
  return PASSING.has(code) || SET_UP_WRONG.has(code)
}

/** No answer came: the network, a time-out, missing credentials. Our own mistakes are TypeErrors and the like. */
function isUnanswered(error: unknown): boolean {
  return !(error instanceof TypeError || error instanceof RangeError)
}
