// The fields of a schema, path by path with their kinds, in one form for zod's JSON Schema and for Avro: what the two
// must agree on.
import { alternatives, type JsonSchema } from './every-event.ts'

/** `span.start: integer`, `categories[]: string`, `validTo: string or null`. */
export type Fields = Record<string, string>

export function zodFields(schema: JsonSchema, path = '', suffix = ''): Fields {
  const [inner, nullable] = withoutNull(schema)
  const kind = suffix + (nullable ? ' or null' : '')
  if (inner.type === 'object') return joined(path, kind, zodProperties(inner, path))
  if (inner.type === 'array') return joined(path, kind, zodFields(inner.items!, `${path}[]`))
  return { [path]: `${inner.enum ? 'string' : inner.type}${kind}` }
}

function zodProperties({ properties = {}, required = [] }: JsonSchema, path: string): Fields {
  return merged(
    Object.entries(properties).map(([name, property]) =>
      zodFields(property, under(path, name), required.includes(name) ? '' : ' or missing'),
    ),
  )
}

function withoutNull(schema: JsonSchema): [JsonSchema, boolean] {
  const all = alternatives(schema)
  const some = all.filter(({ type }) => type !== 'null')
  return some.length === 1 ? [some[0]!, all.length > 1] : [schema, false]
}

type AvroType = { type: string; fields?: { name: string; type: unknown }[]; items?: unknown }

const kinds: Readonly<Record<string, string>> = {
  int: 'integer',
  long: 'integer',
  double: 'number',
}

export function avroFields(schema: unknown, path = '', suffix = ''): Fields {
  if (Array.isArray(schema)) {
    const [none, some] = schema
    if (none !== 'null' || schema.length !== 2)
      throw new Error(`${path} is a union of its own kind`)
    return avroFields(some, path, ' or null')
  }
  if (typeof schema === 'string') return { [path]: `${kinds[schema] ?? schema}${suffix}` }
  const { type, fields, items } = schema as AvroType
  if (type === 'array') return joined(path, suffix, avroFields(items, `${path}[]`))
  return joined(
    path,
    suffix,
    merged(fields!.map((field) => avroFields(field.type, under(path, field.name)))),
  )
}

function under(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function joined(path: string, suffix: string, inner: Fields): Fields {
  return suffix === '' ? inner : { [path]: suffix.trim(), ...inner }
}

function merged(all: readonly Fields[]): Fields {
  return Object.assign({}, ...all)
}
