// POST /retrieve (spec 4.3).
import { z } from 'zod'
import { factType } from '../../facts.ts'
import { appId, userId } from '../../identifiers.ts'
import { named } from '../named.ts'
import { after } from '../writing/waiting.ts'
import { scopesWanted, typesWanted } from './items.ts'
import { time } from './time.ts'

export const MAX_QUERY_CHARS = 8_000
export const MAX_TOKENS = 100_000
/** Spec 8.2. */
export const DEFAULT_TIME_DECAY_DAYS = 30
export const DEFAULT_MIN_CONFIDENCE = 0.6
export const DEFAULT_MIN_RELEVANCE = 0.05

export const retrieveRequest = named('RetrieveRequest', {
  appId,
  userId,
  query: z
    .string()
    .max(MAX_QUERY_CHARS)
    .refine((text) => /\S/.test(text), 'must not be empty')
    .describe('Query to find relevant memories'),
  maxTokens: z
    .int()
    .min(1)
    .max(MAX_TOKENS)
    .default(2000)
    .describe('Maximum tokens in the response'),
  includeGraph: z.boolean().default(true).describe('Include graph context'),
  categories: z
    .array(z.string().min(1).max(64))
    .min(1)
    .max(100)
    .optional()
    .describe('Limit to these categories'),
  scopes: scopesWanted.optional(),
  types: typesWanted.optional(),
  timeDecayDays: z
    .number()
    .positive()
    .max(36_500)
    .default(DEFAULT_TIME_DECAY_DAYS)
    .describe('Time decay half-life in days'),
  minConfidence: z
    .number()
    .min(0)
    .max(1)
    .default(DEFAULT_MIN_CONFIDENCE)
    .describe('Minimum confidence'),
  minRelevance: z
    .number()
    .min(0)
    .max(1)
    .default(DEFAULT_MIN_RELEVANCE)
    .describe(
      'Minimum relevance: items of less are left out, and where none is left the answer is empty; ' +
        'with 0 it is what is newest then',
    ),
  explain: z
    .boolean()
    .default(false)
    .describe('Say for each item, and for the ten best that were left out, why'),
  format: z
    .enum(['json', 'prompt'])
    .default('json')
    .describe('How the answer is written: its parts as JSON, or one text for a prompt'),
  ...time,
  after,
})
export type RetrieveRequest = z.infer<typeof retrieveRequest>

export const memoryItem = named('MemoryItem', {
  id: z.string(),
  content: z.string(),
  category: z.string(),
  confidence: z.number(),
  score: z.number().describe('Relevance after time decay, 0 to 1'),
  createdAt: z.string(),
  type: factType.optional().describe('Not there where it is `fact`'),
  pinned: z.literal(true).optional().describe('It comes first, whatever its score'),
})

export const entityContext = named('EntityContext', {
  name: z.string(),
  type: z.string(),
  properties: z.record(z.string(), z.string()),
  relationships: z.array(z.object({ type: z.string(), target: z.string() })),
})

const rankInArm = z.int().positive().optional()
export const explained = named('Explained', {
  id: z.string(),
  content: z
    .string()
    .describe('Its own words: the answer may have joined them to those of another'),
  tokens: z.int().describe('Of its own words'),
  score: z.number().nullable().describe('Null where a better item says the same'),
  foundBy: z
    .object({ text: rankInArm, vector: rankInArm, graph: rankInArm, meaning: rankInArm })
    .describe(
      'Its rank in each search that found it, and among the likest in meaning; none: its neighbours in the thread lent it its score',
    ),
  reranked: z.int().positive().optional().describe('Its rank by the reranker, where there is one'),
  lifts: z
    .object({
      importance: z.number(),
      confidence: z.number(),
      told: z.number().describe('Lower where it only reacts or asks'),
      named: z.number(),
      fits: z.number().describe('By its subject, and by what kind of thing the query asks for'),
    })
    .describe('What its score was multiplied by'),
  decay: z.number().describe('What its age left of it'),
  dropped: z
    .enum(['confidence', 'relevance', 'repeated', 'room'])
    .nullable()
    .describe('Why the answer does not hold it'),
})

export const retrieveResponse = named('RetrieveResponse', {
  summaries: z.record(z.string(), z.string()),
  relevantItems: z.array(memoryItem),
  graphContext: z.array(entityContext),
  prompt: z
    .string()
    .optional()
    .describe(
      'With the format `prompt`, in place of the parts above, which are empty: sections, days, and memories behind their ids in brackets',
    ),
  explanation: z
    .object({ items: z.array(explained), leftOut: z.array(explained) })
    .optional()
    .describe('With `explain`; it is not counted'),
  tokenCount: z
    .int()
    .describe('Tokens of this body, or of the prompt alone, by the o200k_base encoding'),
  processingTime: z.number().describe('Milliseconds'),
})
export type RetrieveResponse = z.infer<typeof retrieveResponse>
