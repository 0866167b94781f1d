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
  return read.success && !isWellFormed(given) ? schema.safeParse(wellFormed(given), params) : read
}

/** What has read the value bounds its depth. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isWellFormed)
  return Object.entries(value).every(
    ([name, member]) => name.isWellFormed() && isWellFormed(member),
  )
}

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(wellFormed)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.toWellFormed(), wellFormed(member)]),
  )
}
