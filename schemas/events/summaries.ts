// memory.summaries.v1: one text per user and category, each version of it; and when a maintenance has written its last.
import { z } from 'zod'
import { defineEvent, nothingSealed } from './envelope.ts'

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

/** A maintenance is done: facts are pruned and merged, and every summary that it made stale is written anew. */
export const maintenanceCompleted = defineEvent({
  type: 'MaintenanceCompleted',
  version: 1,
  topic: 'memory.summaries.v1',
  open: z.strictObject({
    /** The position of the MaintenanceRequested. */
    source: z.int().nonnegative(),
    keyGeneration: z.int().positive(),
    pruned: z.int().nonnegative(),
    merged: z.int().nonnegative(),
    /** Summaries written anew. */
    refreshed: z.int().nonnegative(),
  }),
  sealed: nothingSealed,
})
