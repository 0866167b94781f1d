// The start of the tests of processors: events as the runtime hands them over.
import { randomUUID } from 'node:crypto'
import type { LogPosition } from '../../infra/ports/event-log.ts'
import type {
  Delivered,
  Emitted,
  Outcome,
  Transformer,
  Work,
} from '../../infra/runtime/run/processor.ts'
import { catalogue, type DomainEvent } from '../../schemas/events/catalogue.ts'
import type { AnyTopicName, TopicName } from '../../schemas/topics.ts'
import { AT } from '../contracts/given.ts'

export const USER = { appId: 'app', userId: 'user' }
export const RESOURCE = '11111111-1111-4111-8111-111111111111'
export const LATER = '2026-06-01T08:00:00.000Z'

type EventType = DomainEvent['type']
type Parts<Type extends EventType> = {
  open: Extract<DomainEvent, { type: Type }>['open']
  sealed?: Extract<DomainEvent, { type: Type }>['sealed']
  position?: number
  id?: string
  occurredAt?: string
  recordedAt?: string
  erased?: boolean
  appId?: string
  userId?: string
}

export function delivered<Type extends Exclude<EventType, 'RecordParked'>>(
  type: Type,
  { open, sealed, position = 10, ...meta }: Parts<Type>,
): Delivered<Extract<DomainEvent, { type: Type }>> {
  const event = {
    id: randomUUID(),
    ...USER,
    occurredAt: AT,
    recordedAt: LATER,
    causationId: RESOURCE,
    traceparent: null,
    version: 1,
    erased: false,
    ...meta,
    type,
    open,
    sealed: sealed ?? null,
  }
  return {
    topic: topicOf(type),
    partition: 0,
    position,
    keyGeneration: 1,
    event: event as unknown as Extract<DomainEvent, { type: Type }>,
  }
}

function topicOf(type: EventType): AnyTopicName {
  for (const [topic, types] of catalogue) if (types.has(type)) return topic
  throw new Error(`no topic holds ${type}`)
}

const rawObject = { objectKey: `app/user/1/${RESOURCE}`, contentBytes: 12, keyGeneration: 1 }

