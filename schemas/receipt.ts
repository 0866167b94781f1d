// What a receipt of a forget states. It holds no word of what was forgotten, and names the user by a keyed hash.
import { z } from 'zod'
import { instant } from './identifiers.ts'
import { pseudonym, signature } from './signed.ts'

const count = z.int().nonnegative()

export const receiptStatement = z.strictObject({
  type: z.literal('palimpsest.forget'),
  version: z.literal(1),
  receiptId: z.uuid(),
  appId: z.string(),
  user: pseudonym.describe('A keyed hash: `?userId=` asks the service whether it is of that user'),
  asked: z.strictObject({
    category: z.string().nullable().describe('Null: everything of the user'),
    at: instant,
  }),
  log: z
    .strictObject({ topic: z.string(), partition: count, position: count })
    .describe('Where the forget stands: nothing that was written before it can be read'),
  destroyedKeys: z
    .strictObject({ from: z.int().positive(), to: z.int().positive() })
    .nullable()
    .describe('Generations of the user’s data key; null where none was destroyed'),
  stores: z.array(
    z.strictObject({
      store: z.string(),
      letGoAt: instant.describe('By when nothing of it could be read there any more'),
      removed: z.record(z.string(), count),
    }),
  ),
  remains: z
    .array(
      z.strictObject({
        store: z.string(),
        what: z.string(),
        until: instant.nullable().describe('Null: as long as the operator of that server lets it'),
      }),
    )
    .describe('What still lies on a disk although no reader is given it'),
  completedAt: instant,
})
export type ReceiptStatement = z.infer<typeof receiptStatement>

export const receipt = z
  .strictObject({ statement: receiptStatement, signature })
  .meta({ id: 'Receipt' })
export type Receipt = z.infer<typeof receipt>
