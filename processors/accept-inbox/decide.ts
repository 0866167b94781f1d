// Decides whether a partner's record becomes a write: who signed it and when, whether the partner may write for the
// app, and whether it is a valid request. Pure.
import { derivedUuid } from '../../infra/runtime/envelope/ids.ts'
import type { InboxEvent } from '../../schemas/events/catalogue.ts'
import { inboxRecord, writeOf } from '../../schemas/events/inbox.ts'
import { EVERY_APP } from '../settings/api-key.ts'
import type { Partner } from '../settings/partners.ts'
import { type PlannedWrite, planActivity, planMemorize } from './plan.ts'
import { type Refused, signedBy } from './signature.ts'

/** Identifies one signing. A signing becomes at most one record, wherever and however often that record is written. */
export type Signing = { partnerId: string; nonce: string; signedAtMs: number }

export type Decision =
  | { accept: PlannedWrite; signing: Signing }
  /** `reason` names the field and the rule, never a value. */
  | Refused
  | { refuse: 'InvalidRecord'; reason: string }

/** `partnerOf` returns the partner with an id, if there is one. */
export function decide(
  event: InboxEvent,
  partnerOf: (id: string) => Partner | undefined,
  now: Date,
): Decision {
  const signed = signedBy(event, partnerOf)
  if ('refuse' in signed) return signed
  const record = inboxRecord.safeParse(event.open.record)
  if (!record.success) {
    const path = record.error.issues[0]?.path.join('.') || '(root)'
    return { refuse: 'InvalidRecord', reason: `${path} does not have the shape of the schema` }
  }
  const write = writeOf(record.data)
  if (write.kind === 'invalid') return { refuse: 'InvalidRecord', reason: write.reason }
  const { partner, nonce, signedAtMs } = signed
  if (!mayWrite(partner, write.request.appId)) {
    return { refuse: 'Unauthorized', reason: 'the partner may not write for this app' }
  }
  const id = idOf(event, write.request.appId, write.idempotencyKey)
  const context = { id, now, traceparent: event.traceparent, entry: 'partner' as const }
  return {
    accept:
      write.kind === 'memorize'
        ? planMemorize(write.request, context)
        : planActivity(write.request, context),
    signing: { partnerId: partner.id, nonce, signedAtMs },
  }
}

/** The same record, or the same idempotency key of an app, gives the same write. */
function idOf(event: InboxEvent, appId: string, idempotencyKey: string | null): string {
  return derivedUuid(INBOX, idempotencyKey === null ? event.id : `${appId}\n${idempotencyKey}`)
}
/** A namespace of our own for RFC 9562 version 5. */
const INBOX = '6f1d2c1e-5b0a-4c57-9a39-0d6c5d9f7a11'

function mayWrite({ appIds }: Partner, appId: string): boolean {
  return appIds.includes(EVERY_APP) || appIds.includes(appId)
}
