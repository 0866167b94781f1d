// POST /batch: many writes of one app in one call.
import { z } from 'zod'
import { appId } from '../../identifiers.ts'
import { named } from '../named.ts'
import { given, placeRule, spanRule } from '../reading/items.ts'
import { eventRequest } from './events.ts'
import { memorizeRequest } from './memorize.ts'

export const MAX_BATCH = 1_000

const memorizeWrite = named('BatchedMemorize', {
  kind: z.literal('memorize'),
  ...memorizeRequest.omit({ appId: true }).shape,
})
const eventWrite = named('BatchedEvent', {
  kind: z.literal('event'),
  ...eventRequest.omit({ appId: true }).shape,
})

const itemWrite = given
  .omit({ appId: true })
  .extend({ kind: z.literal('item') })
  .superRefine(placeRule)
  .superRefine(spanRule)
  .meta({ id: 'BatchedItem' })

/** Null stands for absence, as in every body. An app of its own is refused: the write would go to another one. */
function plainWrite(write: unknown, context: z.core.$RefinementCtx): unknown {
  if (typeof write !== 'object' || write === null || Array.isArray(write)) return write
  if ('appId' in write) {
    context.addIssue({ code: 'custom', path: ['appId'], message: 'stands beside `writes`' })
  }
  return Object.fromEntries(Object.entries(write).filter(([, value]) => value !== null))
}

/** Each is looked up before anything is stored. */
const MAX_NAMED = 200

export const batchRequest = named('BatchRequest', {
  appId,
  writes: z
    .array(
      z.preprocess(
        plainWrite,
        z.discriminatedUnion('kind', [memorizeWrite, eventWrite, itemWrite]),
      ),
    )
    .min(1)
    .max(MAX_BATCH)
    .refine(
      (writes) =>
        writes.flatMap((write) => ('supersedes' in write ? write.supersedes : [])).length <=
        MAX_NAMED,
      `must name at most ${MAX_NAMED} items in supersedes, together`,
    )
    .describe('Stored in this order'),
})
export type BatchRequest = z.infer<typeof batchRequest>

export const batchResponse = named('BatchResponse', {
  status: z.literal('queued'),
  ids: z.array(z.string()).describe('`resourceId` or `eventId` of each write, in their order'),
  itemIds: z
    .array(z.string().nullable())
    .optional()
    .describe('Where any write is an item: `itemId` of each that is one'),
  estimatedProcessingTime: z.number().describe('Seconds, for all of them'),
})
