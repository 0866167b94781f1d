// memory.writes.v1: what clients asked for. Pointers to raw content, never the content itself.
import { z } from 'zod'
import { entry } from '../channels.ts'
import { contentType, importance, instant, threadId } from '../identifiers.ts'
import { eventsOf } from './envelope.ts'

const define = eventsOf('memory.writes.v1')

const rawObject = {
  /** Where the raw bytes lie in the object store, and what they hash to before sealing. */
  objectKey: z.string().min(1),
  contentBytes: z.int().nonnegative(),
  /** Generation of the user's data key; content of a forgotten generation cannot be read. */
  keyGeneration: z.int().positive(),
}

/** A client stored a conversation, a document or an event in words. Its id is the resourceId. */
export const contentStored = define({
  type: 'ContentStored',
  version: 2,
  open: z.strictObject({
    ...rawObject,
    contentType,
    threadId: threadId.nullable(),
    language: z.string().max(35).nullable(),
    entry,
  }),
  sealed: z.strictObject({
    /** SHA-256 of the raw bytes, hex. Sealed, because a hash of short text can be guessed. */
    contentHash: z.string().length(64),
    metadata: z.record(z.string(), z.unknown()),
  }),
})

/** A client reported a structured event. Its id is the eventId. */
export const activityRecorded = define({
  type: 'ActivityRecorded',
  version: 2,
  open: z.strictObject({ ...rawObject, importance, entry }),
  sealed: z.strictObject({
    contentHash: z.string().length(64),
    eventType: z.string(),
    source: z.string(),
  }),
})

/** A client gave a ready-made fact. Its id is the resourceId; the fact's own id follows from it. */
export const factGiven = define({
  type: 'FactGiven',
  version: 1,
  open: z.strictObject({ ...rawObject, threadId: threadId.nullable(), entry }),
  sealed: z.strictObject({ contentHash: z.string().length(64) }),
})

/** A client changed a fact, or closed it. What changes is in the raw object. */
export const factRevised = define({
  type: 'FactRevised',
  version: 2,
  open: z.strictObject({
    ...rawObject,
    factId: z.string().min(1),
    /** `corrected`: a new fact replaces it; `marked`: it stays, with another pin or importance. */
    action: z.enum(['corrected', 'marked', 'resolved', 'retracted']),
    entry,
    /** The id of the API key that asked; null where that was not kept. */
    keyId: z.string().max(64).nullable(),
  }),
  sealed: z.strictObject({ contentHash: z.string().length(64) }),
})

/** A client asked to forget a user, or one category of a user. Its position is the fence. */
export const memoryForgotten = define({
  type: 'MemoryForgotten',
  version: 2,
  open: z.strictObject({
    /** Null: everything. */
    category: z.string().nullable(),
    /** Keys up to this generation are destroyed; 0 where a category was forgotten. */
    keyGeneration: z.int().nonnegative(),
  }),
})

/** A webhook was verified and led to nothing. Its user is NO_USER where none is known. */
export const webhookIgnored = define({
  type: 'WebhookIgnored',
  version: 1,
  open: z.strictObject({
    /** The webhook's source, such as `stripe`; not a position. */
    from: z.string(),
    /** The binding; null where an API key authorised it. */
    sourceId: z.uuid().nullable(),
    /** The provider's name for the event; null where it has none, or an invalid one. */
    eventType: z.string().nullable(),
    reason: z.string(),
    /** SHA-256 of the provider's id of the delivery, hex: for finding it in the provider's own log. */
    deliveryHash: z.string().length(64).nullable(),
  }),
})

/** It is time to maintain a user's memory: the daily schedule or an operator asks for it. */
export const maintenanceRequested = define({
  type: 'MaintenanceRequested',
  version: 1,
  open: z.strictObject({
    /** The instant at which ages are measured. */
    asOf: instant,
    /** `schedule`: no event is written where there is nothing to do. */
    requestedBy: z.enum(['schedule', 'operator']),
    /** Generation of the data key under which the new summaries are sealed. */
    keyGeneration: z.int().positive(),
  }),
})

/**
 * An operator promotes what another engine has read in the user's raw content: a part of it, which names the facts that
 * go and holds those that come in the raw object.
 */
export const factsReread = define({
  type: 'FactsReread',
  version: 1,
  open: z.strictObject({
    ...rawObject,
    /** The reprocessing that it belongs to. */
    reprocessId: z.uuid(),
    engine: z.string().max(200),
    /** The position up to which it has read the user's writes: what was written later stays as it is. */
    upTo: z.int().nonnegative(),
    /** Set on the last part: the categories whose summary is to be rewritten. */
    categories: z.array(z.string()).nullable(),
    /** How many facts go with all parts together. */
    closed: z.int().nonnegative(),
  }),
})
