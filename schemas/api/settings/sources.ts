// Inbound webhooks: their endpoint (spec 4.9), and the bindings of sources to apps.
import { z } from 'zod'
import { appId, givenId, MIN_SECRET_CHARS, userId } from '../../identifiers.ts'
import { named } from '../named.ts'
import { pageOf } from '../paging.ts'
import { eventRequest } from '../writing/events.ts'
import { utf8AtMost } from '../writing/memorize.ts'

/** The map is held in memory and in one event, so it has a limit. */
export const MAX_USERS_BYTES = 256 * 1024

const users = z
  .record(z.string().min(1).max(256), userId)
  .refine((map) => utf8AtMost(MAX_USERS_BYTES)(JSON.stringify(map)), {
    message: `must be at most ${MAX_USERS_BYTES} bytes of JSON`,
  })
  .describe(
    'The provider’s user id to ours. Where it is given, other users of the provider are unknown',
  )

export const bindSourceRequest = named('BindSourceRequest', {
  appId,
  source: z.string().min(1).max(64).describe('Such as `stripe`'),
  secret: z
    .string()
    .min(MIN_SECRET_CHARS, `must be at least ${MIN_SECRET_CHARS} characters`)
    .max(512)
    .regex(/^[\x20-\x7e]*$/, 'must hold only printable ASCII characters')
    .describe('What the provider signs with. Never shown again'),
  users: users.optional(),
})

export const sourceBinding = named('SourceBinding', {
  id: z.string(),
  appId: z.string(),
  source: z.string(),
  users: z.record(z.string(), z.string()).nullable(),
  path: z.string().describe('Where the provider may send to, so that only this secret is tried'),
  createdAt: z.string(),
})
export const sourcesResponse = pageOf(sourceBinding).meta({ id: 'SourcesResponse' })
export const sourceParams = z.object({ appId, id: givenId })

/** The body of POST /webhooks/custom. */
export const customWebhook = eventRequest
  .omit({ source: true, timestamp: true })
  .extend({
    source: eventRequest.shape.source.default('custom'),
    timestamp: eventRequest.shape.timestamp.optional().describe('Unset: now'),
  })
  .meta({ id: 'CustomWebhook' })

export const webhookParams = z.object({ source: z.string().describe('Such as `stripe`') })
export const webhookQuery = z.object({
  binding: z.string().optional().describe('The id of a binding: only its secret is tried'),
})
/** As the documentation shows it; a provider’s own event is read leniently. */
export const webhookBody = z
  .union([
    customWebhook,
    z.record(z.string(), z.unknown()),
    z.array(z.record(z.string(), z.unknown())),
  ])
  .describe('The provider’s own event, byte for byte; for `custom` the fields shown')
  .meta({ id: 'WebhookBody' })
export const webhookResponse = named('WebhookResponse', {
  status: z.enum(['processed', 'ignored']),
  eventId: z.string().optional().describe('Only when processed'),
  eventIds: z.array(z.string()).optional().describe('Only when one request told of several'),
  challenge: z.string().optional().describe('Only to a request that asks for it'),
})
