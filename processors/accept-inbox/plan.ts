// Turns a valid request, from HTTP or from the inbox, into what is to be stored: the raw bytes and the event that
// points at them. Pure: time and ids are arguments.
import { createHash } from 'node:crypto'
import type { ItemRequest, Revision } from '../../schemas/api/reading/items.ts'
import type { EventRequest } from '../../schemas/api/writing/events.ts'
import type { MemorizeRequest } from '../../schemas/api/writing/memorize.ts'
import type { Entry } from '../../schemas/channels.ts'
import type { NewDomainEvent } from '../../schemas/events/catalogue.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { readInstant } from '../../schemas/instants.ts'
import type { RawActivity } from '../extract-facts/reading/content.ts'

/** A write that waits for its key: the event needs to know the generation that seals it. */
export type PlannedWrite = Scope & {
  id: string
  raw: Buffer
  traceparent: string | null
  event: (stored: { objectKey: string; keyGeneration: number }) => NewDomainEvent
}

export type PlanContext = { id: string; now: Date; traceparent: string | null; entry: Entry }

export function planMemorize(request: MemorizeRequest, context: PlanContext): PlannedWrite {
  const { appId, userId, contentType, threadId, metadata = {} } = request
  const raw = Buffer.from(request.content)
  return {
    ...planned(request, context, raw),
    event: ({ objectKey, keyGeneration }) => ({
      id: context.id,
      type: 'ContentStored',
      appId,
      userId,
      occurredAt: saidAt(metadata, context.now),
      open: {
        objectKey,
        keyGeneration,
        contentBytes: raw.length,
        contentType,
        threadId: threadId ?? null,
        language: null,
        entry: context.entry,
      },
      sealed: { contentHash: sha256(raw), metadata },
    }),
  }
}

/** `template`: the sentence template of the webhook's source, used if the app has none of its own. */
export function planActivity(
  request: EventRequest,
  context: PlanContext,
  template: string | null = null,
): PlannedWrite {
  const { appId, userId, eventType, source } = request
  const activity: RawActivity = {
    eventType,
    source,
    timestamp: request.timestamp,
    data: request.data,
    suggestedCategory: request.suggestedCategory ?? null,
    suggestedEntities: request.suggestedEntities ?? [],
    ...(template === null ? {} : { template }),
  }
  const raw = Buffer.from(JSON.stringify(activity))
  return {
    ...planned(request, context, raw),
    event: ({ objectKey, keyGeneration }) => ({
      id: context.id,
      type: 'ActivityRecorded',
      appId,
      userId,
      occurredAt: new Date(request.timestamp).toISOString(),
      open: {
        objectKey,
        keyGeneration,
        contentBytes: raw.length,
        importance: request.importance ?? 'medium',
        entry: context.entry,
      },
      sealed: { contentHash: sha256(raw), eventType, source },
    }),
  }
}

/** A fact as a client gives it. It is said now; the time since when it holds is in the raw object. */
export function planFact(request: ItemRequest, context: PlanContext): PlannedWrite {
  const { appId, userId, ...fact } = request
  const raw = Buffer.from(JSON.stringify(named(fact)))
  return {
    ...planned(request, context, raw),
    event: (stored) => ({
      id: context.id,
      type: 'FactGiven',
      appId,
      userId,
      occurredAt: context.now.toISOString(),
      open: {
        ...stored,
        contentBytes: raw.length,
        threadId: request.threadId ?? null,
        entry: context.entry,
      },
      sealed: { contentHash: sha256(raw) },
    }),
  }
}

export type RevisionRequest = Scope & {
  factId: string
  action: 'corrected' | 'marked' | 'resolved' | 'retracted'
  changes: Revision
}

/** `keyId`: the API key that asks for it. */
export function planRevision(
  request: RevisionRequest & { keyId: string | null },
  context: PlanContext,
): PlannedWrite {
  const { appId, userId, factId, action, changes, keyId } = request
  const raw = Buffer.from(JSON.stringify(named(changes)))
  return {
    ...planned(request, context, raw),
    event: (stored) => ({
      id: context.id,
      type: 'FactRevised',
      appId,
      userId,
      occurredAt: context.now.toISOString(),
      open: { ...stored, contentBytes: raw.length, factId, action, entry: context.entry, keyId },
      sealed: { contentHash: sha256(raw) },
    }),
  }
}

/** What a list names twice counts once: no list of a fact has an order. */
function named<T extends object>(fact: T): T {
  const entries = Object.entries(fact)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? [...new Set(value)] : value]),
  ) as T
}

function planned({ appId, userId }: Scope, { id, traceparent }: PlanContext, raw: Buffer) {
  return { appId, userId, id, raw, traceparent }
}

/**
 * `metadata.timestamp` says when it was said; without it, it was said now. Validation has already refused what is no
 * instant.
 */
function saidAt({ timestamp }: Record<string, unknown>, now: Date): string {
  const given = typeof timestamp === 'string' ? readInstant(timestamp) : null
  return (given === null ? now : new Date(given)).toISOString()
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
