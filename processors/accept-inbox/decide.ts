// Decides whether a partner's record becomes a write: who signed it and when, whether the partner may write for the
// app, and whether it is a valid request. Pure.
import { firstOf } from '../../infra/runtime/certain.ts'
import { derivedUuid } from '../../infra/runtime/envelope/ids.ts'
import type { InboxEvent } from '../../schemas/events/catalogue.ts'
import {
  type InboxRecord,
  inboxRecord,
  recordWith,
  type SealedPart,
  writeOf,
} from '../../schemas/events/inbox.ts'
import { type Scope, scope } from '../../schemas/identifiers.ts'
import { EVERY_APP } from '../settings/api-key.ts'
import type { Partner } from '../settings/partners.ts'
import { type PlannedWrite, planActivity, planMemorize } from './plan.ts'
import { type Refused, signedBy } from './signature.ts'

/** Identifies one signing. A signing becomes at most one record, wherever and however often that record is written. */
export type Signing = { partnerId: string; nonce: string; signedAtMs: number }

export type Verdict =
  | { accept: PlannedWrite; signing: Signing }
  /** `reason` names the field and the rule, never a value. */
  | Refused
  | { refuse: 'InvalidRecord'; reason: string }

export type Decision =
  | Verdict
  /** The content must be opened first; `judge` then takes it. */
  | { sealed: SealedPart; scope: Scope; judge: (plain: Uint8Array) => Verdict }

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
    const path = firstOf(record.error.issues).path.join('.') || '(root)'
    return invalid(`${path} does not have the shape of the schema`)
  }
  const { partner, nonce, signedAtMs } = signed
  const signing = { partnerId: partner.id, nonce, signedAtMs: Number(signedAtMs) }
  const judge = (given: InboxRecord) => judged(event, given, { partner, signing, now })
  return isSealed(record.data) ? decideSealed(record.data, partner, judge) : judge(record.data)
}

type SealedRecord = InboxRecord & { sealed: SealedPart }

/** One that holds something beside its sealed part is refused like any that holds two parts. */
function isSealed(record: InboxRecord): record is SealedRecord {
  return record.sealed !== null && record.memorize === null && record.event === null
}

/** What needs no content is checked before anything is asked or opened for it. */
function decideSealed(
  record: SealedRecord,
  partner: Partner,
  judge: (record: InboxRecord) => Verdict,
): Decision {
  const { appId, userId, sealed } = record
  const owner = scope.safeParse({ appId, userId })
  if (!owner.success) {
    const [field] = firstOf(owner.error.issues).path
    return invalid(`${String(field)} is not an identifier`)
  }
  if (!mayWrite(partner, appId)) return foreign
  return {
    sealed,
    scope: owner.data,
    judge: (plain) => {
      const opened = recordWith(record, plain)
      return 'reason' in opened ? invalid(opened.reason) : judge(opened.record)
    },
  }
}

function judged(
  event: InboxEvent,
  record: InboxRecord,
  { partner, signing, now }: { partner: Partner; signing: Signing; now: Date },
): Verdict {
  const write = writeOf(record)
  if (write.kind === 'invalid') return invalid(write.reason)
  const { appId, userId } = write.request
  if (!mayWrite(partner, appId)) return foreign
  const id = idOf(event, [appId, partner.id, userId], write.idempotencyKey)
  const context = { id, now, traceparent: event.traceparent, entry: 'partner' as const }
  return {
    accept:
      write.kind === 'memorize'
        ? planMemorize(write.request, context)
        : planActivity(write.request, context),
    signing,
  }
}

const foreign: Refused = {
  refuse: 'Unauthorized',
  reason: 'the partner may not write for this app',
}

function invalid(reason: string): Verdict {
  return { refuse: 'InvalidRecord', reason }
}

/**
 * The same record gives the same write, and so does the same idempotency key of a partner for a user of an app
 * (`from`): another partner's, or for another user, is another write, which the log must not take for a repetition.
 */
function idOf(event: InboxEvent, from: readonly string[], idempotencyKey: string | null): string {
  return derivedUuid(
    INBOX,
    idempotencyKey === null ? event.id : [...from, idempotencyKey].join('\n'),
  )
}
/** A namespace of our own for RFC 9562 version 5. */
const INBOX = '6f1d2c1e-5b0a-4c57-9a39-0d6c5d9f7a11'

function mayWrite({ appIds }: Partner, appId: string): boolean {
  return appIds.includes(EVERY_APP) || appIds.includes(appId)
}
