// Schemas as the document shows them. A schema with an id (`.meta({ id })`) appears once, under `components`, and is
// referred to everywhere else.
import { z } from 'zod'
import { NEVER_NULL } from '../../../schemas/api/named.ts'

export type Json = Record<string, unknown>
type JsonSchema = z.core.JSONSchema.JSONSchema
/**
 * In input a field with a default may be left out, and in a body it may be null; in output it is always there. An answer
 * is output that may have warnings (plugins/bodies/validation.ts).
 */
type Direction = 'input' | 'body' | 'output' | 'answer'

export type Components = {
  /** The schema, or a reference to its component. */
  schemaOf(schema: z.ZodType, direction: Direction): JsonSchema
  /** All that were referred to, by name. */
  schemas(): Json
}

const PREFIX = '#/components/schemas/'

export function createComponents(): Components {
  const known = new Map([['Warnings', JSON.stringify(warnings)]])
  const learn = (name: string, schema: unknown) => {
    const text = JSON.stringify(schema)
    if (known.has(name) && known.get(name) !== text) {
      throw new Error(`two schemas have the id ${name}`)
    }
    known.set(name, text)
  }
  return {
    schemaOf: (schema, direction) => {
      const { $schema: _, $defs = {}, ...rest } = plainSchema(schema, direction)
      const top = String(rest.$ref).replace('#/$defs/', '')
      for (const [name, definition] of Object.entries($defs)) {
        learn(name, withReferences(name === top ? atTop(definition, direction, name) : definition))
      }
      return withReferences(atTop(rest, direction, ''))
    },
    schemas: () =>
      Object.fromEntries([...known].sort().map(([name, text]) => [name, JSON.parse(text)])),
  }
}

function plainSchema(schema: z.ZodType, direction: Direction): JsonSchema {
  return z.toJSONSchema(schema, {
    io: direction === 'output' || direction === 'answer' ? 'output' : 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod
      // An answer may gain members later: only a strict schema says that it has no others.
      if (def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
}

/** What holds of the whole of a body or an answer, and of none of its parts. */
function atTop(schema: JsonSchema, direction: Direction, name: string): JsonSchema {
  if (direction === 'body') return withNulls(schema)
  return direction === 'answer' && ANSWER.test(name) ? withWarnings(schema) : schema
}

/** What also stands elsewhere, such as a configuration that is sent as it is read, is told of once, without them. */
const ANSWER = /(?<!Error)Response$/

const warnings = {
  description: 'Fields of the request that are not known and were ignored',
  type: 'array',
  items: { type: 'string' },
}

/** A closed object has no others: what is signed. */
function withWarnings(schema: JsonSchema): JsonSchema {
  if (!schema.properties || schema.additionalProperties === false) return schema
  return {
    ...schema,
    properties: { ...schema.properties, warnings: { $ref: `${PREFIX}Warnings` } },
  }
}

/** A field that may be left out may be null as well. */
function withNulls(schema: JsonSchema): JsonSchema {
  const { properties, required = [] } = schema
  if (!properties) return schema
  const entries = Object.entries(properties).map(([name, field]) => [
    name,
    required.includes(name) || typeof field === 'boolean' ? field : unlessNever(field),
  ])
  return { ...schema, properties: Object.fromEntries(entries) }
}

function unlessNever(field: JsonSchema): JsonSchema {
  const { [NEVER_NULL]: never, ...shown } = field
  return never ? shown : orNull(field)
}

function orNull({ description, default: byDefault, ...field }: JsonSchema): JsonSchema {
  const { type } = field
  const isSimple = typeof type === 'string' && !field.enum && field.const === undefined
  return {
    ...(description === undefined ? {} : { description }),
    ...(byDefault === undefined ? {} : { default: byDefault }),
    ...(isSimple ? { ...field, type: [type, 'null'] } : { anyOf: [field, { type: 'null' }] }),
  }
}

/** Moves a schema's own `$defs` to where every OpenAPI document has them. */
function withReferences(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema).map(([name, each]) =>
    name === '$ref' && typeof each === 'string'
      ? [name, each.replace('#/$defs/', PREFIX)]
      : [name, referring(each)],
  )
  return Object.fromEntries(entries)
}

function referring(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referring)
  return typeof value === 'object' && value !== null ? withReferences({ ...value }) : value
}
