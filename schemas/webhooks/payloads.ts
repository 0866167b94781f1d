// What webhooks send (spec 6.2 and 6.3): the payload of every event, with the `data` of each. Public: receivers are
// written against it.
import { z } from 'zod'
import { type NoticeName, noticeNames } from '../events/notices.ts'
import { appId, instant, userId } from '../identifiers.ts'

const resourceId = z.uuid().describe('The write that led to it')
const count = z.int().nonnegative()
const entityType = z.string().describe('Such as person, organisation, place')

/** Of each event: what it means, and its `data`. */
export const webhookEvents = {
  'memory.processed': {
    meaning: 'Content has been processed and memorized',
    data: z.strictObject({
      resourceId,
      itemsCreated: count.describe('Facts that were not known before'),
      entitiesCreated: count,
      categoriesUpdated: z.array(z.string()),
    }),
  },
  'entity.created': {
    meaning: 'A new entity was discovered',
    data: z.strictObject({ resourceId, name: z.string(), type: entityType }),
  },
  'entity.updated': {
    meaning: 'Entity properties were updated',
    data: z.strictObject({
      resourceId,
      name: z.string(),
      type: entityType,
      properties: z
        .record(z.string(), z.string())
        .describe('Those that are new or have another value, as they are now'),
    }),
  },
  'relationship.created': {
    meaning: 'A new relationship was discovered',
    data: z.strictObject({
      resourceId,
      source: z.string().describe('Name of the entity that it leads from'),
      type: z.string(),
      target: z.string().describe('Name of the entity that it leads to'),
    }),
  },
  'conflict.detected': {
    meaning: 'Conflicting information was detected',
    data: z.strictObject({
      supersededItemId: z
        .string()
        .optional()
        .describe('The item that is out of date now; not there where both items stay'),
      contestedItemId: z
        .string()
        .optional()
        .describe('The item that stays because its channel is trusted more; instead of the other'),
      itemId: z.string().describe('The item that contradicts it'),
      resourceId,
      category: z.string(),
      validTo: instant.optional().describe('Until when the superseded item held'),
    }),
  },
  'maintenance.completed': {
    meaning: 'A maintenance job completed',
    data: z.strictObject({
      pruned: count.describe('Facts that had decayed to nothing and were removed'),
      merged: count.describe('Duplicates that were merged'),
      refreshed: count.describe('Summaries that were rewritten'),
    }),
  },
} as const satisfies Record<NoticeName, { meaning: string; data: z.ZodType }>

/** The body of a delivery. */
export type WebhookPayload = {
  event: NoticeName
  timestamp: string
  appId: string
  userId: string
  data: Record<string, unknown>
}

/** `memory.processed`: MemoryProcessed. */
function pascal(name: NoticeName): string {
  return name.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** The whole payload of each event, with what it means. */
export const webhookPayloads: readonly { name: NoticeName; meaning: string; payload: z.ZodType }[] =
  noticeNames.map((name) => ({
    name,
    meaning: webhookEvents[name].meaning,
    payload: z
      .strictObject({
        event: z.literal(name),
        timestamp: instant.describe('When it was found'),
        appId,
        userId,
        data: webhookEvents[name].data,
      })
      .meta({ id: `${pascal(name)}Payload` }),
  }))
