// Converts between the port's records and bytes: Confluent's wire format (a zero byte, the schema's id, Avro). A record
// that cannot be understood becomes a record with a defect that says why, without a word of what it held.
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { LogRecord, NewRecord } from '../../ports/event-log.ts'
import { type LogNames, ownNames } from '../../ports/rules/own-names.ts'
import { asError } from '../../runtime/certain.ts'
import { LogRefused } from '../client/failures.ts'
import { inboxEvent } from './inbox-record.ts'
import type { RawRecord } from './record-batches.ts'
import { recordKey } from './record-key.ts'
import type { AvroType, SchemaCache } from './schema-cache.ts'
import type { Wire } from './wire.ts'

export type Codec = {
  /** Throws, before anything is sent, if the topic cannot hold the event. */
  encode(record: NewRecord): { key: string; value: Buffer }
  /**
   * The keys that the record of a user's event may have, by each name that the log may hold the user under; until
   * 2026-11-29 a record's key was its event's id.
   */
  keysOf(scope: Scope, id: string): readonly string[]
  /**
   * Leaves out tombstones. Throws an Outage when the registry is needed and cannot be asked. A record delivered to
   * several subscriptions is decoded once: they share the object and change nothing in it.
   */
  decode(topic: AnyTopicName, partition: number, raw: readonly RawRecord[]): Promise<LogRecord[]>
  /**
   * Whether a record can be a user's: its bytes then hold the user's id. Most records of a partition are of others, and
   * need no decoding.
   */
  mayBeOf(topic: AnyTopicName, scope: Scope): (raw: RawRecord) => boolean
}

/** Longer than any of our events; the topics take a little more, for the batch around it. */
export const MAX_RECORD_BYTES = 1_500_000
const HEADER_BYTES = 5

export function createCodec(schemas: SchemaCache, wire: Wire, names: LogNames = ownNames): Codec {
  const eventOf = createEventReader(schemas, wire)
  const known = new WeakMap<RawRecord, LogRecord>()
  const readOnce = async (topic: AnyTopicName, partition: number, raw: RawRecord) => {
    const id = raw.value ? schemaIdOf(raw.value) : null
    if (id !== null && schemas.known(id) === undefined) await schemas.find(id)
    const read = recordOf({ topic, partition, position: raw.offset }, raw, eventOf)
    // Another master key is no defect of the record.
    const record = { ...read, event: read.event && names.known(read.event) }
    known.set(raw, record)
    return record
  }
  return {
    encode: ({ topic, event }) => {
      const { id, type } = schemas.own(topic)
      const stored = names.stored(event)
      const value = toWireFormat(id, type.toBuffer(wire.toWire(stored, topic)))
      if (value.length <= MAX_RECORD_BYTES) return { key: recordKey(stored), value }
      throw new LogRefused(
        `the event is too long for the log: ${value.length} bytes, at most ${MAX_RECORD_BYTES}`,
      )
    },
    keysOf: (scope, id) => [
      ...names.of(scope).map((userId) => recordKey({ ...scope, userId, id })),
      id,
    ],
    decode: async (topic, partition, raw) => {
      const records: LogRecord[] = []
      for (const each of raw) {
        if (each.value === null && each.defect === null && topic !== INBOX) continue
        records.push(known.get(each) ?? (await readOnce(topic, partition, each)))
      }
      return records
    },
    mayBeOf: (topic, scope) => {
      // An event of the inbox belongs to no user yet.
      if (topic === INBOX) return () => true
      const ids = names.of(scope).map(wire.idBytes)
      return ({ value }) => value !== null && ids.some((id) => value.includes(id))
    },
  }
}

/** A tombstone never erases anything from the inbox: an empty record there is a partner's mistake. */
const INBOX = 'memory.inbox.v1'

export function toWireFormat(id: number, payload: Buffer): Buffer {
  const value = Buffer.allocUnsafe(HEADER_BYTES + payload.length)
  value[0] = 0
  value.writeInt32BE(id, 1)
  payload.copy(value, HEADER_BYTES)
  return value
}

/** Null when the value is not in the wire format. */
function schemaIdOf(value: Buffer): number | null {
  return value.length < HEADER_BYTES || value[0] !== 0 ? null : value.readInt32BE(1)
}

type Place = Pick<LogRecord, 'topic' | 'partition' | 'position'>
type ReadEvent = (place: Place, raw: RawRecord) => StoredEvent

/** Says what is wrong with a record, only in our own words. */
class Defect extends Error {
  override readonly name = 'Defect'
}

function recordOf(place: Place, raw: RawRecord, eventOf: ReadEvent): LogRecord {
  try {
    if (raw.defect !== null) throw new Defect(raw.defect)
    return { ...place, event: eventOf(place, raw), defect: null }
  } catch (error) {
    const defect = error instanceof Defect ? error.message : 'the record cannot be read'
    return { ...place, event: null, defect }
  }
}

function createEventReader(schemas: SchemaCache, wire: Wire): ReadEvent {
  const resolvers = new WeakMap<AvroType, unknown>()
  const resolverOf = (reader: AvroType, writer: AvroType) => {
    if (!resolvers.has(writer)) resolvers.set(writer, reader.createResolver(writer))
    return resolvers.get(writer)
  }
  return (place, raw) => {
    const { topic } = place
    const { value } = raw
    if (!value) throw new Defect('the record is empty')
    const id = schemaIdOf(value)
    if (id === null) throw new Defect('the value is not in the wire format of the schema registry')
    const own = schemas.own(topic)
    const writer = id === own.id ? own.type : schemas.known(id)
    if (!writer) throw new Defect(`the schema registry does not know schema ${id}`)
    const payload = value.subarray(HEADER_BYTES)
    const toEvent = (record: unknown) =>
      topic === INBOX ? inboxEvent(place, raw, record) : fromWire(wire, record, topic)
    if (writer === own.type) return toEvent(read(own.type, payload, id))
    // A record of an older writer gets our defaults; one of a newer writer keeps the fields that we do not know, so
    // that they can be named.
    try {
      return toEvent(own.type.fromBuffer(payload, resolverOf(own.type, writer)))
    } catch {
      return toEvent(read(writer, payload, id))
    }
  }
}

function fromWire(wire: Wire, record: unknown, topic: AnyTopicName): StoredEvent {
  try {
    return wire.fromWire(record, topic)
  } catch (error) {
    throw new Defect(asError(error).message)
  }
}

function read(type: AvroType, payload: Buffer, id: number): unknown {
  try {
    return type.fromBuffer(payload)
  } catch {
    throw new Defect(`the bytes do not fit schema ${id}`)
  }
}
