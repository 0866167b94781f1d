// What operators ask and order while the service runs: dead letters, lag, and replays with their progress.
import { z } from 'zod'
import { givenId } from '../../identifiers.ts'
import { named, strictNamed } from '../named.ts'
import { pageOf } from '../paging.ts'

export const projectionNames = ['memory', 'graph', 'audit'] as const
export const MAX_REPLAYED = 1_000

export const deadLetter = named('DeadLetter', {
  id: z.string(),
  at: z.string().describe('When it was given up'),
  appId: z.string().describe('`_`: it belongs to no app, or its app cannot be read'),
  processor: z.string().describe('Which could not handle it'),
  topic: z.string(),
  partition: z.int(),
  position: z.int(),
  eventId: z.string().describe('Of a write its resourceId'),
  eventType: z.string(),
  errorClass: z.string(),
  reason: z.string().describe('Never holds what a user said'),
  attempts: z.int(),
})
export const deadLettersResponse = pageOf(deadLetter)
  .describe('`total` is counted to at most 10,000')
  .meta({ id: 'DeadLettersResponse' })

/** Strict, because a misspelt `ids` would replay all. */
export const replayLettersRequest = strictNamed('ReplayDeadLettersRequest', {
  ids: z
    .array(z.uuid())
    .min(1)
    .max(MAX_REPLAYED)
    .optional()
    .describe('Only these dead letters; without it all'),
})

/** Strict, because a misspelt `check` would change the one in use. */
export const replayRequest = strictNamed('ReplayRequest', {
  projection: z.enum(projectionNames).describe('Which to rebuild from the log'),
  check: z.boolean().default(false).describe('Compare only: the one in use stays as it is'),
})
export type ReplayRequest = z.infer<typeof replayRequest>

export const replay = named('Replay', {
  id: z.string(),
  what: z.enum(['dead-letters', 'projection']),
  projection: z.string().nullable().describe('Null where dead letters are replayed'),
  status: z.enum(['running', 'done', 'failed']),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  progress: z.string().nullable().describe('What it told last, for people'),
  result: z
    .object({
      handled: z.int().optional().describe('Dead letters that are handled now'),
      left: z.int().optional().describe('Dead letters that could not be handled this time either'),
      records: z.int().optional().describe('Events that were read'),
      unchanged: z.boolean().optional().describe('The projection is what it was before'),
      behind: z
        .boolean()
        .optional()
        .describe('The one in use never stood still where the two could be compared'),
    })
    .nullable(),
  errorClass: z.string().nullable().describe('Why it failed'),
})
export type Replay = z.infer<typeof replay>
export const replayResponse = named('ReplayResponse', { replay })
export const replayParams = z.object({ replayId: givenId })

const partitionLag = named('PartitionLag', {
  topic: z.string(),
  partition: z.int(),
  checkpoint: z.int().nullable().describe('Null where it has not done with anything'),
  records: z.int().describe('Records that it has not done with'),
  since: z.string().nullable().describe('Since when the oldest of them is in the log'),
})
const processorLag = named('ProcessorLag', {
  processor: z.string(),
  records: z.int(),
  oldestSeconds: z.number().describe('How long the oldest record waits; 0 where none does'),
  stalled: z.boolean().describe('It stands still although everything that it needs is up'),
  partitions: z.array(partitionLag).describe('Those that are behind'),
})
const topicEnd = named('TopicEnd', {
  topic: z.string(),
  end: z
    .int()
    .describe(
      'The ends of its partitions, added up. From two answers follows how many records came between them; over Kafka a few places hold none',
    ),
})
export const lagResponse = named('LagResponse', {
  at: z.string(),
  processors: z.array(processorLag),
  topics: z.array(topicEnd).describe('Those that processors read'),
})
