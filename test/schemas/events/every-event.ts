// Every event definition of the catalogue with its topic, and values that its zod schemas allow, made from the JSON
// Schema that zod gives. It knows the constructs that event schemas use, and refuses any other.
import fc from 'fast-check'
import { z } from 'zod'
import { catalogue } from '../../../schemas/events/catalogue.ts'
import type { EventDefinition, StoredEvent } from '../../../schemas/events/envelope.ts'
import type { AnyTopicName } from '../../../schemas/topics.ts'

/** The largest long that avsc reads: one less than the largest safe integer. */
const MAX_LONG = Number.MAX_SAFE_INTEGER - 1

export type Defined = { topic: AnyTopicName; definition: EventDefinition }

export const everyEvent: readonly Defined[] = [...catalogue].flatMap(([topic, types]) =>
  [...types.values()].map((definition) => ({ topic, definition })),
)

export type JsonSchema = {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: string[]
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
}

export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  // Whole, without references to named parts of the API's document.
  return z.toJSONSchema(schema, { metadata: z.registry() }) as JsonSchema
}

/** The alternatives of a schema, which zod writes in two ways. */
export function alternatives(schema: JsonSchema): JsonSchema[] {
  if (schema.anyOf) return schema.anyOf
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema]
}

/** Values of the open part of an event type. */
export function openOf({ definition }: Defined): fc.Arbitrary<Record<string, unknown>> {
  return valuesOf(jsonSchemaOf(definition.open)) as fc.Arbitrary<Record<string, unknown>>
}

/** Whole events as the log holds them. */
export function storedEvents(defined: Defined): fc.Arbitrary<StoredEvent> {
  const { type, version } = defined.definition
  return fc.record(
    {
      id: fc.uuid({ version: 7 }),
      type: fc.constant(type),
      version: fc.constant(version),
      appId: fc.string({ minLength: 1, unit: 'binary' }),
      userId: fc.string({ minLength: 1, unit: 'binary' }),
      occurredAt: instants(),
      recordedAt: instants(),
      causationId: fc.option(fc.uuid()),
      traceparent: fc.option(fc.string({ maxLength: 55 })),
      open: openOf(defined),
      sealed: fc.option(fc.uint8Array()),
    },
    { noNullPrototype: true },
  )
}

function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const either = alternatives(schema)
  if (either.length > 1) return fc.oneof(...either.map(valuesOf))
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({
        min: schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1,
        max: Math.min(schema.maximum ?? MAX_LONG, MAX_LONG),
      })
    case 'number':
      return fc.double({ min: schema.minimum!, max: schema.maximum!, noNaN: true })
    case 'string':
      return textOf(schema)
    case 'array':
      return fc.array(valuesOf(schema.items!), { maxLength: 4 })
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties!).map(([name, property]) => [name, valuesOf(property)]),
        ),
        { noNullPrototype: true },
      )
    default:
      throw new Error(`no values for ${JSON.stringify(schema)}: teach this file the construct`)
  }
}

function textOf(schema: JsonSchema): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return fc.uuid()
  if (schema.format === 'date-time') return instants()
  const { minLength = 0, maxLength } = schema
  const patterns = schema.allOf?.flatMap(({ pattern }) => (pattern ? [new RegExp(pattern)] : []))
  if (patterns)
    return identifiers(schema).filter((text) => patterns.every((each) => each.test(text)))
  const { pattern } = schema
  if (pattern)
    return fc
      .stringMatching(new RegExp(pattern), { maxLength: maxLength ?? 40 })
      .filter((text) => text.length >= minLength)
  // zod counts UTF-16 units and the generator characters: where the length counts, the two must be equal.
  if (maxLength) return fc.string({ minLength, maxLength, unit: 'binary-ascii' })
  return fc.string({ minLength, unit: 'binary' })
}

/** In characters, as identifiers count. */
function identifiers({ minLength = 0, maxLength = 40 }: JsonSchema): fc.Arbitrary<string> {
  return fc.string({ minLength, maxLength, unit: 'binary' })
}

function instants(): fc.Arbitrary<string> {
  const min = new Date('0001-01-01T00:00:00Z')
  const max = new Date('9999-12-31T23:59:59Z')
  return fc.date({ min, max, noInvalidDate: true }).map((date) => date.toISOString())
}
