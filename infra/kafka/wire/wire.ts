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
}

export const avroWire: Wire = {
  schemaOf: (topic) => avroSchemas[topic],
  toWire: toAvro,
  fromWire: fromAvro,
}
