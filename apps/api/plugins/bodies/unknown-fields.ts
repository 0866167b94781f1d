// Names the fields of a request that its schema does not know, so that a misspelt one is noticed. Pure.
import { z } from 'zod'
import { isRecord } from '../../../../infra/runtime/certain.ts'
import { MAX_NAME_CHARS, NOT_KNOWN } from './issue-words.ts'

const MAX_NAMED = 20

/** A text for each: of a request that is taken all the same. */
export function unknownFields(data: unknown, schema: z.ZodType): string[] {
  return unknownNames(data, schema).map((name) => `${name}: ${NOT_KNOWN} and was ignored`)
}

/** Twenty at most. In a union without a discriminator any field may be known to one of its forms. */
export function unknownNames(data: unknown, schema: z.ZodType): string[] {
  const found: string[] = []
  for (const name of unknownIn(data, schema)) {
    found.push(name)
    if (found.length === MAX_NAMED) break
  }
  return found
}

function* unknownIn(data: unknown, schema: z.core.$ZodType, path = ''): Generator<string> {
  const meant = formOf(schema, data)
  if (meant instanceof z.ZodArray && Array.isArray(data)) {
    for (const [n, each] of data.entries()) yield* unknownIn(each, meant.element, `${path}${n}.`)
  }
  if (!(meant instanceof z.ZodObject) || meant.def.catchall || !isRecord(data)) return
  for (const [name, value] of Object.entries(data)) {
    const field: z.core.$ZodType | undefined = Object.hasOwn(meant.shape, name)
      ? meant.shape[name]
      : undefined
    if (field) yield* unknownIn(value, field, `${path}${name}.`)
    else yield `${path}${name.slice(0, MAX_NAME_CHARS)}`
  }
}

/** The schema of an object or a list within what may be left out, is read beforehand, or has a kind. */
function formOf(schema: z.core.$ZodType, data: unknown): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return formOf(schema.unwrap(), data)
  }
  if (schema instanceof z.ZodDefault) return formOf(schema.unwrap(), data)
  if (schema instanceof z.ZodPipe) {
    return formOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in, data)
  }
  if (schema instanceof z.ZodDiscriminatedUnion && isRecord(data)) return kindOf(schema, data)
  return schema
}

function kindOf(union: z.ZodDiscriminatedUnion, data: Record<string, unknown>): z.core.$ZodType {
  const { discriminator } = union.def
  const form = union.options.find(
    (each) =>
      each instanceof z.ZodObject && accepts(each.shape[discriminator], data[discriminator]),
  )
  return form ?? union
}

function accepts(field: unknown, value: unknown): boolean {
  if (!(field instanceof z.ZodLiteral)) return false
  const values: ReadonlySet<unknown> = field.values
  return values.has(value)
}
