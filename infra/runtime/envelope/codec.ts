// Converts between our events and the log's: validates, seals and upcasts. The only code that knows how an event is
// stored.
import { createSecretKey, type KeyObject } from 'node:crypto'
import type { z } from 'zod'
import {
  type DomainEvent,
  definitionOf,
  definitions,
  type NewDomainEvent,
} from '../../../schemas/events/catalogue.ts'
import type { EventDefinition, StoredEvent } from '../../../schemas/events/envelope.ts'
import { upcast } from '../../../schemas/events/upcasters.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { LogRecord, NewRecord } from '../../ports/event-log.ts'
import type { KeyStore } from '../../ports/key-store.ts'
import { type SealingKey, seal, sealedUnder, unseal } from './seal.ts'

/** What the runtime adds to a decided event. */
type Provenance = {
  recordedAt: string
  causationId: string | null
  traceparent: string | null
}

export type Decoded =
  | { ok: true; event: DomainEvent; keyGeneration: number | null }
  | { ok: false; reason: string }

/**
 * Turns a decided event into a record. `key` is needed where the type seals something. Throws on an event that
 * breaks its own schema: that is a bug of the decision.
 */
export function encode(event: NewDomainEvent, by: Provenance, key: SealingKey | null): NewRecord {
  const definition = definitions.get(event.type)
  if (!definition) throw new Error(`no such event type: ${event.type}`)
  const open = definition.open.parse(event.open) as Record<string, unknown>
  const plain = definition.sealed.parse(event.sealed)
  return {
    topic: definition.topic,
    event: {
      id: event.id,
      type: event.type,
      version: definition.version,
      appId: event.appId,
      userId: event.userId,
      occurredAt: event.occurredAt,
      ...by,
      open,
      sealed: plain === null ? null : sealedPart(event, plain, key),
    },
  }
}

function sealedPart(event: NewDomainEvent, plain: unknown, key: SealingKey | null): Uint8Array {
  if (!key) throw new Error(`${event.type} seals something and needs a data key`)
  return seal(key, event, Buffer.from(JSON.stringify(plain)))
}

/** True for an event of a known type that a processor does not act on: it need not be opened. */
export function isForOthers(record: LogRecord, handles: readonly string[]): boolean {
  const { event } = record
  return (
    event !== null &&
    !handles.includes(event.type) &&
    definitionOf(record.topic, event.type) !== undefined
  )
}

type ReadableKeys = Pick<KeyStore, 'get'>

/** Asks for each key once. Keep it no longer than one delivery, or one group that is sealed together. */
export function keysOnce(
  keys: ReadableKeys,
): (scope: Scope, generation: number) => Promise<KeyObject | null> {
  const known = new Map<string, Promise<KeyObject | null>>()
  return (scope, generation) => {
    const name = JSON.stringify([scope.appId, scope.userId, generation])
    const asked = known.get(name)
    if (asked) return asked
    // Made once, because a cipher would make it again for every record.
    const key = keys.get(scope, generation).then((bytes) => bytes && createSecretKey(bytes))
    known.set(name, key)
    key.catch(() => known.delete(name))
    return key
  }
}

/** Reads records of one delivery. Keys are looked up once per delivery and kept no longer. */
export function createDecoder(keys: ReadableKeys): (record: LogRecord) => Promise<Decoded> {
  const keyOf = keysOnce(keys)
  return async (record) => {
    const sealed = sealedOf(record)
    return 'ok' in sealed ? sealed : decodeOnce(sealed, await keyFor(sealed, keyOf))
  }
}

/**
 * Reads all records of one delivery, once their keys are there: in a large one, promises for each record cost more than
 * some of them take to read. Rejects where a key cannot be fetched, which says nothing about any event. `isShared`: others
 * are given the same records, so what is read of them is kept as long as they are.
 */
export async function decodeAll(
  keys: ReadableKeys,
  records: readonly LogRecord[],
  { isShared }: { isShared: boolean },
): Promise<Decoded[]> {
  const keyOf = keysOnce(keys)
  const sealed = records.map(sealedOf)
  const found = await Promise.all(sealed.map((each) => ('ok' in each ? null : keyFor(each, keyOf))))
  const read = isShared ? decodeOnce : decode
  return sealed.map((each, n) => ('ok' in each ? each : read(each, found[n] ?? null)))
}

