// Who signed a partner's record, and when it counts as signed. Pure.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { InboxEvent } from '../../schemas/events/catalogue.ts'
import { type SignedRecord, signedText } from '../../schemas/events/inbox.ts'
import type { Partner } from '../settings/partners.ts'

/** How long before a record is written it may be signed: producers wait and retry, and clocks differ. */
const MAX_AGE_MS = 15 * 60 * 1000
/** How far a partner's clock may be ahead of the log's. */
const MAX_AHEAD_MS = 5 * 60 * 1000

export type Refused = { refuse: 'Unauthorized' | 'Expired'; reason: string }

/** `recordedAt` of the event is the time at which the log took the record. */
export function signedBy(
  event: InboxEvent,
  partnerOf: (id: string) => Partner | undefined,
): { partner: Partner; nonce: string; signedAtMs: number } | Refused {
  const { partnerId, signedAtMs, nonce, signature, valueHash, namesApiKey } = event.open
  if (partnerId === null && namesApiKey) return unauthorized('it is signed with an API key')
  if (partnerId === null || signedAtMs === null || nonce === null || signature === null) {
    return unauthorized('a header of the signature is missing or too long')
  }
  const partner = partnerOf(partnerId)
  const { appId, userId } = event
  const record = { partnerId, appId, userId, signedAtMs, nonce, valueHash }
  if (!partner || !isSigned(record, signature, secretsOf(partner, event.recordedAt))) {
    return unauthorized('no partner that is known here has signed it so')
  }
  const ageMs = Date.parse(event.recordedAt) - Number(signedAtMs)
  if (ageMs > MAX_AGE_MS || ageMs < -MAX_AHEAD_MS) {
    return {
      refuse: 'Expired',
      reason:
        'palimpsest-time must be at most 15 minutes before the record is written, and not ahead of it: sign it again',
    }
  }
  return { partner, nonce, signedAtMs: Number(signedAtMs) }
}

function unauthorized(why: string): Refused {
  return {
    refuse: 'Unauthorized',
    reason: `${why}: sign with the secret of a partner (POST /v1/config/partners)`,
  }
}

/** The previous secret counts for what was written before its end, however late it is read. */
function secretsOf({ secret, previous }: Partner, recordedAt: string): string[] {
  const counts = previous !== null && Date.parse(recordedAt) <= Date.parse(previous.until)
  return counts ? [secret, previous.secret] : [secret]
}

function isSigned(record: SignedRecord, signature: string, secrets: readonly string[]): boolean {
  const given = Buffer.from(signature)
  return secrets
    .map((secret) => {
      const text = signatureOf(secret, record)
      // A record that cannot be signed matches no signature, not even an empty one.
      if (text === null) return false
      const expected = Buffer.from(text)
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
    .includes(true)
}

/** The signature that a partner sends. Null if a part does not have the form that can be signed. */
export function signatureOf(secret: string, record: SignedRecord): string | null {
  const text = signedText(record)
  return text === null ? null : `v1=${createHmac('sha256', secret).update(text).digest('hex')}`
}
