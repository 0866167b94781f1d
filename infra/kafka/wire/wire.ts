// The wire format: the Avro schema of each topic, and how events become its records. It is a parameter, so that the
// adapter can be tested with records of any shape.
import { avroSchemas, fromAvro, toAvro } from '../../../schemas/events/avro.ts'
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import type { AnyTopicName } from '../../../schemas/topics.ts'

export type Wire = {
  schemaOf: (topic: AnyTopicName) => object
  /** Throws if the topic cannot hold the event. */
  toWire: (event: StoredEvent, topic: AnyTopicName) => Record<string, unknown>
  /** Throws if the record is not an event; the message quotes no value. */
  fromWire: (record: unknown, topic: AnyTopicName) => StoredEvent
  /** Bytes that each record of a user of this id holds, and few others. */
  idBytes: (userId: string) => Buffer
}

export const avroWire: Wire = {
  schemaOf: (topic) => avroSchemas[topic],
  toWire: toAvro,
  fromWire: fromAvro,
  idBytes: avroText,
}

/** As Avro writes a text: its length, as a variable number of bytes with seven bits each, and the text. */
function avroText(text: string): Buffer {
  const bytes = Buffer.from(text)
  const length: number[] = []
  let left = bytes.length * 2
  for (; left > 127; left >>>= 7) length.push((left & 127) | 128)
  return Buffer.concat([Buffer.from([...length, left]), bytes])
}
