// Decides whether a partner's record becomes a write: who signed it, whether the key may write for the app, and
// whether it is a valid request. Pure.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedUuid } from '../../infra/runtime/ids.ts'
import type { InboxEvent } from '../../schemas/events/catalogue.ts'
import { inboxRecord, writeOf } from '../../schemas/events/inbox.ts'
import type { ApiKey } from '../settings/evolve.ts'
import { type PlannedWrite, planActivity, planMemorize } from './plan.ts'

export type Decision =
  | { accept: PlannedWrite }
  /** `reason` names the field and the rule, never a value. */
  | { refuse: 'Unauthorized' | 'InvalidRecord'; reason: string }

/** `keyOf` gives the API key of an id, where there is one. */
export function decide(
  event: InboxEvent,
  keyOf: (id: string) => ApiKey | undefined,
  now: Date,
): Decision {
  const { keyId, signature, valueHash } = event.open
  const key = keyId === null ? undefined : keyOf(keyId)
  if (!key || signature === null || !isSignedBy(key, valueHash, signature)) {
    return { refuse: 'Unauthorized', reason: 'the record is not signed by a known API key' }
  }
  const record = inboxRecord.safeParse(event.open.record)
  if (!record.success) {
    const path = record.error.issues[0]?.path.join('.') || '(root)'
    return { refuse: 'InvalidRecord', reason: `${path} does not have the shape of the schema` }
  }
  const write = writeOf(record.data)
  if (write.kind === 'invalid') return { refuse: 'InvalidRecord', reason: write.reason }
  if (!mayWrite(key, write.request.appId)) {
    return { refuse: 'Unauthorized', reason: 'the API key may not write for this app' }
  }
  const id = idOf(event, write.request.appId, write.idempotencyKey)
  const context = { id, now, traceparent: event.traceparent, entry: 'partner' as const }
  return {
    accept:
      write.kind === 'memorize'
        ? planMemorize(write.request, context)
        : planActivity(write.request, context),
  }
}

/** The same record, or the same idempotency key of an app, gives the same write. */
function idOf(event: InboxEvent, appId: string, idempotencyKey: string | null): string {
  return derivedUuid(INBOX, idempotencyKey === null ? event.id : `${appId}\n${idempotencyKey}`)
}
/** A namespace of our own for RFC 9562 version 5. */
const INBOX = '6f1d2c1e-5b0a-4c57-9a39-0d6c5d9f7a11'

export function isSignedBy(key: ApiKey, valueHash: string, signature: string): boolean {
  const expected = signatureOf(key.hash, valueHash)
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected))
}

/** What a producer sends: hex HMAC-SHA256 of the value's hash, keyed by the API key's hash, both as hex text. */
export function signatureOf(keyHash: string, valueHash: string): string {
  return createHmac('sha256', keyHash).update(valueHash).digest('hex')
}

function mayWrite(key: ApiKey, appId: string): boolean {
  const permitted = key.permissions.includes('admin') || key.permissions.includes('memory:write')
  return permitted && (key.appIds.includes('*') || key.appIds.includes(appId))
}
