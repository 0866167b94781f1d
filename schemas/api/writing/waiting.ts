// Waiting for a write: until it can be retrieved, or until a time limit.
import { z } from 'zod'

export const MAX_WAIT_MS = 30_000
export const MAX_AWAITED_WRITES = 100

/** In the body of a write. */
export const wait = z
  .int()
  .min(0)
  .max(MAX_WAIT_MS)
  .optional()
  .describe('Milliseconds: answer when it can be retrieved, or after so long')

/** In the answer of a write. */
export const retrievable = z
  .boolean()
  .optional()
  .describe('There where `wait` was given: whether it can be retrieved now')

/** In the body of a query. */
export const after = z
  .array(z.uuid())
  .max(MAX_AWAITED_WRITES)
  .optional()
  .describe('`resourceId` and `eventId` of writes that the answer must know: waits for them')
