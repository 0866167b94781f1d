// memory.facts.v1: what was understood. Projections are built from these events and never ask a model.
import { z } from 'zod'
import { channel } from '../channels.ts'
import { factType } from '../facts.ts'
import { importance, instant, resourceType, threadId } from '../identifiers.ts'
import { bytes32, bytes64, pseudonym } from '../signed.ts'
import { aboutFact, eventsOf, source } from './envelope.ts'

const define = eventsOf('memory.facts.v1')

const entity = z.strictObject({ name: z.string(), type: z.string() })

export const factAsserted = define({
  type: 'FactAsserted',
  version: 4,
  open: z.strictObject({
    factId: z.string().min(1),
    source,
    resourceId: z.uuid(),
    /** The fact's place among the facts of its resource, from 0. */
    ordinal: z.int().nonnegative(),
    /** The thread in which it was said: the one that the client named, or one that was found (`schemas/threads.ts`). */
    threadId: z.string().min(1),
    /** Its place among the facts of the thread in the order in which they were written, from 0 without gaps. */
    place: z.int().nonnegative(),
    span: z.strictObject({ start: z.int().nonnegative(), end: z.int().nonnegative() }),
    category: z.string(),
    confidence: z.number().min(0).max(1),
    importance,
    contentType: resourceType,
    validFrom: instant,
    /**
     * Set where the fact was already out of date when it was learnt (a backdated write), or says until when it holds.
     */
    validTo: instant.nullable(),
    /** The newer fact that a backdated one yields to. */
    supersededBy: z.string().nullable(),
    engine: z.string(),
    /** By which channel it was said: the least trusted one of the words that it was read from. */
    channel,
    /** `fact` for whatever was extracted. */
    factType,
    pinned: z.boolean(),
  }),
  sealed: z.strictObject({
    text: z.string(),
    /** Other words that find it. */
    aliases: z.array(z.string()),
    /** Where it is seen; empty: everywhere. */
    scopes: z.array(z.string()),
    /** The speaker's name as the content writes it, or the source of an event; null where there is none, or several. */
    saidBy: z.string().nullable(),
    subject: z.string().nullable(),
    attribute: z.string().nullable(),
    value: z.string().nullable(),
    exclusive: z.boolean(),
    entities: z.array(entity),
    relationships: z.array(
      z.strictObject({ source: z.string(), type: z.string(), target: z.string() }),
    ),
    /** The unit vector, each number times 127, as signed bytes in base64. */
    embedding: z.base64(),
  }),
})

/** A known fact was said again. */
export const factReinforced = define({
  type: 'FactReinforced',
  version: 1,
  open: z.strictObject({
    ...aboutFact,
    confidence: z.number().min(0).max(1),
  }),
})

/** A fact stopped being current because a newer one contradicts it. `category` is that of the closed fact. */
export const factSuperseded = define({
  type: 'FactSuperseded',
  version: 1,
  open: z.strictObject({
    ...aboutFact,
    supersededBy: z.string().min(1),
    validTo: instant,
    /** Of the write that led to it. */
    keyGeneration: z.int().positive(),
  }),
})

/** A fact contradicts a more trusted one, so it could not close it: both stay. The event holds nothing personal. */
export const factContested = define({
  type: 'FactContested',
  version: 1,
  open: z.strictObject({
    /** The less trusted fact. */
    ...aboutFact,
    /** The more trusted fact. */
    contests: z.string().min(1),
    /** Of the write that led to it. */
    keyGeneration: z.int().positive(),
  }),
})

/** Why a fact was pruned: it faded by age, or it ended and faded since. */
const pruneReason = z.enum(['faded', 'ended'])

/**
 * Maintenance closed a fact that had decayed to nothing, or the user took it back. Its words stay in the trail. `source`:
 * the position of the MaintenanceRequested, or of the write that takes it back.
 */
export const factPruned = define({
  type: 'FactPruned',
  version: 1,
  open: z.strictObject({
    ...aboutFact,
    /** A critical fact is never pruned (spec 6.4): no event can say that one was. */
    importance: importance.exclude(['critical']),
    reason: pruneReason,
    prunedAt: instant,
  }),
})

/**
 * Maintenance closed a fact that says the same as another one. Both are of `category`. `resourceId`: what the closed fact
 * was read from, which repeated what the other fact says.
 */
