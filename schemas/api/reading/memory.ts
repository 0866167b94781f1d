// What can be read of a user's memory: context, categories, entities, items, resources, audit (spec 4.4 to 4.7, and
// the endpoints of Palimpsest's own).
import { z } from 'zod'
import { channel, entry } from '../../channels.ts'
import { factType } from '../../facts.ts'
import { appId, givenId, importance, resourceType, threadId, userId } from '../../identifiers.ts'
import { signed } from '../../signed.ts'
import { digitsOr } from '../digits.ts'
import { named } from '../named.ts'
import { MAX_PAGE, pageOf, pageQuery } from '../paging.ts'
import { scopeName, scopesWanted, typesWanted } from './items.ts'
import { time } from './time.ts'

export const userParams = z.object({ appId, userId })
export const appParams = z.object({ appId })
/** A single value of a list in a query string comes as itself. */
const listed = (value: unknown) => (typeof value === 'string' ? [value] : value)
export const contextQuery = z.object({
  scopes: z.preprocess(listed, scopesWanted.optional()),
  types: z.preprocess(listed, typesWanted.optional()),
  ...time,
})

const pinnedItem = named('PinnedItem', {
  id: z.string(),
  content: z.string(),
  category: z.string(),
  type: factType,
  createdAt: z.string(),
})

/** An instant all the same: the specification knows no other value. */
export const NEVER_UPDATED = new Date(0).toISOString()
const lastUpdated = (of: string) => z.string().describe(`When ${of}; else ${NEVER_UPDATED}`)

export const contextResponse = named('ContextResponse', {
  pinned: z
    .array(pinnedItem)
    .optional()
    .describe('What comes first in every answer, the most important first'),
  summaries: z.record(z.string(), z.string()),
  lastUpdated: lastUpdated('a summary changed last'),
})

const categoryOverview = named('CategoryOverview', {
  name: z.string(),
  description: z.string(),
  hasContent: z.boolean(),
  itemCount: z.int().describe('What a query can find, also what has ended by itself'),
  lastUpdated: lastUpdated('the newest of these was said'),
})
export const categoriesResponse = named('CategoriesResponse', {
  categories: z.array(categoryOverview),
})

const entityType = z.string().min(1).max(64).optional()
export const entitiesQuery = z.object({
  type: entityType.describe('Filter by entity type'),
  limit: digitsOr(50, 1, MAX_PAGE).describe('Maximum results'),
  offset: digitsOr(0, 0).describe('Pagination offset'),
  ...time,
})
export const entityQuery = z.object({
  type: entityType.describe('Of several that share the name, the one of this type'),
  ...time,
})
const properties = z.record(z.string(), z.string())
const entityOverview = named('EntityOverview', {
  name: z.string(),
  type: z.string(),
  properties,
  relationshipCount: z.int(),
  firstMentioned: z.string(),
  lastMentioned: z.string(),
})
export const entitiesResponse = named('EntitiesResponse', {
  entities: z.array(entityOverview),
  total: z.int(),
  hasMore: z.boolean(),
})

export const entityParams = userParams.extend({ entityName: z.string().min(1).max(512) })
const relationship = named('Relationship', {
  type: z.string(),
  direction: z.enum(['outgoing', 'incoming']),
  target: z.string(),
  targetType: z.string(),
  properties,
})
const mention = named('Mention', {
  itemId: z.string().optional().describe('The item that mentions it; an older export has none'),
  context: z.string(),
  timestamp: z.string(),
})
export const entityDetail = named('Entity', {
  name: z.string(),
  type: z.string(),
  properties,
  relationships: z.array(relationship),
  mentions: z.array(mention),
})
export const entityResponse = named('EntityResponse', { entity: entityDetail })

