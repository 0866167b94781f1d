// What every write sends beside its body, and how long it asks the service to wait.
import { type Connection, checkHeader, idempotencyKey } from './connection.ts'
import { refused } from './errors.ts'
import type { WriteOptions } from './vocabulary.ts'

const UNTIL: readonly unknown[] = [undefined, null, 'accepted', 'retrievable']

/** The client polls for a write that takes longer. A misspelt `until` would not wait, without a word. */
export function waitOf({ until }: WriteOptions, { mostHeldMs }: Connection): { wait?: number } {
  if (!UNTIL.includes(until)) throw refused('until', 'must be accepted or retrievable')
  return until === 'retrievable' ? { wait: mostHeldMs } : {}
}

export function sent({ idempotencyKey: key = idempotencyKey(), signal }: WriteOptions) {
  checkHeader('idempotencyKey', key)
  return { params: { header: { 'idempotency-key': key } }, ...(signal ? { signal } : {}) }
}