/** What a record holds, before anything is opened. `generation`: of the key that sealed it; null: nothing is sealed. */
type Sealed = { event: StoredEvent; definition: EventDefinition; generation: number | null }

function sealedOf(record: LogRecord): Sealed | Extract<Decoded, { ok: false }> {
  const { event } = record
  if (!event) return { ok: false, reason: record.defect ?? 'the record holds no event' }
  const definition = definitionOf(record.topic, event.type)
  if (!definition) return { ok: false, reason: `unknown event type on ${record.topic}` }
  if (event.version > definition.version) {
    return {
      ok: false,
      reason: `version ${event.version} of ${event.type} is newer than this service`,
    }
  }
  const generation = keyGenerationOf(event)
  if (generation === 'unknown') return { ok: false, reason: doesNotOpen(event) }
  return { event, definition, generation }
}

function keyFor({ event, generation }: Sealed, keyOf: ReturnType<typeof keysOnce>) {
  return generation === null ? null : keyOf(event, generation)
}

/** For several processors that are given the same event. */
function decodeOnce(sealed: Sealed, key: KeyObject | null): Decoded {
  const known = key ? opened.get(sealed.event) : undefined
  if (known) return known
  const decoded = decode(sealed, key, openOnce)
  if (decoded.ok && decoded.event.sealed !== null) opened.set(sealed.event, decoded)
  return decoded
}

function decode(
  { event, definition, generation }: Sealed,
  key: KeyObject | null,
  openOf: typeof openNow = openNow,
): Decoded {
  try {
    const plain =
      event.sealed && key ? JSON.parse(unseal(key, event, event.sealed).toString('utf8')) : null
    const current = upcast(event.type, event.version, {
      parts: { open: event.open, sealed: plain },
    })
    const open = openOf(event, definition, current.open)
    if (!open.success) return { ok: false, reason: `${event.type}.open: ${firstIssue(open.error)}` }
    const sealed = plain === null ? null : definition.sealed.safeParse(current.sealed)
    if (sealed && !sealed.success) {
      return { ok: false, reason: `${event.type}.sealed: ${firstIssue(sealed.error)}` }
    }
    const decoded = {
      ...event,
      open: open.data,
      sealed: sealed ? sealed.data : null,
      erased: event.sealed !== null && plain === null,
    }
    return { ok: true, event: decoded as unknown as DomainEvent, keyGeneration: generation }
  } catch {
    // The cause may quote personal text, so it is not passed on.
    return { ok: false, reason: doesNotOpen(event) }
  }
}

/**
 * What was unsealed, by the event. Each processor still asks for the key, so that what lost its key since is erased for
 * those who come later.
 */
const opened = new WeakMap<StoredEvent, Decoded>()

type Open = ReturnType<EventDefinition['open']['safeParse']>
/** The open part of events, in the newest version, by the event. */
const opens = new WeakMap<StoredEvent, Open>()

function openOnce(event: StoredEvent, definition: EventDefinition, current: unknown): Open {
  const isToday = event.version === definition.version
  const known = isToday ? opens.get(event) : undefined
  if (known) return known
  const open = openNow(event, definition, current)
  if (isToday) opens.set(event, open)
  return open
}

function openNow(_: StoredEvent, definition: EventDefinition, current: unknown): Open {
  return definition.open.safeParse(current)
}

/** Of the key that sealed the event; null: nothing is sealed; `unknown`: the sealed bytes are of no known format. */
export function keyGenerationOf({ sealed }: StoredEvent): number | null | 'unknown' {
  try {
    return sealed ? sealedUnder(sealed) : null
  } catch {
    return 'unknown'
  }
}

function doesNotOpen({ type }: StoredEvent): string {
  return `${type} does not open: its bytes were changed or moved`
}

/** The path and the rule, never the value. */
function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0]
  return `${issue?.path.join('.') || '(root)'} ${issue?.code ?? 'invalid'}`
}
