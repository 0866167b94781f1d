// POST /maintenance: asks for the maintenance of a user, of an app's users, or of all, page by page.
import { z } from 'zod'
import { appId, userId } from '../../identifiers.ts'
import { cursor, DEFAULT_PAGE, MAX_PAGE, pageOf } from '../paging.ts'

/** Strict, because a misspelt `dryRun` would change every user. */
export const maintenanceRequest = z
  .strictObject({
    appId: appId.optional().describe('When absent, every app: needs a key for every app'),
    userId: userId.optional().describe('When absent, every user of the app who has memories'),
    dryRun: z.boolean().default(false).describe('Change nothing; tell what would be done'),
    limit: z
      .int()
      .min(1)
      .max(MAX_PAGE)
      .default(DEFAULT_PAGE)
      .describe('Maximum users in this call'),
    cursor: cursor.optional().describe('`nextCursor` of the call before'),
  })
  .refine((body) => body.userId === undefined || body.appId !== undefined, {
    path: ['appId'],
    error: 'must be given with userId',
  })
  .refine((body) => body.userId === undefined || body.cursor === undefined, {
    path: ['cursor'],
    error: 'goes with no userId: there is one page',
  })
  .meta({ id: 'MaintenanceRequest' })
export type MaintenanceRequest = z.infer<typeof maintenanceRequest>

/** What a maintenance does, in numbers. */
export const maintenanceCounts = z.object({ pruned: z.int(), merged: z.int(), refreshed: z.int() })

export const maintenanceQueued = pageOf(
  z.object({ appId: z.string(), userId: z.string(), maintenanceId: z.string() }),
)
  .extend({ status: z.literal('queued') })
  .meta({ id: 'MaintenanceQueued' })
export type MaintenanceQueued = z.infer<typeof maintenanceQueued>

export const maintenancePlanned = pageOf(
  z.object({ appId: z.string(), userId: z.string(), ...maintenanceCounts.shape }),
)
  .extend({ status: z.literal('planned') })
  .meta({ id: 'MaintenancePlanned' })
export type MaintenancePlanned = z.infer<typeof maintenancePlanned>
