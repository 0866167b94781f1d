// memory.inbox.v1: writes of partner systems, with the content inline. Untrusted: a record is held to the same rules
// as a request over HTTP before it becomes a write. Not an event of ours, so the catalogue does not know it.
import { z } from 'zod'
import { readWellFormed } from '../api/well-formed.ts'
import { type EventRequest, eventRequest } from '../api/writing/events.ts'
import { type MemorizeRequest, memorizeRequest } from '../api/writing/memorize.ts'
import { idempotencyKey, type Scope } from '../identifiers.ts'
import { nothingSealed } from './envelope.ts'

/** A record of the inbox as the log delivers it: its content, and the headers that prove who signed it. */
export const inboxReceived = {
  type: 'InboxReceived' as const,
  version: 1,
  open: z.strictObject({
    record: z.unknown(),
    /** SHA-256 of the record's value, hex. */
    valueHash: z.string().length(64),
    /** From the record's headers; null where they are missing or longer than any valid one. */
    partnerId: z.string().max(64).nullable(),
    signedAtMs: z.string().max(16).nullable(),
    nonce: z.string().max(64).nullable(),
    signature: z.string().max(128).nullable(),
    /** True where it names an API key, which can no longer sign records. */
    namesApiKey: z.boolean(),
  }),
  sealed: nothingSealed,
}
/** The headers of a partner's record: who signed it, when (Unix milliseconds), and a nonce. */
export const INBOX_PARTNER_HEADER = 'palimpsest-partner-id'
export const INBOX_TIME_HEADER = 'palimpsest-time'
export const INBOX_NONCE_HEADER = 'palimpsest-nonce'
/** `v1=` and hex HMAC-SHA256 of `signedText`, keyed by the partner's secret. */
export const INBOX_SIGNATURE_HEADER = 'palimpsest-signature'
export const INBOX_API_KEY_HEADER = 'palimpsest-key-id'

const NONCE = /^[A-Za-z0-9_-]{16,64}$/
const UNIX_MS = /^\d{1,15}$/

/** What a signature covers. `valueHash`: hex SHA-256 of the record's value as it is written. */
export type SignedRecord = {
  partnerId: string
  appId: string
  userId: string
  signedAtMs: string
  nonce: string
  valueHash: string
}

/** The text that is signed: one line for each part, the first names the version. Null where a part is malformed. */
export function signedText(record: SignedRecord): string | null {
  const { partnerId, appId, userId, signedAtMs, nonce, valueHash } = record
  if (!NONCE.test(nonce) || !UNIX_MS.test(signedAtMs)) return null
  const lines = ['palimpsest-inbox-v1', partnerId, appId, userId, signedAtMs, nonce, valueHash]
  return lines.some((line) => line.includes('\n')) ? null : lines.join('\n')
}

const optional = z.string().nullable().default(null)

const memorize = z
  .strictObject({
    content: z.string(),
    contentType: z.string(),
    threadId: optional,
    /** A JSON object. */
    metadata: optional,
  })
  .nullable()
  .default(null)
const event = z
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
  .default(null)

/** No record of the log is longer. */
const MAX_CIPHERTEXT_CHARS = 2 * 1024 * 1024

/** What a partner sealed. The service alone can open it, as long as the user's key of the generation is there. */
const sealedPart = z.strictObject({
  /** As `GET /inbox-keys/:appId/:userId` gave it, with the public key. */
  keyGeneration: z.int().positive(),
  /** HPKE (RFC 9180) of `{memorize}` or `{event}` as JSON: the sender's key and the cipher text, in base64url. */
  ciphertext: z
    .string()
    .max(MAX_CIPHERTEXT_CHARS)
    .regex(/^[\w-]+={0,2}$/),
})
export type SealedPart = z.infer<typeof sealedPart>

/** The `info` of HPKE, which binds what is sealed to its user: one line for each part, the first names the version. */
export function sealedInfo({
  appId,
  userId,
  keyGeneration,
}: Scope & Pick<SealedPart, 'keyGeneration'>): string {
  return ['palimpsest-inbox-seal-v1', appId, userId, keyGeneration].join('\n')
}

/** Checks the shape alone; `writeOf`, which knows the request, checks what the fields hold. */
export const inboxRecord = z.strictObject({
  appId: z.string(),
  userId: z.string(),
  idempotencyKey: optional,
  /** When it was said or happened. An event must have it. */
  timestamp: optional,
  memorize,
  event,
  sealed: sealedPart.nullable().default(null),
})
export type InboxRecord = z.infer<typeof inboxRecord>

export type InboxWrite =
  | { kind: 'memorize'; request: MemorizeRequest; idempotencyKey: string | null }
  | { kind: 'event'; request: EventRequest; idempotencyKey: string | null }
  /** `reason` names the field and the rule, never the value. */
  | { kind: 'invalid'; reason: string }

const sealedContent = z.strictObject({ memorize, event })

/** The record with what its sealed part held. `reason` names the field and the rule, never the value. */
export function recordWith(
  record: InboxRecord,
  plain: Uint8Array,
): { record: InboxRecord } | { reason: string } {
  const content = sealedContent.safeParse(parsed(Buffer.from(plain).toString('utf8')))
  if (content.success) return { record: { ...record, ...content.data, sealed: null } }
  const path = ['sealed', ...(content.error.issues[0]?.path ?? [])].join('.')
  return { reason: `${path} does not have the shape of the schema` }
}

/** The request that a record stands for, or why it stands for none. A sealed part is opened first. */
export function writeOf(record: InboxRecord): InboxWrite {
  const [part, ...others] = [record.memorize, record.event].filter((each) => each !== null)
  if (!part || others.length > 0 || record.sealed) {
    return { kind: 'invalid', reason: 'exactly one of memorize, event and sealed must be set' }
  }
  const key = idempotencyKey.nullable().safeParse(record.idempotencyKey)
  if (!key.success) return invalid('idempotencyKey', key.error)
  if ('content' in part) {
    const request = readWellFormed(memorizeRequest, memorizeBody(record, part))
    if (!request.success) return invalid('', request.error)
    return { kind: 'memorize', request: request.data, idempotencyKey: key.data }
  }
  const request = readWellFormed(eventRequest, eventBody(record, part))
  if (!request.success) return invalid('', request.error)
  return { kind: 'event', request: request.data, idempotencyKey: key.data }
}

/** `metadata.timestamp` overrides the record's own, because it is closer to the content. */
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

/** Gives the text itself where it is not JSON: no rule for a free-form object accepts a text. */
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
