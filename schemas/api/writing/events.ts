// POST /events (spec 4.8).
import { z } from 'zod'
import { appId, importance, userId } from '../../identifiers.ts'
import { givenInstant } from '../../instants.ts'
import { named } from '../named.ts'
import { isShallow, utf8AtMost } from './memorize.ts'
import { retrievable, wait } from './waiting.ts'

export const MAX_EVENT_BYTES = 256 * 1024
const MAX_ENTITIES = 50

export const eventType = z
  .string()
  .min(1)
  .max(128)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: written out, because not every reader of the document knows \p{Cc}
  .regex(/^[^\x00-\x1f\x7f-\x9f]*$/, 'must not hold control characters')

export const eventRequest = z.object({
  appId,
  userId,
  eventType: eventType.describe('Free-form type name'),
  source: z.string().min(1).max(256).describe('Event source'),
  timestamp: givenInstant.describe('When it happened, ISO 8601; without an offset in UTC'),
  data: z
    .record(z.string(), z.unknown())
    .refine(isShallow, { message: 'must be nested at most 100 deep', abort: true })
    .refine((value) => utf8AtMost(MAX_EVENT_BYTES)(JSON.stringify(value)), {
      message: `must be at most ${MAX_EVENT_BYTES} bytes of JSON`,
    })
    .describe('Event-specific data'),
  suggestedCategory: z.string().min(1).max(64).optional().describe('Category hint'),
  suggestedEntities: z
    .array(z.object({ name: z.string().min(1).max(256), type: z.string().min(1).max(64) }))
    .max(MAX_ENTITIES)
    .optional()
    .describe('Entity hints'),
  importance: importance.optional(),
})
export type EventRequest = z.infer<typeof eventRequest>

/** What is stored, and how long the caller waits for it. */
export const eventCall = eventRequest.extend({ wait }).meta({ id: 'EventRequest' })

export const eventResponse = named('EventResponse', {
  status: z.literal('queued'),
  eventId: z.string(),
  retrievable,
})
