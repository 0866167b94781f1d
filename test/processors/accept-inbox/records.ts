// Records of the inbox as partners sign them, and as the log hands them over.
import { createHash, randomUUID } from 'node:crypto'
import { signatureOf } from '../../../processors/accept-inbox/signature.ts'
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import type { Scope } from '../../../schemas/identifiers.ts'

export type Signer = { id: string; secret: string }

export function memorizeOf(content: string) {
  return { content, contentType: 'document', threadId: null, metadata: null }
}

type Given = { signedAt: Date; nonce?: string } & ({ content: string } | { sealed: unknown })

/** A record with this content, in plain or sealed; its id is that of its place in the inbox. */
export function signedRecord(
  { id: partnerId, secret }: Signer,
  { appId, userId }: Scope,
  { signedAt, nonce = randomUUID(), ...given }: Given,
): StoredEvent {
  const part = 'sealed' in given ? given : { memorize: memorizeOf(given.content) }
  const nothing = { idempotencyKey: null, timestamp: null, memorize: null, event: null }
  const record = { appId, userId, ...nothing, sealed: null, ...part }
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
