// Custom: any system that can send JSON, with an API key (spec 4.9) or with a secret of its own, which signs the body.
import { firstOf } from '../../../infra/runtime/certain.ts'
import { customWebhook } from '../../../schemas/api/settings/sources.ts'
import { idempotencyKey } from '../../../schemas/identifiers.ts'
import { readJson } from './payload.ts'
import { idsIn } from './sender.ts'
import { bodyId, proofOfOurs } from './signature.ts'
import { type Message, type Source, Unreadable, type WebhookRequest } from './source.ts'

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
  const read = customWebhook.safeParse(readJson(request.body))
  if (!read.success) {
    const issue = firstOf(read.error.issues)
    throw new Unreadable(issue.message, issue.path.map(String).join('.') || 'body')
  }
  const { appId, userId, timestamp, ...activity } = read.data
  return {
    eventType: activity.eventType,
    deliveryId: deliveryIdOf(request),
    users: [userId],
    named: [userId],
    standIn: null,
    at: timestamp ?? null,
    data: activity.data,
    entities: [],
    itself: { appId, activity },
  }
}

/**
 * With a key, the header that other writes take; with a signature, an id from the signed body, so that a captured
 * request cannot be replayed.
 */
function deliveryIdOf({ headers, body }: WebhookRequest): string | null {
  if (headers.authorization === undefined) return bodyId(body)
  const given = headers['idempotency-key']
  if (given === undefined) return null
  const read = idempotencyKey.safeParse(given)
  if (!read.success) throw new Unreadable(firstOf(read.error.issues).message, 'Idempotency-Key')
  return read.data
}
