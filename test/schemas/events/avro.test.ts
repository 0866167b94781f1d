// zod and Avro hold the same shapes: the same fields with the same kinds, and every event survives the wire.
import avsc, { type Schema, type Type } from 'avsc'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { avroSchemas, fromAvro, partName, toAvro } from '../../../schemas/events/avro.ts'
import { eventMeta, type StoredEvent } from '../../../schemas/events/envelope.ts'
import { type AnyTopicName, topics } from '../../../schemas/topics.ts'
import { type Defined, everyEvent, jsonSchemaOf, openOf, storedEvents } from './every-event.ts'
import { avroFields, zodFields } from './fields.ts'

type Field = { name: string; type: unknown; default?: unknown }

const eventTopics = [...new Set(everyEvent.map(({ topic }) => topic))]

function typeOf(topic: AnyTopicName): Type {
  return avsc.Type.forSchema(avroSchemas[topic] as Schema)
}

function fieldsOf(topic: AnyTopicName): Field[] {
  return (avroSchemas[topic] as { fields: Field[] }).fields
}

function named({ topic, definition }: Defined): string {
  return `${definition.type} on ${topic}`
}

/** Over the wire and back. */
function carried(type: Type, event: StoredEvent, topic: AnyTopicName): StoredEvent {
  return fromAvro(type.fromBuffer(type.toBuffer(toAvro(event, topic))), topic)
}

describe('the Avro schema of a topic', () => {
  it('is there for every topic', () => {
    expect(Object.keys(avroSchemas).sort()).toEqual(topics.map(({ name }) => name).sort())
    for (const { name } of topics) expect(() => typeOf(name)).not.toThrow()
  })

  it.each(eventTopics)('has the fields of the envelope: %s', (topic) => {
    const parts = new Set(everyEvent.flatMap(({ definition }) => partsOf(definition)))
    const envelope = fieldsOf(topic).filter(({ name }) => name !== 'sealed' && !parts.has(name))
    expect(avroFields({ type: 'record', fields: envelope })).toEqual(
      zodFields(jsonSchemaOf(eventMeta)),
    )
    expect(fieldsOf(topic).find(({ name }) => name === 'sealed')?.type).toEqual(['null', 'bytes'])
  })

  it.each(eventTopics)('has a part for each event type and no other: %s', (topic) => {
    const expected = everyEvent
      .filter((defined) => defined.topic === topic)
      .map(({ definition: { type, version } }) => partName(type, version))
    const meta = [...Object.keys(eventMeta.shape), 'sealed']
    const parts = fieldsOf(topic).map(({ name }) => name)
    expect(parts.filter((name) => !meta.includes(name))).toEqual(expect.arrayContaining(expected))
    const older = parts.filter((name) => !meta.includes(name) && !expected.includes(name))
    expect(older.filter((name) => !expected.some((part) => isVersionOf(name, part)))).toEqual([])
  })

  it.each(topics.map(({ name }) => name))(
    'gives every field that may be null a default: %s',
    (topic) => {
      expect(withoutDefault(avroSchemas[topic])).toEqual([])
    },
  )
})

describe.each(everyEvent.map((defined) => [named(defined), defined] as const))(
  '%s',
  (_, defined) => {
    const { topic, definition } = defined
    const type = typeOf(topic)

    it('has the same fields in zod and in Avro', () => {
      const name = partName(definition.type, definition.version)
      const part = fieldsOf(topic).find((field) => field.name === name)
      expect(avroFields((part!.type as unknown[])[1])).toEqual(
        zodFields(jsonSchemaOf(definition.open)),
      )
    })

    it('is made by the generator as zod allows it', () => {
      fc.assert(fc.property(openOf(defined), (open) => definition.open.safeParse(open).success))
    })

    it('given any event then it survives the wire', () => {
      fc.assert(
        fc.property(storedEvents(defined), (event) => {
          const read = carried(type, event, topic)
          expect(read).toStrictEqual(event)
          expect(definition.open.parse(read.open)).toEqual(event.open)
        }),
      )
    })
  },
)

describe('toAvro and fromAvro', () => {
  const contentStored = everyEvent.find(({ definition: { type } }) => type === 'ContentStored')
  const [event] = fc.sample(storedEvents(contentStored!), { numRuns: 1, seed: 1 })

  it('given a type or version that the topic does not have then nothing is encoded', () => {
    expect(() => toAvro({ ...event!, type: 'FactAsserted' }, 'memory.writes.v1')).toThrow()
    expect(() => toAvro({ ...event!, version: 3 }, 'memory.writes.v1')).toThrow()
    expect(() => toAvro(event!, 'memory.inbox.v1')).toThrow()
  })

  it('given a record whose named part is missing then it is refused, naming no value', () => {
    const record = { ...toAvro(event!, 'memory.writes.v1'), contentStoredV2: null }
    expect(() => fromAvro(record, 'memory.writes.v1')).toThrow(/part that its type names/)
    const nameless = { ...toAvro(event!, 'memory.writes.v1'), id: 'secret words' }
    expect(() => fromAvro(nameless, 'memory.writes.v1')).toThrow(/^(?!.*secret).*id is not right/)
  })

  it('given a schema with one more event type then old records are read with it, and new ones with the old', () => {
    const today = avroSchemas['memory.writes.v1'] as { fields: Field[] }
    const added = { type: 'record', name: 'ContentMoved', fields: [{ name: 'to', type: 'string' }] }
    const field = { name: 'contentMoved', type: ['null', added], default: null }
    const older = avsc.Type.forSchema(today as Schema)
    const newer = avsc.Type.forSchema({ ...today, fields: [...today.fields, field] } as Schema)
    const bytes = older.toBuffer(toAvro(event!, 'memory.writes.v1'))
    const read = newer.fromBuffer(bytes, newer.createResolver(older))
    expect(fromAvro(read, 'memory.writes.v1')).toStrictEqual(event)
    const back = older.fromBuffer(newer.toBuffer(read), older.createResolver(newer))
    expect(fromAvro(back, 'memory.writes.v1')).toStrictEqual(event)
  })
})

/** An earlier version of the same event keeps its part: `factAsserted` beside `factAssertedV2`. */
/** Of all its versions. */
function partsOf({ type, version }: Defined['definition']): string[] {
  return Array.from({ length: version }, (_, index) => partName(type, index + 1))
}

function isVersionOf(name: string, part: string): boolean {
  return part.replace(/V\d+$/, '') === name.replace(/V\d+$/, '')
}

/** Paths of nullable fields without `default: null`. */
function withoutDefault(schema: unknown, path = ''): string[] {
  if (Array.isArray(schema)) return schema.flatMap((branch) => withoutDefault(branch, path))
  if (typeof schema !== 'object' || schema === null) return []
  const { fields = [], items } = schema as { fields?: Field[]; items?: unknown }
  const inner = fields.flatMap((field) => withoutDefault(field.type, `${path}.${field.name}`))
  const bare = fields.filter(({ type, ...field }) => Array.isArray(type) && field.default !== null)
  return [...bare.map(({ name }) => `${path}.${name}`), ...inner, ...withoutDefault(items, path)]
}