export const factMerged = define({
  type: 'FactMerged',
  version: 1,
  open: z.strictObject({
    ...aboutFact,
    /** The fact that stays, reinforced. */
    mergedInto: z.string().min(1),
    /** Of the closed fact. */
    confidence: z.number().min(0).max(1),
    mergedAt: instant,
  }),
})

/** All events about what a maintenance pruned and merged come before this one. */
export const factsMaintained = define({
  type: 'FactsMaintained',
  version: 1,
  open: z.strictObject({
    source,
    keyGeneration: z.int().positive(),
    asOf: instant,
    pruned: z.int().nonnegative(),
    merged: z.int().nonnegative(),
    /** Categories whose summary is to be rewritten. */
    categories: z.array(z.string()),
  }),
})

const processedResource = {
  source,
  resourceId: z.uuid(),
  keyGeneration: z.int().positive(),
  contentType: resourceType,
  threadId: threadId.nullable(),
  receivedAt: instant,
  contentBytes: z.int().nonnegative(),
  engine: z.string(),
}

/** All facts of a resource come before this event. */
export const resourceProcessed = define({
  type: 'ResourceProcessed',
  version: 2,
  open: z.strictObject({
    ...processedResource,
    /** Facts found; their ordinals are 0 to extracted - 1. */
    extracted: z.int().nonnegative(),
    asserted: z.int().nonnegative(),
    reinforced: z.int().nonnegative(),
    superseded: z.int().nonnegative(),
    categories: z.array(z.string()),
    /** Categories of all facts that were read, those that changed nothing included. Null in version 1. */
    saidIn: z.array(z.string()).nullable(),
  }),
})

/** The engine refuses to read a resource, however often it is asked. */
export const extractionRejected = define({
  type: 'ExtractionRejected',
  version: 1,
  open: z.strictObject({ ...processedResource, reason: z.string().max(500) }),
})

/** No longer written. A process that began to extract from a partition wrote it, and waited until it was indexed. */
export const extractionResumed = define({
  type: 'ExtractionResumed',
  version: 1,
  open: z.strictObject({ partition: z.int().nonnegative(), engine: z.string() }),
})

/** Extraction has passed a MemoryForgotten: no fact of an earlier write will follow. */
export const extractionFenced = define({
  type: 'ExtractionFenced',
  version: 2,
  open: z.strictObject({ source, category: z.string().nullable() }),
})

/** The raw content of a resource is gone, because every fact that it led to was of a forgotten category. */
export const resourceErased = define({
  type: 'ResourceErased',
  version: 2,
  open: z.strictObject({ source, resourceId: z.uuid(), forgottenId: z.uuid() }),
})

/** Every store has removed what a MemoryForgotten named. */
export const memoryErased = define({
  type: 'MemoryErased',
  version: 2,
  open: z.strictObject({
    source,
    forgottenId: z.uuid(),
    category: z.string().nullable(),
    deletedItems: z.int().nonnegative(),
    deletedEntities: z.int().nonnegative(),
    deletedResources: z.int().nonnegative(),
    deletedObjects: z.int().nonnegative(),
    deletedEvents: z.int().nonnegative(),
  }),
})

/**
 * The signed outcome of a forget. The statement of its receipt is made from this event (processors/forget/receipt.ts),
 * and only from it, because the signature is valid for that form alone.
 */
export const receiptIssued = define({
  type: 'ReceiptIssued',
  version: 2,
  open: z.strictObject({
    source,
    /** Where the MemoryForgotten stood when this was signed; `source` changes when a log is copied. */
    partition: z.int().nonnegative(),
    position: z.int().nonnegative(),
    forgottenId: z.uuid(),
    category: z.string().nullable(),
    askedAt: instant,
    completedAt: instant,
    /** Keys up to this generation were destroyed; 0: none. */
    keyGeneration: z.int().nonnegative(),
    /** Stands for the user: a keyed hash. */
    pseudonym,
    stores: z.array(
      z.strictObject({
        store: z.string(),
        letGoAt: instant,
        removed: z.array(z.strictObject({ what: z.string(), count: z.int().nonnegative() })),
      }),
    ),
    /** What still lies on a disk, and until when; null: only the operator of the server can say. */
    remains: z.array(
      z.strictObject({ store: z.string(), what: z.string(), until: instant.nullable() }),
    ),
    /** The public part of the key that signed; base64url, like the signature. */
    publicKey: bytes32,
    signature: bytes64,
  }),
})