export const itemParams = userParams.extend({ itemId: givenId })
export const itemsQuery = pageQuery.extend({
  category: z.string().min(1).max(64).optional(),
  threadId: threadId.optional().describe('Only what this thread said'),
  ...time,
  type: factType.optional().describe('Of this type'),
  scope: scopeName.optional().describe('Only items seen in this scope'),
  onlyScope: scopeName
    .optional()
    .describe('Only items given for this scope, and none without a scope'),
  current: z
    .literal('true')
    .optional()
    .describe(
      'Only current items that have not ended, or never hold; not with `asOf` or `knownAt`',
    ),
  pinned: z.literal('true').optional().describe('Only items that are pinned and have not ended'),
})
const provenance = named('Provenance', {
  resourceId: z.string(),
  start: z.int().describe('UTF-16 offset in the text of the resource'),
  end: z.int(),
  engine: z.string(),
  channel: channel
    .nullable()
    .describe('By which channel it was said; null: it was indexed before channels were kept'),
  saidBy: z
    .string()
    .nullable()
    .describe('The speaker as the content names them, or the source of an event'),
})
export const item = named('Item', {
  id: z.string(),
  content: z.string(),
  category: z.string(),
  confidence: z.number(),
  importance,
  createdAt: z.string(),
  validFrom: z.string(),
  validTo: z.string().nullable(),
  recordedAt: z
    .string()
    .nullable()
    .describe('When the service learnt it; null: it was indexed before that was kept'),
  closedAt: z
    .string()
    .nullable()
    .describe('When the service learnt that it is current no more; null: it is, or never was'),
  current: z
    .boolean()
    .describe(
      'False where another took its place, or it has ended by itself (`validTo`). With `asOf`: true, because it held then',
    ),
  state: z
    .enum(['current', 'superseded', 'merged', 'pruned', 'resolved', 'retracted', 'reprocessed'])
    .describe(
      'current: nothing has closed it, and `current` says whether it has ended by itself; merged: `supersededBy` says the same; pruned: it had decayed to nothing; resolved, retracted: a client closed it; reprocessed: another engine does not find it in the same words',
    ),
  prunedAt: z.string().optional().describe('There where the state is pruned'),
  type: factType,
  scopes: z.array(z.string()).describe('Where it is seen; empty: in every scope'),
  aliases: z.array(z.string()).describe('What else it is found by'),
  pinned: z.boolean(),
  subject: z.string().nullable(),
  attribute: z.string().nullable(),
  value: z.string().nullable(),
  entities: z.array(z.object({ name: z.string(), type: z.string() })),
  supersededBy: z.string().nullable(),
  supersedes: z.array(z.string()),
  reinforcedBy: z.array(z.string()).describe('Resources that said it again'),
  provenance,
  contests: z
    .array(z.string())
    .describe('Items that it contradicts and may not close, because they are trusted more'),
})
export const itemsResponse = pageOf(item).meta({ id: 'ItemsResponse' })
export const itemResponse = named('ItemResponse', {
  item,
  history: z.array(item).describe('What it superseded and what superseded it, the oldest first'),
  closing: z
    .object({
      at: z.string().describe('When it was asked for'),
      entry: entry.nullable().describe('How that came in'),
      keyId: z.string().nullable().describe('The API key; null where that was not kept'),
      keyName: z.string().nullable().describe('Its name; null for a key that is gone'),
    })
    .nullable()
    .describe('Who settled it or took it back; null for any other item'),
})

export const itemSourceResponse = named('ItemSourceResponse', {
  resourceId: z.string(),
  contentType: resourceType,
  saidAt: z.string().describe('When it was said, as the write tells'),
  text: z
    .string()
    .describe('The text that the item was read from: of a long one the part around the item'),
  textStart: z.int().describe('Where that part begins in the whole text, in UTF-16 units'),
  textLength: z.int().describe('Of the whole text'),
  start: z.int().describe('Where the words of the item begin in the whole text'),
  end: z.int(),
})
export type ItemSource = z.infer<typeof itemSourceResponse>

export const thread = named('Thread', {
  threadId: z.string(),
  firstAt: z.string().describe('When the first of its items was said'),
  lastAt: z.string().describe('When the last of its items was said'),
  itemCount: z.int().describe('Its items, superseded ones too'),
  resourceCount: z.int().describe('Writes that it has items of'),
})
export const threadsResponse = pageOf(thread)
  .describe('`total` is counted to at most 10,000')
  .meta({ id: 'ThreadsResponse' })

export const resourceParams = userParams.extend({ resourceId: givenId })
export const resource = named('Resource', {
  resourceId: z.string(),
  status: z.enum(['queued', 'processed', 'failed']),
  contentType: resourceType,
  threadId: z.string().nullable(),
  receivedAt: z.string(),
  processedAt: z.string().nullable(),
  contentBytes: z.int(),
  itemCount: z.int().describe('Facts that were read from it, also what is forgotten since'),
  reason: z.string().nullable().describe('Why it failed'),
})
export const resourcesResponse = pageOf(resource).meta({ id: 'ResourcesResponse' })
const processing = named('Processing', {
  processor: z.string().describe('Which processor has yet to handle it, or could not'),
  state: z
    .enum(['waiting', 'retrying', 'dead-lettered'])
    .describe('dead-lettered: an operator can list and replay it'),
  attempts: z.int().nullable().describe('How often it failed, where that is known'),
  errorClass: z.string().nullable().describe('What it failed with last, where that is known'),
  nextAttemptAt: z.string().nullable().describe('When it is tried again, where that is known'),
})
export const resourceResponse = named('ResourceResponse', {
  resource: resource
    .extend({
      processing: processing
        .nullable()
        .describe('Why it is not processed; null where it is, or was refused for good'),
      items: z.array(item),
    })
    .meta({ id: 'ResourceDetail' }),
})

export const auditEntry = named('AuditEntry', {
  id: z.string(),
  type: z.string(),
  at: z.string(),
  topic: z.string(),
  partition: z.int(),
  position: z.int(),
  causationId: z.string().nullable(),
  category: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})
export const auditResponse = pageOf(auditEntry).meta({ id: 'AuditResponse' })
export const auditRootsResponse = pageOf(signed).meta({ id: 'AuditRootsResponse' })
