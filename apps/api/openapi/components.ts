// Schemas as the document shows them. A schema with an id (`.meta({ id })`) is told once, under `components`, and referred
// to everywhere else.
import { z } from 'zod'

export type Json = Record<string, unknown>
/** What is read may be left out where there is a default; what is written is there. */
export type Direction = 'input' | 'output'

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
      for (const [name, definition] of Object.entries($defs as Json)) {
        learn(name, withReferences(definition))
      }
      return withReferences(rest) as Json
    },
    schemas: () =>
      Object.fromEntries([...known].sort().map(([name, text]) => [name, JSON.parse(text)])),
  }
}

function plainSchema(schema: z.ZodType, io: Direction): Json {
  return z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod
      // An answer may have more members tomorrow: only what is strict says that it has no others.
      if (def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  }) as Json
}

/** With `$defs` of its own moved to where all documents of OpenAPI have them. */
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
