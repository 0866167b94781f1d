// What every write sends beside its body, and how long it asks the service to wait.
import { idempotencyKey } from './connection.ts'
import type { WriteOptions } from './vocabulary.ts'

/** Less than the limit of an attempt. The client polls for a write that takes longer. */
const WAIT_MS = 10_000

export function waitOf({ until }: WriteOptions): { wait?: number } {
  return until === 'retrievable' ? { wait: WAIT_MS } : {}
}

export function sent({ idempotencyKey: key = idempotencyKey(), signal }: WriteOptions) {
  return { params: { header: { 'idempotency-key': key } }, ...(signal ? { signal } : {}) }
}
