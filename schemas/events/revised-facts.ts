// memory.facts.v1: what clients changed about facts that stay as they were said.
import { z } from 'zod'
import { importance, instant } from '../identifiers.ts'
import { aboutFact, eventsOf, source } from './envelope.ts'

const define = eventsOf('memory.facts.v1')

/** A client pinned or unpinned a fact, or changed its importance. Null: unchanged. The event holds nothing personal. */
export const factMarked = define({
  type: 'FactMarked',
  version: 1,
  open: z.strictObject({
    ...aboutFact,
    pinned: z.boolean().nullable(),
    importance: importance.nullable(),
    /** Of the write that led to it. */
    keyGeneration: z.int().positive(),
  }),
})

/**
 * Why a fact was closed: a client says that it is settled, or that it should never have been there; or another engine
 * has read the same words and does not find it.
 */
const closeReason = z.enum(['resolved', 'retracted', 'reprocessed'])

/** A fact was closed, which may be critical; nothing replaces it. Its words stay in the trail. */
export const factClosed = define({
  type: 'FactClosed',
  version: 2,
  open: z.strictObject({
    ...aboutFact,
    reason: closeReason,
    closedAt: instant,
    /** Of the write that led to it. */
    keyGeneration: z.int().positive(),
  }),
})

/**
 * Vectors of facts, made by a model that is not the first of this data: those of the first are in `FactAsserted`. A
 * reader of another generation ignores them, so vectors of two models never mix.
 */
export const factsEmbedded = define({
  type: 'FactsEmbedded',
  version: 1,
  open: z.strictObject({
    /** EMBEDDING_GENERATION of the model. */
    generation: z.int().positive(),
    /** The write that the facts stem from, or the newest of these writes. */
    source,
    /** Of all of the facts. */
    category: z.string(),
    keyGeneration: z.int().positive(),
  }),
  sealed: z.strictObject({
    vectors: z.array(
      z.strictObject({
        factId: z.string().min(1),
        /** The unit vector, each number times 127, as signed bytes in base64. */
        embedding: z.base64(),
      }),
    ),
  }),
})
