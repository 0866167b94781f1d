// The endpoints of outbound webhooks: subscriptions and the log of their deliveries.
import { z } from 'zod'
import { noticeNames } from '../../events/notices.ts'
import { appId, givenId } from '../../identifiers.ts'
import { named } from '../named.ts'
import { pageOf } from '../paging.ts'

const secret = z
  .string()
  .min(1)
  .max(256, 'must be at most 256 characters')
  // A replacement character in its place would sign with a secret that the receiver does not have.
  .refine((text) => text.isWellFormed(), 'must hold no halves of surrogate pairs')
  .describe(
    'Signs deliveries; never shown. `whsec_` and base64, or any text; one of fewer than 16 characters can be guessed from what it signs',
  )

const events = z
  .array(z.enum(noticeNames))
  .min(1, 'must name at least one event')
  .refine((list) => new Set(list).size === list.length, 'must not name an event twice')

export const subscribeRequest = named('SubscribeRequest', {
  appId,
  url: z.string().min(1).max(2048).describe('Receiver, http or https'),
  events,
  secret,
})

export const webhook = named('Webhook', {
  id: z.string(),
  appId: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  createdAt: z.string(),
  rotatedAt: z.string().nullable().describe('When its secret was replaced last'),
  status: z.enum(['active', 'disabled']),
  disabledAt: z.string().nullable(),
  disabledReason: z.string().nullable().describe('`gone`: the receiver answered 410'),
})
export const webhooksResponse = pageOf(webhook).meta({ id: 'WebhooksResponse' })

export const webhookParams = z.object({ appId, id: givenId })
export const deliveryParams = z.object({ appId, id: givenId, deliveryId: givenId })

export const rotateSecretRequest = named('RotateSecretRequest', { secret })
export const rotateSecretResponse = webhook
  .extend({
    previousUntil: z.string().describe('Until then deliveries are signed with the old secret too'),
  })
  .meta({ id: 'RotateSecretResponse' })

export const delivery = named('Delivery', {
  id: z.string().describe('What the receiver sees as `webhook-id`'),
  event: z.string(),
  userId: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed', 'cancelled']),
  createdAt: z.string(),
  nextAttemptAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  attempts: z.array(
    z.object({
      at: z.string(),
      status: z.number().nullable().describe('What the receiver answered'),
      error: z.string().nullable().describe('Why there was no answer'),
      durationMs: z.number(),
    }),
  ),
})
export const deliveriesResponse = pageOf(delivery).meta({ id: 'DeliveriesResponse' })
