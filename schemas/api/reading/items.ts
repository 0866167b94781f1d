// POST /items, PATCH and DELETE /items/:appId/:userId/:itemId: facts that clients give, change and take back.
import { z } from 'zod'
import { DEFAULT_FACT_TYPE, factType, MAX_ALIASES, MAX_PINNED, MAX_SCOPES } from '../../facts.ts'
import { appId, importance, threadId, userId } from '../../identifiers.ts'
import { givenInstant } from '../../instants.ts'
import { digits } from '../digits.ts'
import { named } from '../named.ts'
import { MAX_WAIT_MS, retrievable, wait } from '../writing/waiting.ts'

export const MAX_FACT_CHARS = 4_000
const MAX_ALIAS_CHARS = 200
const MAX_SCOPE_CHARS = 64
const MAX_SUBJECT_CHARS = 256
const MAX_ATTRIBUTE_CHARS = 128
const MAX_VALUE_CHARS = 500
const MAX_SUPERSEDES = 20

/** Facts that were stored before bodies were read by ../well-formed.ts may hold halves of surrogate pairs. */
function words(most: number) {
  return z
    .string()
    .max(most)
    .overwrite((text) => text.toWellFormed())
    .refine((text) => /\S/.test(text), 'must not be empty')
}

export const itemId = z.string().min(1).max(128)
export const scopeName = words(MAX_SCOPE_CHARS)
const category = z.string().min(1).max(64)
const text = words(MAX_FACT_CHARS).describe('The fact, as a sentence that needs no other')
const aliases = z
  .array(words(MAX_ALIAS_CHARS))
  .max(MAX_ALIASES)
  .describe('Other words that it is found by, as by its text')
const scopes = z
  .array(scopeName)
  .max(MAX_SCOPES)
  .describe('Where it is seen, such as a project; none: in every scope')
const pinned = z
  .boolean()
  .describe(`Comes first in every answer; at most ${MAX_PINNED} current items of a user`)

/** Filters of a query. */
export const scopesWanted = z
  .array(scopeName)
  .min(1)
  .max(MAX_SCOPES)
  .describe('Only items of these scopes, and those without a scope, which are seen in every one')
export const typesWanted = z
  .array(factType)
  .min(1)
  .max(factType.options.length)
  .describe('Only items of these types; summaries, which are of all types, are left out')

/** A fact has a slot only with both, `attribute` and `value`. */
export function placeRule(
  { attribute, value }: { attribute?: string | undefined; value?: string | undefined },
  context: z.RefinementCtx,
): void {
  if ((attribute === undefined) === (value === undefined)) return
  const missing = attribute === undefined ? 'attribute' : 'value'
  context.addIssue({
    code: 'custom',
    path: [missing],
    message: 'attribute and value go together',
  })
}

export function spanRule(
  { validFrom, validTo }: { validFrom?: string | undefined; validTo?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (!validFrom || !validTo || Date.parse(validFrom) <= Date.parse(validTo)) return
  context.addIssue({ code: 'custom', path: ['validTo'], message: 'must not be before validFrom' })
}

export const given = z.object({
  appId,
  userId,
  text,
  type: factType
    .optional()
    .describe(`What kind of fact it is; \`${DEFAULT_FACT_TYPE}\` by default`),
  category: category
    .optional()
    .describe('One of the app’s categories; by default the one for everything that fits no other'),
  importance: importance.optional(),
  aliases: aliases.optional(),
  scopes: scopes.optional(),
  pinned: pinned.optional(),
  supersedes: z
    .array(itemId)
    .max(MAX_SUPERSEDES)
    .optional()
    .describe('Items whose place it takes: they are closed, and stay in its history'),
  validFrom: givenInstant.optional().describe('Since when it holds; by default since now'),
  validTo: givenInstant
    .optional()
    .describe(
      'Until when it holds. The same as `validFrom`: it holds at no time, so it is listed and never retrieved',
    ),
  subject: words(MAX_SUBJECT_CHARS)
    .optional()
    .describe('Who or what it is about; `user` by default where there is an attribute'),
  attribute: words(MAX_ATTRIBUTE_CHARS)
    .optional()
    .describe('What it says about the subject, such as `home`: a newer value takes its place'),
  value: words(MAX_VALUE_CHARS).optional(),
  threadId: threadId.optional(),
})

/** The stored part of a fact; its owner is in the event. */
export const givenFact = given.omit({ appId: true, userId: true })
export type GivenFact = z.infer<typeof givenFact>

export const itemRequest = given.superRefine(placeRule).superRefine(spanRule)
export type ItemRequest = z.infer<typeof itemRequest>
export const itemCall = given
  .extend({ wait })
  .superRefine(placeRule)
  .superRefine(spanRule)
  .meta({ id: 'ItemRequest' })

const revisable = z.object({
  text: text.optional(),
  value: words(MAX_VALUE_CHARS)
    .optional()
    .describe('The new value of its attribute, where it has one'),
  type: factType.optional(),
  category: category.optional().describe('One of the app’s categories'),
  aliases: aliases.optional(),
  scopes: scopes.optional(),
  pinned: pinned.optional(),
  importance: importance.optional(),
  validFrom: givenInstant.optional(),
  validTo: givenInstant.optional(),
})

/** The stored part of a revision. `resolved` alone closes the fact. */
export const revision = revisable
export type Revision = z.infer<typeof revision>

export const revisionCall = revisable
  .extend({
    resolved: z
      .literal(true)
      .optional()
      .describe('It is settled: never retrieved again, and still in the history'),
    wait,
  })
  .superRefine(spanRule)
  .superRefine(({ wait: _, resolved, ...changes }, context) => {
    const changed = Object.values(changes).some((each) => each !== undefined)
    if (resolved && changed) {
      const message = 'goes with no other change'
      context.addIssue({ code: 'custom', path: ['resolved'], message })
    }
    if (!resolved && !changed) {
      context.addIssue({ code: 'custom', path: [], message: 'must change something' })
    }
  })
  .meta({ id: 'ItemRevision' })

export const retractionQuery = z.object({
  wait: digits(0, MAX_WAIT_MS)
    .optional()
    .describe('Milliseconds: answer when it is closed, or after so long'),
})

export const itemWriteResponse = named('ItemWriteResponse', {
  status: z.literal('queued'),
  itemId: z.string().describe('By which it is read; of a correction that of the new item'),
  resourceId: z.string().describe('The write, by which it is waited for'),
  estimatedProcessingTime: z
    .number()
    .describe('Seconds, by what waits before it; 0 where it can be retrieved'),
  retrievable,
})
