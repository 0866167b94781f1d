// Takes over what another service knew of a user: its raw content, its events with their times, sealed under a key of
// this service. What followed from the events came with them, so nothing follows from them here (isCarried). Taking the
// same export in again completes what was interrupted.
import { createSecretKey } from 'node:crypto'
import type { EventLog, NewRecord, Position } from '../../infra/ports/event-log.ts'
import type { KeyStore } from '../../infra/ports/key-store.ts'
import { type ObjectStore, objectKey } from '../../infra/ports/object-store.ts'
import { encode } from '../../infra/runtime/envelope/codec.ts'
import { type SealingKey, seal, sealedUnder } from '../../infra/runtime/envelope/seal.ts'
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

const EVENTS_AN_APPEND = 200

export async function takeIn(
  ports: TakeInPorts,
  scope: Scope,
  events: readonly ExportedEvent[],
): Promise<TakenIn> {
  const [current] = await ports.keys.current([scope])
  if (!current) throw new Error('a user always has a current key')
  const key = { generation: current.generation, key: createSecretKey(current.key) }
  const waiting = waitingIn(events)
  const writes: { old: number; here: Position }[] = []
  // A write that was forgotten stands where the one before it stands.
  const sourceOf = (old: number) => lastUpTo(writes, old)?.here ?? 0
  let appended = 0
  for (const topic of CARRIED_TOPICS) {
    const own = events.filter((event) => event.topic === topic && !waiting.isHalfRead(event))
    const known = await knownIn(ports.log, scope, { topic, key, own })
    for (let n = 0; n < own.length; n += EVENTS_AN_APPEND) {
      const part = own.slice(n, n + EVENTS_AN_APPEND)
      const missing = part.filter(({ id }) => !known.has(id))
      const carried = { key, scope, sourceOf, waiting }
      const records = await recordsOf(ports, missing, carried)
      const at = records.length === 0 ? [] : await ports.log.append(records)
      appended += records.length
      for (const [index, { id }] of missing.entries()) known.set(id, at[index]?.position ?? 0)
      if (topic !== WRITES) continue
      for (const { id, position: old } of part) writes.push({ old, here: known.get(id) ?? 0 })
    }
  }
  return { events: appended, waiting: waiting.ids.size }
}

/** Where events of an earlier attempt are. Throws where the user has written anything else. */
async function knownIn(
  log: EventLog,
  scope: Scope,
  of: { topic: ExportedEvent['topic']; key: SealingKey; own: readonly ExportedEvent[] },
): Promise<Map<string, Position>> {
  const ids = new Set(of.own.map(({ id }) => id))
  const known = new Map<string, Position>()
  const partition = log.partitionOf(of.topic, scope)
  for await (const records of log.read({ topic: of.topic, partition, scope })) {
    for (const { event, position } of records) {
      if (event?.appId !== scope.appId || event.userId !== scope.userId) continue
      const isOurs = ids.has(event.id) && isUnder(event.sealed, of.key)
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

const isUnder = (sealed: Uint8Array | null, { generation }: SealingKey) =>
  sealed === null || sealedUnder(sealed) === generation

/** A forget of before is no writing of the user. */
const isWritten = (type: string) => type !== 'MemoryForgotten'

type Carried = {
  key: SealingKey
  scope: Scope
  sourceOf: (old: number) => Position
  waiting: ReturnType<typeof waitingIn>
}

async function recordsOf(
  { objects }: TakeInPorts,
  events: readonly ExportedEvent[],
  { key, scope, sourceOf, waiting }: Carried,
): Promise<NewRecord[]> {
  const { generation } = key
  const nameOf = (id: string) => objectKey(scope.appId, scope.userId, String(generation), id)
  const withRaw = events.filter(({ raw }) => raw !== null)
  const given = await objects.addMany(
    withRaw.map(({ id, raw }) => ({
      key: nameOf(id),
      body: seal(key, { ...scope, id }, Buffer.from(raw ?? '')),
    })),
  )
  const objectOf = new Map(withRaw.map(({ id }, n) => [id, given[n]]))
  return events.map((event) => {
    const { id, type, occurredAt, recordedAt, causationId, sealed } = event
    const open = { ...event.open }
    if ('objectKey' in open) open.objectKey = objectOf.get(id) ?? nameOf(id)
    if ('keyGeneration' in open) open.keyGeneration = generation
    if (event.topic !== WRITES && typeof open.source === 'number')
      open.source = sourceOf(open.source)
    const traceparent = waiting.ids.has(id) ? null : CARRIED
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
