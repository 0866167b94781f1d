// What went wrong in KurrentDB, reported without the server's own text.
import { ErrorType } from '@kurrent/kurrentdb-client'
import { memberOf } from '../runtime/certain.ts'
import { Outage } from '../runtime/fail/retry.ts'
import { StoreError } from '../runtime/fail/store-error.ts'

/** An error of the audit store: its message is the kind of error. */
class AuditStoreError extends StoreError {
  override readonly name = 'AuditStoreError'
  constructor(code: string, { outage }: { outage: boolean }) {
    super('audit store', code, { outage })
  }
}

/** Errors that this step would meet again, however long it waits. */
const OF_THE_STEP = new Set<string>([
  ErrorType.INVALID_ARGUMENT,
  ErrorType.INVALID_TRANSACTION,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.TRANSACTION_MAX_SIZE_EXCEEDED,
  ErrorType.APPEND_RECORD_SIZE_EXCEEDED,
  ErrorType.UNSUPPORTED,
  ErrorType.UNKNOWN,
])

/** The error that callers see instead of one that the client threw. */
export function auditStoreError(error: unknown): Error {
  if (error instanceof AuditStoreError || error instanceof Outage) return error
  const code = typeOf(error)
  if (code !== undefined) return new AuditStoreError(code, { outage: !OF_THE_STEP.has(code) })
  // An error without a type: our own mistake, or no server was found.
  const name = error instanceof Error ? error.name : 'unknown'
  const isOurs = error instanceof TypeError || error instanceof RangeError
  return new AuditStoreError(name, { outage: !isOurs })
}

/** The client's kind of error; undefined for other errors. */
export function typeOf(error: unknown): string | undefined {
  const type = memberOf(error, 'type')
  return Object.values<string>(ErrorType).find((known) => known === type)
}
