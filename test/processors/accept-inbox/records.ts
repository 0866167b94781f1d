// Records of the inbox as partners sign them, and as the log hands them over.
import { createHash, randomUUID } from 'node:crypto'
import { signatureOf } from '../../../processors/accept-inbox/signature.ts'
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import type { Scope } from '../../../schemas/identifiers.ts'

export type Signer = { id: string; secret: string }

/** A record with this content; its id is that of its place in the inbox. */
export function signedRecord(
  { id: partnerId, secret }: Signer,
  { appId, userId }: Scope,
  { content, signedAt, nonce = randomUUID() }: { content: string; signedAt: Date; nonce?: string },
): StoredEvent {
  const memorize = { content, contentType: 'document', threadId: null, metadata: null }
  const nothing = { idempotencyKey: null, timestamp: null, event: null }
  const record = { appId, userId, ...nothing, memorize }
  const valueHash = createHash('sha256').update(JSON.stringify(record)).digest('hex')
  const signed = { partnerId, signedAtMs: String(signedAt.getTime()), nonce, valueHash }
  const signature = signatureOf(secret, { ...signed, appId, userId })
  return {
    id: randomUUID(),
    type: 'InboxReceived',
    version: 1,
    appId,
    userId,
    occurredAt: signedAt.toISOString(),
    recordedAt: signedAt.toISOString(),
    causationId: null,
    traceparent: null,
    open: { record, ...signed, signature, namesApiKey: false },
    sealed: null,
  }
}
