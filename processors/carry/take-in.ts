// Takes over what another service knew of a user: its raw content, its events with their times, sealed under a key of
// this service. What followed from the events came with them, so nothing follows from them here (isCarried). Taking the
// same export in again completes what was interrupted.
import { createSecretKey } from 'node:crypto'
import type { EventLog, NewRecord, Position } from '../../infra/ports/event-log.ts'
import type { KeyStore } from '../../infra/ports/key-store.ts'
import { askedKey, type ObjectStore, objectKey } from '../../infra/ports/object-store.ts'
import { firstOf, getFrom, nth, present } from '../../infra/runtime/certain.ts'
import { encode } from '../../infra/runtime/envelope/codec.ts'
import { type SealingKey, seal, sealedUnder } from '../../infra/runtime/envelope/seal.ts'
import { piecesOf } from '../../infra/runtime/pages.ts'
import { lastUpTo } from '../../infra/runtime/replay/last-up-to.ts'
import type { ExportedEvent } from '../../schemas/api/reading/export.ts'
import type { NewDomainEvent } from '../../schemas/events/catalogue.ts'
import { CARRIED } from '../../schemas/events/envelope.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { WRITES } from '../../schemas/topics.ts'
import { CARRIED_TOPICS } from './carried-events.ts'
import { waitingIn } from './waiting-in.ts'

type TakeInPorts = { log: EventLog; keys: KeyStore; objects: ObjectStore }

type TakenIn = {
  /** Events that were appended now; those of before are not counted. */
  events: number
  /** Writes that the other service had not read yet: they are read here. */
  waiting: number
}

/** The user has written here: two histories cannot be merged. */
export class UserKnown extends Error {
  override readonly name = 'UserKnown'
}

const FACTS = 'memory.facts.v1' as const
const EVENTS_AN_APPEND = 200

/** Throws UserKnown where `takeIn` would, and leaves nothing here, not even a key. */
export async function refuseKnown(
  { log, keys }: Pick<TakeInPorts, 'log' | 'keys'>,
  scope: Scope,
  events: readonly ExportedEvent[],
): Promise<void> {
  const [generation] = firstOf(await keys.generations([scope]))
  await partsOf(log, scope, { events, generation, waiting: waitingIn(events) })
}

export async function takeIn(
  ports: TakeInPorts,
  scope: Scope,
  events: readonly ExportedEvent[],
): Promise<TakenIn> {
  const current = firstOf(await ports.keys.current([scope]))
  const key = { generation: current.generation, key: createSecretKey(current.key) }
  const waiting = waitingIn(events)
  const writes = events
    .filter(({ topic }) => topic === WRITES)
    .map(({ id, position }) => ({ id, old: position }))
  // All of them before anything is appended, because what is refused must leave nothing here.
  const parts = await partsOf(ports.log, scope, { events, generation: key.generation, waiting })
  const writesHere = present(parts.find(({ topic }) => topic === WRITES)?.known, 'writes')
  const sourceOf = (old: number) => {
    // A write that was forgotten stands where the one before it stands.
    const write = lastUpTo(writes, old)
    return write ? getFrom(writesHere, write.id) : 0
  }
  const carried = { key, scope, sourceOf, waiting }
  let appended = 0
  for (const { own, known } of parts) {
    for (const some of piecesOf(own, EVENTS_AN_APPEND)) {
      const missing = some.filter(({ id }) => !known.has(id))
      const records = await recordsOf(ports, missing, carried)
      const at = await ports.log.append(records)
      for (const [index, { id }] of missing.entries()) known.set(id, nth(at, index).position)
      appended += missing.length
    }
  }
  return { events: appended, waiting: waiting.ids.size }
}

type Waiting = ReturnType<typeof waitingIn>

/** What is to be taken over of each topic. Throws where the user is known in any of them. */
async function partsOf(
  log: EventLog,
  scope: Scope,
  of: { events: readonly ExportedEvent[]; generation: number | undefined; waiting: Waiting },
) {
  const { events, generation, waiting } = of
  const parts = []
  for (const topic of CARRIED_TOPICS) {
    const own = events.filter(
      (event) =>
        event.topic === topic && !waiting.isHalfRead(event) && !waiting.isUnsummarised(event),
    )
    parts.push({ topic, own, known: await knownIn(log, scope, { topic, generation, own }) })
  }
  // At last, because the summaries that follow from them here come after those that were carried.
  const own = events.filter(waiting.isUnsummarised)
  if (own.length > 0) {
    const topic = FACTS
    parts.push({ topic, own, known: await knownIn(log, scope, { topic, generation, own }) })
  }
  return parts
}

type OfTopic = {
  topic: ExportedEvent['topic']
  /** Of the user's key; undefined where there is none. */
  generation: number | undefined
  own: readonly ExportedEvent[]
}

/** Where events of an earlier attempt are. Throws where the user has written anything else. */
async function knownIn(log: EventLog, scope: Scope, of: OfTopic): Promise<Map<string, Position>> {
  const ids = new Set(of.own.map(({ id }) => id))
  const known = new Map<string, Position>()
  const partition = log.partitionOf(of.topic, scope)
  for await (const records of log.read({ topic: of.topic, partition, scope })) {
    for (const { position, ...record } of records) {
      const event = present(record.event, 'event')
      const isOurs = ids.has(event.id) && isUnder(event.sealed, of.generation)
      if (isOurs) known.set(event.id, position)
      else if (ids.has(event.id) || (of.topic === WRITES && isWritten(event.type))) {
        throw new UserKnown(
          'the user is known here: forget the user first, and wait until that is done',
        )
      }
    }
  }
  return known
}

const isUnder = (sealed: Uint8Array | null, generation: number | undefined) =>
  sealed === null || sealedUnder(sealed) === generation

/** A forget of before is no writing of the user. */
const isWritten = (type: string) => type !== 'MemoryForgotten'

type Carried = {
  key: SealingKey
  scope: Scope
  sourceOf: (old: number) => Position
  waiting: Waiting
}

async function recordsOf(
  { objects }: TakeInPorts,
  events: readonly ExportedEvent[],
  { key, scope, sourceOf, waiting }: Carried,
): Promise<NewRecord[]> {
  const { generation } = key
  const nameOf = (id: string) => objectKey(scope.appId, scope.userId, String(generation), id)
  const contents = events.flatMap(({ id, raw }) =>
    raw === null ? [] : [{ key: nameOf(id), body: seal(key, { ...scope, id }, Buffer.from(raw)) }],
  )
  const added = await objects.addMany(contents)
  const nameGiven = new Map(added.map((given) => [askedKey(given), given]))
  return events.map((event) => {
    const { id, type, occurredAt, recordedAt, causationId, sealed } = event
    const open = { ...event.open }
    if ('objectKey' in open) open.objectKey = nameGiven.get(nameOf(id)) ?? nameOf(id)
    if ('keyGeneration' in open) open.keyGeneration = generation
    if (typeof open.source === 'number') open.source = sourceOf(open.source)
    const isHandledHere = waiting.ids.has(id) || waiting.isUnsummarised(event)
    const traceparent = isHandledHere ? null : CARRIED
    // The codec holds the event against its schema.
    const carried = {
      ...scope,
      id,
      type,
      occurredAt,
      open,
      sealed: sealed ?? null,
    } as NewDomainEvent
    return encode(carried, { recordedAt, causationId, traceparent }, key)
  })
}
