// Schemas as the document shows them. A schema with an id (`.meta({ id })`) appears once, under `components`, and is
// referred to everywhere else.
import { z } from 'zod'

export type Json = Record<string, unknown>
/** In input a field with a default may be left out, and in a body it may be null; in output it is always there. */
export type Direction = 'input' | 'body' | 'output'

export type Components = {
  /** The schema, or a reference to its component. */
  schemaOf(schema: z.ZodType, direction: Direction): Json
  /** All that were referred to, by name. */
  schemas(): Json
}

const PREFIX = '#/components/schemas/'

export function createComponents(): Components {
  const known = new Map<string, string>()
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
      for (const [name, definition] of Object.entries($defs as Record<string, Json>)) {
        const isBody = direction === 'body' && name === top
        learn(name, withReferences(isBody ? withNulls(definition) : definition))
      }
      return withReferences(direction === 'body' ? withNulls(rest) : rest) as Json
    },
    schemas: () =>
      Object.fromEntries([...known].sort().map(([name, text]) => [name, JSON.parse(text)])),
  }
}

function plainSchema(schema: z.ZodType, direction: Direction): Json {
  return z.toJSONSchema(schema, {
    io: direction === 'output' ? 'output' : 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod
      // An answer may gain members later: only a strict schema says that it has no others.
      if (def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  }) as Json
}

/** A field that may be left out may be null as well. */
function withNulls(schema: Json): Json {
  const { properties, required = [] } = schema
  if (!properties) return schema
  const entries = Object.entries(properties).map(([name, field]) => [
    name,
    (required as string[]).includes(name) ? field : orNull(field as Json),
  ])
  return { ...schema, properties: Object.fromEntries(entries) }
}

function orNull({ description, default: byDefault, ...field }: Json): Json {
  const isSimple = typeof field.type === 'string' && !field.enum && field.const === undefined
  return {
    ...(description === undefined ? {} : { description }),
    ...(byDefault === undefined ? {} : { default: byDefault }),
    ...(isSimple ? { ...field, type: [field.type, 'null'] } : { anyOf: [field, { type: 'null' }] }),
  }
}

/** Moves a schema's own `$defs` to where every OpenAPI document has them. */
function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) =>
    name === '$ref' && typeof each === 'string'
      ? [name, each.replace('#/$defs/', PREFIX)]
      : [name, withReferences(each)],
  )
  return Object.fromEntries(entries)
}
