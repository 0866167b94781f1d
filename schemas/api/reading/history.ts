// What happened to a memory: the changes between two instants, and the whole timeline, the newest first.
import { z } from 'zod'
import { givenInstant } from '../../instants.ts'
import { named } from '../named.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { item } from './memory.ts'

export const diffQuery = pageQuery.extend({
  from: givenInstant.describe('What was known then is compared'),
  to: givenInstant.optional().describe('With what was known then; now, where nothing is said'),
})

const difference = named('Difference', {
  change: z
    .enum(['came', 'changed', 'closed'])
    .describe('changed: closed, and another took its place; closed: nothing did'),
  item: item.describe('As it was known at `to`'),
  replacedBy: item
    .nullable()
    .describe('What took its place, as it was known at `to`; null where nothing did'),
})

export const diffResponse = pageOf(difference)
  .extend({
    from: z.string(),
    to: z.string(),
    summaries: z
      .record(z.string(), z.object({ from: z.string().nullable(), to: z.string().nullable() }))
      .describe(
        'By category, of those that differ and on the first page: both versions, null where none is known',
      ),
  })
  .meta({ id: 'DiffResponse' })

const happening = named('Happening', {
  id: z.string(),
  at: z.string().describe('When the service learnt it'),
  what: z.enum([
    'asserted',
    'reinforced',
    'superseded',
    'contested',
    'pruned',
    'merged',
    'closed',
    'marked',
    'forgotten',
  ]),
  category: z.string().nullable(),
  itemId: z.string().nullable().describe('Null where it is of no item, as a forget is'),
  content: z.string().nullable().describe('What the item says, where it is there still'),
  otherId: z
    .string()
    .nullable()
    .describe('The item that took its place, says the same, or is contradicted by it'),
  otherContent: z.string().nullable(),
})

export const timelineResponse = pageOf(happening).meta({ id: 'TimelineResponse' })
