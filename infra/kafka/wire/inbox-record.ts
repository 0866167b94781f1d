// A partner's record as an event: what it says, and what proves who sent it. The processor judges it; this file only
// puts it into the form in which the log delivers everything.
import { createHash } from 'node:crypto'
import { NO_APP, NO_USER, type StoredEvent } from '../../../schemas/events/envelope.ts'
import {
  INBOX_API_KEY_HEADER,
  INBOX_NONCE_HEADER,
  INBOX_PARTNER_HEADER,
  INBOX_SIGNATURE_HEADER,
  INBOX_TIME_HEADER,
  inboxReceived,
} from '../../../schemas/events/inbox.ts'
import type { LogPosition } from '../../ports/event-log.ts'
import { memberOf, present } from '../../runtime/certain.ts'
import { derivedUuid } from '../../runtime/envelope/ids.ts'
import type { RawHeader, RawRecord } from './record-batches.ts'

/** A namespace of our own: the id follows from the place in the log, so that a redelivery has the same id. */
const INBOX_PLACES = '0b6a8a3e-2f0b-4b7a-8d0a-5f2f1d6f3c55'
const MAX_ID_BYTES = 64
const MAX_TIME_BYTES = 16
const MAX_SIGNATURE_BYTES = 128

/** The time is the broker's: the topic is configured so, and no producer can choose it. */
export function inboxEvent(place: LogPosition, raw: RawRecord, record: unknown): StoredEvent {
  const at = new Date(raw.timestamp).toISOString()
  const content = plain(present(record, 'record'))
  return {
    id: derivedUuid(INBOX_PLACES, `${place.topic}/${place.partition}/${place.position}`),
    type: inboxReceived.type,
    version: inboxReceived.version,
    appId: textOr(memberOf(content, 'appId'), NO_APP),
    userId: textOr(memberOf(content, 'userId'), NO_USER),
    occurredAt: at,
    recordedAt: at,
    causationId: null,
    traceparent: null,
    open: {
      record: content,
      valueHash: createHash('sha256').update(present(raw.value, 'value')).digest('hex'),
      partnerId: headerOf(raw.headers, INBOX_PARTNER_HEADER, MAX_ID_BYTES),
      signedAtMs: headerOf(raw.headers, INBOX_TIME_HEADER, MAX_TIME_BYTES),
      nonce: headerOf(raw.headers, INBOX_NONCE_HEADER, MAX_ID_BYTES),
      signature: headerOf(raw.headers, INBOX_SIGNATURE_HEADER, MAX_SIGNATURE_BYTES),
      namesApiKey: raw.headers.some(({ name }) => name === INBOX_API_KEY_HEADER),
    },
    sealed: null,
  }
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise
}

/** Null if the header is missing or longer than any valid one. */
function headerOf(headers: readonly RawHeader[], name: string, maxLength: number): string | null {
  const value = headers.find((header) => header.name === name)?.value
  return !value || value.length > maxLength ? null : value.toString('utf8')
}

/** Avro returns instances of its own classes. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))
}
