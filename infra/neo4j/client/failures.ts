// What went wrong in Neo4j, reported without a word of what was being stored: its own messages quote parameters.
import { memberOf } from '../../runtime/certain.ts'
import { StoreError } from '../../runtime/fail/store-error.ts'

/** An error of the graph store: its message is Neo4j's code, never Neo4j's text. */
export class GraphStoreError extends StoreError {
  override readonly name = 'GraphStoreError'
  constructor(code: string, { outage }: { outage: boolean }) {
    super('graph store', code, { outage })
  }
}

/**
 * Codes of the driver itself, not of the server: the server cannot be reached, or not in time. `Neo4jError` stands for
 * what it gives no code: all its connections are at work, or what answers is no Neo4j.
 */
const DRIVER_OUTAGES = new Set([
  'ServiceUnavailable',
  'SessionExpired',
  'ProtocolError',
  'Neo4jError',
])
/** Codes that the server calls transient although the same step would meet them again. */
const TOO_MUCH = /OutOfMemory|MemoryLimit|StackOverFlow/i
/**
 * Caused by the server's disk, its start-up, its place in a cluster, its limits of time, an operator who ends transactions,
 * or our credentials, whatever the step: dead-lettering events would not help.
 */
const SERVER_TROUBLE =
  /^Neo\.(TransientError|DatabaseError\.(Database|Transaction)|ClientError\.(Cluster|Database|Security|Transaction))\./
/** The database takes no writes: it stands on a follower, or was set so. */
const READ_ONLY = /^Neo\.ClientError\.General\.\w*OnReadOnly\w*Database$/

/** The error that callers see instead of one that the driver threw. */
export function graphStoreError(error: unknown): GraphStoreError {
  if (error instanceof GraphStoreError) return error
  const code = codeOf(error)
  return new GraphStoreError(code, { outage: isOutage(code) })
}

/** For statements that hold nothing of an event: what fails is how the server stands, or is set. */
export function blamingNoEvent(error: unknown): never {
  throw error instanceof GraphStoreError ? new GraphStoreError(error.code, { outage: true }) : error
}

/** Of two services that create a constraint at once, one is told so in spite of `IF NOT EXISTS`. */
export function isThereAlready(error: unknown): boolean {
  return (
    error instanceof GraphStoreError &&
    error.code === 'Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists'
  )
}

/** Two transactions waited for each other; the server ended this one. */
export function isDeadlock(error: unknown): boolean {
  return codeOf(error) === 'Neo.TransientError.Transaction.DeadlockDetected'
}

function isOutage(code: string): boolean {
  if (DRIVER_OUTAGES.has(code) || READ_ONLY.test(code)) return true
  return SERVER_TROUBLE.test(code) && !TOO_MUCH.test(code)
}

/** Returns only what looks like a code; anything else could be text. */
function codeOf(error: unknown): string {
  const [code, name] = [memberOf(error, 'code'), memberOf(error, 'name')]
  if (typeof code === 'string' && /^[\w.]{2,100}$/.test(code) && code !== 'N/A') return code
  return typeof name === 'string' && /^\w{2,60}$/.test(name) ? name : 'unknown'
}
