// Sorts the failures of the broker and the registry as the runtime needs them: an outage passes, a fenced writer must
// stop, everything else is an error of its own. Messages hold names and codes, never what was written.
import { memberOf } from '../../runtime/certain.ts'
import { Outage } from '../../runtime/fail/retry.ts'

/** Another writer owns the partition now. Whatever this one still wanted to commit must be dropped. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}

/** Records that were not erased are missing. To continue would skip them silently. */
export class PositionLost extends Error {
  override readonly name = 'PositionLost'
}

/** The log is not laid out as this service needs it, or a record does not fit into it. */
export class LogRefused extends Error {
  override readonly name = 'LogRefused'
}

/** The brokers do not let this service in, whatever it asks for. */
class LoginRefused extends Error {
  override readonly name = 'LoginRefused'
  readonly fatal = true
}

/** Neither time nor another attempt is known to help. `code`: the broker's name of the error. */
class LogFailed extends Error {
  override readonly name = 'LogFailed'
  readonly code: string | undefined
  constructor(message: string, code: string | undefined) {
    super(message)
    this.code = code
  }
}

type ClientError = {
  name: string
  message: string
  type: string | undefined
  code: string | number | undefined
  retriable: boolean | undefined
}

const FENCED_TYPES = new Set(['INVALID_PRODUCER_EPOCH', 'PRODUCER_FENCED'])
/** PRODUCER_FENCED is newer than the client, which has no name for it. */
const FENCED_MESSAGE = 'Unknown error code 90'

/** Producer states that a new producer does not have. */
const PRODUCER_STATE_TYPES = new Set([
  'OUT_OF_ORDER_SEQUENCE_NUMBER',
  'DUPLICATE_SEQUENCE_NUMBER',
  'INVALID_TXN_STATE',
  'INVALID_PRODUCER_ID_MAPPING',
  'UNKNOWN_PRODUCER_ID',
  'CONCURRENT_TRANSACTIONS',
])

const PASSING_NAMES = new Set([
  'KafkaJSNumberOfRetriesExceeded',
  'KafkaJSConnectionError',
  'KafkaJSConnectionClosedError',
  'KafkaJSRequestTimeoutError',
  'KafkaJSBrokerNotFound',
  'KafkaJSLockTimeout',
  'KafkaJSGroupCoordinatorNotFound',
])

export function isFenced(error: unknown): boolean {
  return chain(error).some(
    ({ name, type, message }) =>
      name === 'Fenced' || FENCED_TYPES.has(type ?? '') || message === FENCED_MESSAGE,
  )
}

/** True when the same call may succeed later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Outage) return true
  const errors = chain(error)
  const innermost = errors.at(-1)
  if (errors.some(({ type }) => PRODUCER_STATE_TYPES.has(type ?? ''))) return true
  if (innermost?.retriable === false && !PASSING_NAMES.has(innermost.name)) return false
  return errors.some((each) => PASSING_NAMES.has(each.name) || each.retriable === true)
}

/** Of Node.js, for a certificate that this process does not accept (`X509 certificate error codes`, nodejs.org/api/tls.html). */
const CERTIFICATE =
  /^(?:CERT_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|ERR_TLS_CERT_ALTNAME)/

/** It passes only once a person has changed something, so a start does not wait for it. */
export function isCertificateRefused(error: unknown): boolean {
  return chain(error).some(({ code }) => typeof code === 'string' && CERTIFICATE.test(code))
}

/**
 * The client takes a broker for connected whose first answer did not come in time, and refuses the next question by an
 * error of no class. What takes connections and says nothing is no broker, or speaks TLS where this process does not.
 */
export function isSilent(error: unknown): boolean {
  return chain(error).at(-1)?.message === 'Broker not connected'
}

/** The error for the port's callers, without its cause: the client's errors may carry requests. */
export function failureOf(error: unknown, doing: string): Error {
  if (error instanceof Outage || error instanceof Fenced || error instanceof LogRefused) {
    return error
  }
  if (error instanceof PositionLost) return error
  if (chain(error).some(({ name }) => name === 'KafkaJSSASLAuthenticationError')) {
    return new LoginRefused(
      `${doing}: the brokers refuse the login: look at KAFKA_SASL, KAFKA_USER and KAFKA_PASSWORD`,
    )
  }
  if (isFenced(error)) return new Fenced(`${doing}: another writer has taken over`)
  const text = `${doing}: ${labelOf(error)}`
  return isPassing(error) || isSilent(error)
    ? new Outage(text)
    : new LogFailed(text, chain(error).at(-1)?.type)
}

/** What may be disclosed of an error: its class and code. */
export function labelOf(error: unknown): string {
  const innermost = chain(error).at(-1)
  if (!innermost) return 'unknown error'
  if (isSilent(error)) return 'no answer'
  const code = innermost.type ?? innermost.code
  return code === undefined ? innermost.name : `${innermost.name} ${code}`
}

/** An error and its causes, from the outside in. */
function chain(error: unknown): ClientError[] {
  const found: ClientError[] = []
  let each = error
  while (each instanceof Error && found.length < 10) {
    found.push(readError(each))
    each = each.cause ?? firstOfSeveral(each)
  }
  return found
}

function readError(error: Error): ClientError {
  const type = memberOf(error, 'type')
  const code = memberOf(error, 'code')
  const retriable = memberOf(error, 'retriable')
  return {
    name: error.name,
    message: error.message,
    type: typeof type === 'string' ? type : undefined,
    code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    retriable: typeof retriable === 'boolean' ? retriable : undefined,
  }
}

/** One error may stand for several. */
function firstOfSeveral(error: Error): unknown {
  const errors = memberOf(error, 'errors')
  return Array.isArray(errors) ? errors[0] : undefined
}
