// What every write sends beside its body, and how long it asks the service to wait.
import { type Connection, checkHeader, idempotencyKey } from './connection.ts'
import type { WriteOptions } from './vocabulary.ts'

/** The client polls for a write that takes longer. */
export function waitOf({ until }: WriteOptions, { mostHeldMs }: Connection): { wait?: number } {
  return until === 'retrievable' ? { wait: mostHeldMs } : {}
}

export function sent({ idempotencyKey: key = idempotencyKey(), signal }: WriteOptions) {
  checkHeader('idempotencyKey', key)
  return { params: { header: { 'idempotency-key': key } }, ...(signal ? { signal } : {}) }
}
