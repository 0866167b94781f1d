// Between stored events and Avro records: the wire format of every topic. Pure but for reading the schema files.
// A record has the fields of the envelope and one nullable field per event type (why: ../README.md); the names in
// TypeScript and in Avro are the same, so nothing is translated, only moved.
import { readFileSync } from 'node:fs'
import { type AnyTopicName, topics } from '../topics.ts'
import { catalogue } from './catalogue.ts'
import { eventMeta, type StoredEvent } from './envelope.ts'
import { type InboxRecord, inboxRecord } from './inbox.ts'

/** Plain data in the shape that avsc, and so @kafkajs/confluent-schema-registry, encodes and decodes by default. */
export type AvroRecord = Record<string, unknown>

/** The schema of each topic's records. A file is read when its topic is asked for. */
export const avroSchemas = Object.defineProperties(
  {},
  Object.fromEntries(
    topics.map(({ name }) => [name, { enumerable: true, get: () => readSchema(name) }]),
  ),
) as Readonly<Record<AnyTopicName, object>>

/** The Avro field that holds the open part of an event: `factAsserted`, and `factAssertedV2` for version 2. */
export function partName(type: string, version: number): string {
  const name = type.charAt(0).toLowerCase() + type.slice(1)
  return version === 1 ? name : `${name}V${version}`
}

/** Throws where the topic does not hold such events: an encoder would drop what it does not know. */
export function toAvro(event: StoredEvent, topic: AnyTopicName): AvroRecord {
  const definition = catalogue.get(topic)?.get(event.type)
  if (!definition || event.version > definition.version) {
    throw new Error(`${topic} has no version ${event.version} of ${event.type}`)
  }
  const { open, sealed, ...meta } = event
  return {
    ...meta,
    sealed: sealed && Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength),
    // The other parts are left out: they default to null.
    [partName(event.type, event.version)]: open,
  }
}

/** Throws, without quoting a value, where the record is not an event. Does not check that the topic knows its type. */
export function fromAvro(record: unknown, topic: AnyTopicName): StoredEvent {
  if (!isRecord(record)) throw new Error(`no event of ${topic}: it is no record`)
  const named = Object.keys(eventMeta.shape).map((name) => [name, record[name]])
  const meta = eventMeta.safeParse(Object.fromEntries(named))
  if (!meta.success) {
    throw new Error(`no event of ${topic}: ${meta.error.issues[0]?.path.join('.')} is not right`)
  }
  const part = record[partName(meta.data.type, meta.data.version)]
  if (!isRecord(part)) {
    throw new Error(`no event of ${topic}: the part that its type names is missing`)
  }
  const { sealed } = record
  if (sealed !== null && !(sealed instanceof Uint8Array)) {
    throw new Error(`no event of ${topic}: its sealed part is not bytes`)
  }
  return { ...meta.data, open: plainRecord(part), sealed: sealed && Uint8Array.from(sealed) }
}

/** A record of memory.inbox.v1, which is not an event yet. Throws where it does not have the shape of one. */
export function inboxFromAvro(record: unknown): InboxRecord {
  return inboxRecord.parse(plain(record))
}

function readSchema(topic: AnyTopicName): object {
  const [, subject] = topic.split('.')
  const file = topic.endsWith('.dlq') ? 'dead-letters.avsc' : `${subject}.avsc`
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
}

/** Decoders give instances of classes of their own; our code compares and validates plain objects. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  return isRecord(value) ? plainRecord(value) : value
}

function plainRecord(record: AvroRecord): AvroRecord {
  return Object.fromEntries(Object.entries(record).map(([name, each]) => [name, plain(each)]))
}

function isRecord(value: unknown): value is AvroRecord {
  return typeof value === 'object' && value !== null
}
