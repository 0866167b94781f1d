// memory.summaries.v1: one text per user and category, each version of it.
import { z } from 'zod'
import { defineEvent } from './envelope.ts'

export const summaryEvolved = defineEvent({
  type: 'SummaryEvolved',
  version: 1,
  topic: 'memory.summaries.v1',
  open: z.strictObject({
    category: z.string(),
    /** The newest write that it has taken in. */
    source: z.int().nonnegative(),
    engine: z.string(),
  }),
  /** Empty where no current fact is left in the category. */
  sealed: z.strictObject({ text: z.string() }),
})
