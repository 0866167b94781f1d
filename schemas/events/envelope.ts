// The envelope of every event. Any tool can read the open part; the personal part is sealed under the user's data key,
// so that destroying the key erases it wherever a copy may lie.
import { z } from 'zod'
import { instant } from '../identifiers.ts'
import type { AnyTopicName } from '../topics.ts'

/** The user of events that belong to an app or to the whole service (settings). */
export const NO_USER = '_'
/** The app of events that belong to the whole service. */
export const NO_APP = '_'

export const eventMeta = z.strictObject({
  id: z.uuid(),
  type: z.string().min(1).max(64),
  version: z.int().min(1),
  /** An app's identifier, or NO_APP. */
  appId: z.string().min(1),
  userId: z.string().min(1),
  /** When it was said or happened, as the client tells it. */
  occurredAt: instant,
  /** When the log took it. */
  recordedAt: instant,
  /** The event that led to this one. */
  causationId: z.uuid().nullable(),
  /** W3C trace context, or CARRIED. */
  traceparent: z.string().max(64).nullable(),
})
export type EventMeta = z.infer<typeof eventMeta>

/**
 * Takes the place of `traceparent` in events that were carried over from another service. What followed from them there
 * is carried over with them, so here they lead to nothing. No client can set it: it is no trace context.
 */
export const CARRIED = 'carried'

export function isCarried({ traceparent }: Pick<EventMeta, 'traceparent'>): boolean {
  return traceparent === CARRIED
}

/** An event as the log holds it: `open` in clear, `sealed` as cipher text or null where nothing is personal. */
export type StoredEvent = EventMeta & {
  open: Record<string, unknown>
  sealed: Uint8Array | null
}

export type EventDefinition<
  Type extends string = string,
  Open extends z.ZodType = z.ZodType,
  Sealed extends z.ZodType = z.ZodType,
> = {
  type: Type
  version: number
  topic: AnyTopicName
  open: Open
  sealed: Sealed
}

/** The position in memory.writes.v1 of the write that led to the event: fences compare with it. */
export const source = z.int().nonnegative()

/** Of an event about one fact: the write that led to it, and the category of the fact. */
export const aboutFact = {
  factId: z.string().min(1),
  source,
  resourceId: z.uuid(),
  category: z.string(),
}

/** The sealed part of an event without personal data. */
export const nothingSealed = z.null()

type Stated<Type, Open> = { type: Type; version: number; open: Open }

/** Defines the events of a topic: one that states no sealed part seals nothing. */
export function eventsOf(topic: AnyTopicName) {
  return define
  function define<Type extends string, Open extends z.ZodType, Sealed extends z.ZodType>(
    stated: Stated<Type, Open> & { sealed: Sealed },
  ): EventDefinition<Type, Open, Sealed>
  function define<Type extends string, Open extends z.ZodType>(
    stated: Stated<Type, Open>,
  ): EventDefinition<Type, Open, typeof nothingSealed>
  function define(stated: Stated<string, z.ZodType>): EventDefinition {
    return { topic, sealed: nothingSealed, ...stated }
  }
}

/**
 * An event as our code sees it. `sealed` is null where the type seals nothing, and where the key has been destroyed:
 * `erased` tells the two apart.
 */
export type EventOf<Definition> =
  Definition extends EventDefinition<infer Type, infer Open, infer Sealed>
    ? Omit<EventMeta, 'type'> & {
        type: Type
        open: z.infer<Open>
        sealed: z.infer<Sealed> | null
        erased: boolean
      }
    : never

/** What a decision yields: an event without the fields that the runtime fills in. */
export type NewEvent<Definition> =
  Definition extends EventDefinition<infer Type, infer Open, infer Sealed>
    ? {
        id: string
        type: Type
        appId: string
        userId: string
        occurredAt: string
        open: z.infer<Open>
        sealed: z.infer<Sealed>
      }
    : never
