// What lies on the wire: the Avro schema of each topic and how events become its records. A parameter, so that the
// adapter can be tested with records of any shape.
import { avroSchemas, fromAvro, toAvro } from '../../../schemas/events/avro.ts'
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import type { AnyTopicName } from '../../../schemas/topics.ts'

export type Wire = {
  schemaOf: (topic: AnyTopicName) => object
  /** Throws where the topic cannot hold the event. */
  toWire: (event: StoredEvent, topic: AnyTopicName) => Record<string, unknown>
  /** Throws where the record is no event; the message quotes no value. */
  fromWire: (record: unknown, topic: AnyTopicName) => StoredEvent
}

export const avroWire: Wire = {
  schemaOf: (topic) => avroSchemas[topic],
  toWire: toAvro,
  fromWire: fromAvro,
}
