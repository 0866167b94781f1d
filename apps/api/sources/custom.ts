// Custom: any system that can send JSON, with an API key (spec 4.9) or with a secret of its own, which signs the body.
import { firstOf } from '../../../infra/runtime/certain.ts'
import { customWebhook } from '../../../schemas/api/settings/sources.ts'
import { idempotencyKey } from '../../../schemas/identifiers.ts'
import { GIVEN_TWICE } from '../plugins/bodies/json-body.ts'
import { repeatedMember } from '../plugins/bodies/repeated-members.ts'
import { createReader } from '../plugins/bodies/validation.ts'
import { readScanned } from './payload.ts'
import { idsIn } from './sender.ts'
import { bodyId, proofOfOurs } from './signature.ts'
import { type Message, type Source, Unreadable, type WebhookRequest } from './source.ts'

/** As every other body of ours is read. */
const read = createReader(customWebhook)

export const custom: Source = {
  name: 'custom',
  scheme: '`Authorization: Bearer <API_KEY>` without a binding, or `X-Signature-256`',
  takesApiKeys: true,
  proof: proofOfOurs,
  senderIds: ({ body }) => idsIn(body, 'appId'),
  events: {},
  messages: (request) => [messageOf(request)],
}

function messageOf(request: WebhookRequest): Message {
  const body = read(readOurs(request.body))
  if ('problems' in body) {
    const { field, issue } = firstOf(body.problems)
    throw new Unreadable(issue, field, body.problems.slice(1))
  }
  const { appId, userId, timestamp, ...activity } = body.value
  return {
    eventType: activity.eventType,
    deliveryId: deliveryIdOf(request),
    users: [userId],
    named: [userId],
    standIn: null,
    at: timestamp ?? null,
    data: activity.data,
    entities: [],
    itself: { appId, activity, unknown: body.unknown },
  }
}

function readOurs(bytes: Uint8Array): unknown {
  const { read: parsed, sent } = readScanned(bytes)
  const twice = repeatedMember({ bytes, ...sent }, parsed)
  if (twice !== null) throw new Unreadable(GIVEN_TWICE, twice)
  if (holdsPrototype(parsed)) throw new Unreadable('must hold no member that is named __proto__')
  return parsed
}

/** The schema drops such a member without a word. As deep as the scan of the body allows. */
function holdsPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(holdsPrototype)
}

/**
 * With a key, the header that other writes take; with a signature, an id from the signed body, so that a captured
 * request cannot be replayed.
 */
function deliveryIdOf({ headers, body }: WebhookRequest): string | null {
  if (headers.authorization === undefined) return bodyId(body)
  const given = headers['idempotency-key']
  if (given === undefined) return null
  const key = idempotencyKey.safeParse(given)
  if (!key.success) throw new Unreadable(firstOf(key.error.issues).message, 'Idempotency-Key')
  return key.data
}
