// GET /receipts/:receiptId: the signed receipt of a forget.
import { z } from 'zod'
import { givenId, userId } from '../../identifiers.ts'
import { receipt } from '../../receipt.ts'

export const receiptParams = z.object({ receiptId: givenId.describe('As /forget gave it') })
/** Strict, because the answer is signed as it is sent: it has no place for a warning. */
export const receiptQuery = z.strictObject({
  userId: userId.optional().describe('Asks whether it is of this user: 404 where it is not'),
})
export const receiptResponse = receipt
