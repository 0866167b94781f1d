// POST /forget (spec 4.10).
import { z } from 'zod'
import { appId, userId } from '../../identifiers.ts'
import { NEVER_NULL, named, strictNamed } from '../named.ts'

/** Strict, because a misspelt `category` would forget everything; so would a null that counts as absence. */
export const forgetRequest = strictNamed('ForgetRequest', {
  appId,
  userId: userId.describe('User to forget'),
  category: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('When present, only that category is deleted; when absent, all memories of the user')
    .meta({ [NEVER_NULL]: true }),
  confirm: z.literal(true, { error: 'must be true' }).describe('Must be true'),
})
export type ForgetRequest = z.infer<typeof forgetRequest>

export const forgetResponse = named('ForgetResponse', {
  status: z.literal('deleted'),
  deletedItems: z.int(),
  deletedEntities: z.int(),
  deletedResources: z.int(),
  receiptId: z.uuid().describe('Of the signed receipt: `GET /receipts/:receiptId`'),
})
