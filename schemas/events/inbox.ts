// memory.inbox.v1: writes of partner systems, with the content inline. Untrusted: a record is held to the same rules
// as a request over HTTP before it becomes a write. Not an event of ours, so the catalogue does not know it.
import { z } from 'zod'
import { type EventRequest, eventRequest } from '../api/events.ts'
import { type MemorizeRequest, memorizeRequest } from '../api/memorize.ts'
import { idempotencyKey } from '../identifiers.ts'
import { nothingSealed } from './envelope.ts'

/**
 * A record of the inbox as the log hands it over. The signature proves that the producer holds an API key of the app
 * without the key lying in the log: hex HMAC-SHA256 of the value's SHA-256 (hex), keyed by the API key's SHA-256 (hex).
 */
export const inboxReceived = {
  type: 'InboxReceived' as const,
  version: 1,
  open: z.strictObject({
    record: z.unknown(),
    /** SHA-256 of the record's value, hex. */
    valueHash: z.string().length(64),
    /** From the record's headers; null where they are missing. */
    keyId: z.string().max(64).nullable(),
    signature: z.string().max(128).nullable(),
  }),
  sealed: nothingSealed,
}
/** The headers that a partner's record carries. */
export const INBOX_KEY_HEADER = 'palimpsest-key-id'
export const INBOX_SIGNATURE_HEADER = 'palimpsest-signature'

const optional = z.string().nullable().default(null)

/** The shape alone; what the fields may hold is for `writeOf`, which knows the request that they make. */
export const inboxRecord = z.strictObject({
  appId: z.string(),
  userId: z.string(),
  idempotencyKey: optional,
  /** When it was said or happened. An event must have it. */
  timestamp: optional,
  memorize: z
    .strictObject({
      content: z.string(),
      contentType: z.string(),
      threadId: optional,
      /** A JSON object. */
      metadata: optional,
    })
    .nullable()
    .default(null),
  event: z
    .strictObject({
      eventType: z.string(),
      source: z.string(),
      /** A JSON object. */
      data: z.string(),
      suggestedCategory: optional,
      suggestedEntities: z
        .array(z.strictObject({ name: z.string(), type: z.string() }))
        .nullable()
        .default(null),
      importance: optional,
    })
    .nullable()
    .default(null),
})
export type InboxRecord = z.infer<typeof inboxRecord>

export type InboxWrite =
  | { kind: 'memorize'; request: MemorizeRequest; idempotencyKey: string | null }
  | { kind: 'event'; request: EventRequest; idempotencyKey: string | null }
  /** `reason` names the field and the rule, never the value. */
  | { kind: 'invalid'; reason: string }

/** The request that a record stands for, or why it is none. */
export function writeOf(record: InboxRecord): InboxWrite {
  const { memorize, event } = record
  if (Boolean(memorize) === Boolean(event)) {
    return { kind: 'invalid', reason: 'exactly one of memorize and event must be set' }
  }
  const key = idempotencyKey.nullable().safeParse(record.idempotencyKey)
  if (!key.success) return invalid('idempotencyKey', key.error)
  const request = memorize
    ? memorizeRequest.safeParse(memorizeBody(record, memorize))
    : eventRequest.safeParse(eventBody(record, event!))
  if (!request.success) return invalid('', request.error)
  const kind = memorize ? 'memorize' : 'event'
  return { kind, request: request.data, idempotencyKey: key.data } as InboxWrite
}

/** `metadata.timestamp` goes before the record's own, because it is the nearer to the content. */
function memorizeBody(
  { appId, userId, timestamp }: InboxRecord,
  { metadata, ...rest }: NonNullable<InboxRecord['memorize']>,
) {
  const given = metadata === null ? {} : parsed(metadata)
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
  const dated = isObject && timestamp !== null ? { timestamp, ...given } : given
  return { appId, userId, ...withoutNulls(rest), metadata: dated }
}

function eventBody(
  { appId, userId, timestamp }: InboxRecord,
  { data, ...rest }: NonNullable<InboxRecord['event']>,
) {
  return { appId, userId, ...withoutNulls({ ...rest, timestamp }), data: parsed(data) }
}

/** The text itself where it is no JSON: no rule for a free-form object lets a text pass. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

function withoutNulls(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

function invalid(field: string, error: z.ZodError): InboxWrite {
  const issue = error.issues[0]
  const path = issue?.path.join('.') || field || '(root)'
  return { kind: 'invalid', reason: `${path} ${issue?.code ?? 'invalid'}` }
}
