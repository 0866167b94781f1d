// POST /batch: many writes of one app in one call.
import { z } from 'zod'
import { appId } from '../identifiers.ts'
import { eventRequest } from './events.ts'
import { memorizeRequest } from './memorize.ts'

export const MAX_BATCH = 1_000

const memorizeWrite = z
  .strictObject({ kind: z.literal('memorize'), ...memorizeRequest.omit({ appId: true }).shape })
  .meta({ id: 'BatchedMemorize' })
const eventWrite = z
  .strictObject({ kind: z.literal('event'), ...eventRequest.omit({ appId: true }).shape })
  .meta({ id: 'BatchedEvent' })

/** Null stands for absence, as in every body. */
function withoutNulls(write: unknown): unknown {
  if (typeof write !== 'object' || write === null || Array.isArray(write)) return write
  return Object.fromEntries(Object.entries(write).filter(([, value]) => value !== null))
}

export const batchRequest = z
  .object({
    appId,
    writes: z
      .array(z.preprocess(withoutNulls, z.discriminatedUnion('kind', [memorizeWrite, eventWrite])))
      .min(1)
      .max(MAX_BATCH)
      .describe('Stored in this order'),
  })
  .meta({ id: 'BatchRequest' })
export type BatchRequest = z.infer<typeof batchRequest>

export const batchResponse = z
  .object({
    status: z.literal('queued'),
    ids: z.array(z.string()).describe('`resourceId` or `eventId` of each write, in their order'),
    estimatedProcessingTime: z.number().describe('Seconds, for all of them'),
  })
  .meta({ id: 'BatchResponse' })
