// Halves of surrogate pairs in what clients send: a client may have cut a text within an emoji. Strict readers of JSON
// refuse them, and UTF-8 has none, so a replacement character stands in their place. An identifier is refused instead
// (../identifiers.ts), because two of them could become one.
import type { z } from 'zod'

/**
 * Reads what was given as it is first, so that the schema still sees the halves that it refuses. Everything that takes a
 * client's JSON in reads it with this.
 */
export function readWellFormed<T>(
  schema: z.ZodType<T>,
  given: unknown,
  params?: Parameters<z.ZodType<T>['safeParse']>[1],
): z.ZodSafeParseResult<T> {
  const read = schema.safeParse(given, params)
  if (!read.success) return read
  const whole = wellFormed(given)
  return whole === given ? read : schema.safeParse(whole, params)
}

/** The same value where it holds no halves. The schema that has read it bounds its depth. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed()
  if (Array.isArray(value)) {
    const elements = value.map(wellFormed)
    return elements.some((each, n) => each !== value[n]) ? elements : value
  }
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(
    ([name, member]) => [name, name.toWellFormed(), wellFormed(member), member] as const,
  )
  const isSame = members.every(
    ([name, wholeName, whole, member]) => name === wholeName && whole === member,
  )
  return isSame ? value : Object.fromEntries(members.map(([, name, whole]) => [name, whole]))
}
