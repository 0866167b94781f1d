// memory.facts.v1: what clients changed about facts that stay as they were said.
import { z } from 'zod'
import { importance, instant } from '../identifiers.ts'
import { defineEvent, nothingSealed, source } from './envelope.ts'

/** A client pinned or unpinned a fact, or changed its importance. Null: unchanged. The event holds nothing personal. */
export const factMarked = defineEvent({
  type: 'FactMarked',
  version: 1,
  topic: 'memory.facts.v1',
  open: z.strictObject({
    factId: z.string().min(1),
    source,
    /** The write that asked for it. */
    resourceId: z.uuid(),
    category: z.string(),
    pinned: z.boolean().nullable(),
    importance: importance.nullable(),
    /** Of the write that led to it. */
    keyGeneration: z.int().positive(),
  }),
  sealed: nothingSealed,
})

/** Why a client closed a fact: it is settled, or it should never have been there. */
export const closeReason = z.enum(['resolved', 'retracted'])

/** A client closed a fact, which may be critical; nothing replaces it. Its words stay in the trail. */
export const factClosed = defineEvent({
  type: 'FactClosed',
  version: 1,
  topic: 'memory.facts.v1',
  open: z.strictObject({
    factId: z.string().min(1),
    source,
    /** The write that asked for it. */
    resourceId: z.uuid(),
    category: z.string(),
    reason: closeReason,
    closedAt: instant,
    /** Of the write that led to it. */
    keyGeneration: z.int().positive(),
  }),
  sealed: nothingSealed,
})
