// memory.summaries.v1: every version of the one text per user and category; and the end of each maintenance.
import { z } from 'zod'
import { eventsOf } from './envelope.ts'

const define = eventsOf('memory.summaries.v1')

export const summaryEvolved = define({
  type: 'SummaryEvolved',
  version: 1,
  open: z.strictObject({
    category: z.string(),
    /** The newest write that the summary includes. */
    source: z.int().nonnegative(),
    engine: z.string(),
  }),
  /** Empty where the category has no current fact left. */
  sealed: z.strictObject({ text: z.string() }),
})

/** A maintenance is done: facts are pruned and merged, and every summary that it made stale is rewritten. */
export const maintenanceCompleted = define({
  type: 'MaintenanceCompleted',
  version: 1,
  open: z.strictObject({
    /** The position of the MaintenanceRequested. */
    source: z.int().nonnegative(),
    keyGeneration: z.int().positive(),
    pruned: z.int().nonnegative(),
    merged: z.int().nonnegative(),
    /** How many summaries were rewritten. */
    refreshed: z.int().nonnegative(),
  }),
})