export const opens = {
  contentStored: {
    ...rawObject,
    contentType: 'conversation' as const,
    threadId: 'thread',
    language: null,
    entry: 'api' as const,
  },
  activityRecorded: { ...rawObject, importance: 'high' as const, entry: 'api' as const },
  factAsserted: {
    factId: 'fact',
    source: 3,
    resourceId: RESOURCE,
    ordinal: 0,
    threadId: 'thread',
    place: 0,
    span: { start: 0, end: 5 },
    category: 'work',
    confidence: 0.8,
    importance: 'medium' as const,
    contentType: 'document' as const,
    validFrom: AT,
    validTo: null,
    supersededBy: null,
    engine: 'test',
    channel: 'document' as const,
    factType: 'fact' as const,
    pinned: false,
  },
  factReinforced: {
    factId: 'fact',
    source: 4,
    resourceId: RESOURCE,
    category: 'work',
    confidence: 0.9,
  },
  factSuperseded: {
    factId: 'fact',
    source: 5,
    resourceId: RESOURCE,
    category: 'work',
    supersededBy: 'newer',
    validTo: LATER,
    keyGeneration: 1,
  },
  factContested: {
    factId: 'fact',
    contests: 'trusted',
    source: 5,
    resourceId: RESOURCE,
    category: 'work',
    keyGeneration: 1,
  },
  factPruned: {
    factId: 'fact',
    source: 6,
    resourceId: RESOURCE,
    category: 'work',
    importance: 'low' as const,
    reason: 'faded' as const,
    prunedAt: LATER,
  },
  factClosed: {
    factId: 'fact',
    source: 6,
    resourceId: RESOURCE,
    category: 'work',
    reason: 'resolved' as const,
    closedAt: LATER,
    keyGeneration: 1,
  },
  factMerged: {
    factId: 'fact',
    mergedInto: 'kept',
    source: 6,
    resourceId: RESOURCE,
    category: 'work',
    confidence: 0.9,
    mergedAt: LATER,
  },
  factsMaintained: {
    source: 6,
    keyGeneration: 1,
    asOf: LATER,
    pruned: 1,
    merged: 1,
    categories: ['work'],
  },
  maintenanceCompleted: { source: 6, keyGeneration: 1, pruned: 1, merged: 2, refreshed: 3 },
  maintenanceRequested: {
    asOf: LATER,
    requestedBy: 'schedule' as 'schedule' | 'operator',
    keyGeneration: 1,
  },
  resourceProcessed: {
    source: 3,
    resourceId: RESOURCE,
    keyGeneration: 1,
    contentType: 'document' as const,
    threadId: null,
    receivedAt: AT,
    contentBytes: 12,
    engine: 'test',
    extracted: 2,
    asserted: 1,
    reinforced: 1,
    superseded: 0,
    categories: ['work'],
    saidIn: ['work'],
  },
  receiptIssued: {
    source: 10,
    partition: 0,
    position: 10,
    forgottenId: RESOURCE,
    category: null,
    askedAt: AT,
    completedAt: LATER,
    keyGeneration: 1,
    pseudonym: 'a'.repeat(64),
    stores: [
      {
        store: 'memory',
        letGoAt: LATER,
        removed: [
          { what: 'items', count: 3 },
          { what: 'resources', count: 2 },
        ],
      },
      { store: 'graph', letGoAt: LATER, removed: [{ what: 'entities', count: 4 }] },
    ],
    remains: [{ store: 'log', what: 'records under their tombstones', until: LATER }],
    publicKey: 'A'.repeat(43),
    signature: 'A'.repeat(86),
  },
}

export const sealedFact = {
  text: 'Ana works at Acme.',
  aliases: [],
  scopes: [],
  saidBy: null,
  subject: 'Ana',
  attribute: 'employer',
  value: 'Acme',
  exclusive: true,
  entities: [{ name: 'Acme', type: 'organisation' }],
  relationships: [{ source: 'Ana', type: 'works_at', target: 'Acme' }],
  embedding: Buffer.from([1, 255, 3]).toString('base64'),
}

/** Work on one event outside a partition, for handlers that publish no part. */
export function alone(): Work {
  return {
    turn: { pass: async () => undefined, aside: (wait) => wait(), rest: (wait) => wait() },
    paid: new Map(),
    signal: new AbortController().signal,
    note: null,
    publish: async () => [],
    following: async () => [],
    keep: () => undefined,
    reserve: async () => undefined,
  }
}

/**
 * Takes the emitted events into the transformer's state, as the runtime does with a commit. Returns where it stands.
 */
export async function takenIn(
  { states, writes }: Transformer,
  emitted: readonly Emitted[],
): Promise<LogPosition[]> {
  const state = states!.of(0)
  const topic = writes[0] as TopicName
  const stands = (await state.checkpoints(topic)).get(0) ?? -1
  const places = emitted.map((_, n) => ({ topic, partition: 0, position: stands + 1 + n }))
  const meta = { recordedAt: LATER, causationId: RESOURCE, traceparent: null, version: 1 }
  const batch = emitted.map(({ event, keyGeneration }, n) => {
    return {
      ...places[n]!,
      keyGeneration,
      event: { ...event, ...meta, erased: false },
    } as Delivered
  })
  if (batch.length > 0) await state.apply(batch, places.at(-1)!)
  return places
}

/** Commits an outcome: first the state holds it, then the processor is notified. */
export async function commit(transformer: Transformer, outcome: Outcome): Promise<void> {
  const places = await takenIn(transformer, outcome.events ?? [])
  if (outcome.outcome === 'emit') outcome.committed?.(places)
}
