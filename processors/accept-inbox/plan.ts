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
  const { contentType, threadId, metadata = {} } = request
  const raw = Buffer.from(request.content)
  return planned({ request, context, raw }, (about, open) => ({
    ...about,
    type: 'ContentStored',
    occurredAt: saidAt(metadata, context.now),
    open: { ...open, contentType, threadId: threadId ?? null, language: null },
    sealed: { contentHash: sha256(raw), metadata },
  }))
}

/** `template`: the sentence template of the webhook's source, used if the app has none of its own. */
export function planActivity(
  request: EventRequest,
  context: PlanContext,
  template: string | null = null,
): PlannedWrite {
  const { eventType, source } = request
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
  return planned({ request, context, raw }, (about, open) => ({
    ...about,
    type: 'ActivityRecorded',
    occurredAt: new Date(request.timestamp).toISOString(),
    open: { ...open, importance: request.importance ?? 'medium' },
    sealed: { contentHash: sha256(raw), eventType, source },
  }))
}

/** A fact as a client gives it. It is said now; the time since when it holds is in the raw object. */
export function planFact(request: ItemRequest, context: PlanContext): PlannedWrite {
  const { appId: _, userId: __, ...fact } = request
  const raw = Buffer.from(JSON.stringify(named(fact)))
  return planned({ request, context, raw }, (about, open) => ({
    ...about,
    type: 'FactGiven',
    occurredAt: context.now.toISOString(),
    open: { ...open, threadId: request.threadId ?? null },
    sealed: { contentHash: sha256(raw) },
  }))
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
  const { factId, action, changes, keyId } = request
  const raw = Buffer.from(JSON.stringify(named(changes)))
  return planned({ request, context, raw }, (about, open) => ({
    ...about,
    type: 'FactRevised',
    occurredAt: context.now.toISOString(),
    open: { ...open, factId, action, keyId },
    sealed: { contentHash: sha256(raw) },
  }))
}

type Stored = Parameters<PlannedWrite['event']>[0]

/** `event`: what is stored, given what the events of all writes have. */
function planned(
  { request, context, raw }: { request: Scope; context: PlanContext; raw: Buffer },
  event: (
    about: Scope & { id: string },
    open: Stored & { contentBytes: number; entry: Entry },
  ) => NewDomainEvent,
): PlannedWrite {
  const { id, traceparent, entry } = context
  const about = { id, appId: request.appId, userId: request.userId }
  const contentBytes = raw.length
  return { ...about, raw, traceparent, event: (at) => event(about, { ...at, contentBytes, entry }) }
}

/** What a list names twice counts once: no list of a fact has an order. */
function named<T extends object>(fact: T): T {
  const entries = Object.entries(fact)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? [...new Set(value)] : value]),
  ) as T
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
