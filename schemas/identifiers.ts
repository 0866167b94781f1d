// The identifiers that clients choose: apps, users, threads and idempotency keys. They are not normalised, and may be
// any text without control characters (README.md). scope-name.ts makes names of them.
import { z } from 'zod'

export const MAX_IDENTIFIER_LENGTH = 256
/** An app's users are looked for as a range of names, whose ends may have a thousand bytes (infra/elasticsearch). */
const MAX_APP_BYTES = 800
/** For secrets that open the service, which clients or operators choose: API keys in the environment, secrets of inbound webhooks. */
export const MIN_SECRET_CHARS = 16

/** Written out, because not every tool that reads the document knows `\p{Cc}`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is there to refuse them
const NO_CONTROLS = /^[^\u0000-\u001f\u007f-\u009f]*$/
/**
 * The service's own names begin with `~`, `_` stands for no user and `*` for every app; no URL has a part `.` or `..`.
 */
const RESERVED = /^(?!~|(?:_|\*|\.{1,2})$)/
/** Names of threads that no client named begin with it (threads.ts). */
const NO_THREAD = /^(?!=)/

/** Counts code points: a pair of surrogates is one. */
const identifier = z
  .string()
  .min(1, 'must not be empty')
  .refine(
    (text) => text.length <= 2 * MAX_IDENTIFIER_LENGTH && [...text].length <= MAX_IDENTIFIER_LENGTH,
    `must be at most ${MAX_IDENTIFIER_LENGTH} characters`,
  )
  .regex(NO_CONTROLS, 'must hold no control characters')
  .refine((text) => text.isWellFormed(), 'must hold no halves of surrogate pairs')
  .regex(RESERVED, 'must not begin with ~ and must not be _ or * or . or ..')
  .meta({ maxLength: MAX_IDENTIFIER_LENGTH })

export const appId = identifier
  .refine(
    (text) => Buffer.byteLength(text) <= MAX_APP_BYTES,
    `must be at most ${MAX_APP_BYTES} bytes in UTF-8`,
  )
  .describe('App identifier')
export const userId = identifier.describe('Owner of the memory')
export const threadId = identifier
  .regex(NO_THREAD, 'must not begin with =')
  .describe('Conversation thread identifier')
/** In a path, an id that the service gave. In whatever form it is, one that it did not give is not found. */
export const givenId = z.string().min(1).max(128)
export const idempotencyKey = z
  .string()
  .min(1)
  .max(MAX_IDENTIFIER_LENGTH)
  .regex(/^[\x21-\x7e]*$/, 'must hold only visible ASCII characters')
  .describe('The same key gives the same answer; nothing is stored twice')

/** Whose data it is. Every query of every store takes one. */
export const scope = z.strictObject({ appId, userId })
export type Scope = z.infer<typeof scope>

/** Of what says more than whose it is. */
export function scopeOf({ appId, userId }: Scope): Scope {
  return { appId, userId }
}

/** An instant as the service writes it: ISO 8601, UTC, whole seconds or milliseconds. */
export const instant = z.iso
  .datetime({ offset: true })
  // An offset alone can move the instant out of the years that four digits can name.
  .refine(
    (text) => text.endsWith('Z') || /^\d{4}-/.test(isoOf(text)),
    'must lie in the years 0000 to 9999, in UTC',
  )

function isoOf(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}

export const importance = z.enum(['low', 'medium', 'high', 'critical']).meta({ id: 'Importance' })
export type Importance = z.infer<typeof importance>

/** The more important, the higher. */
export const IMPORTANCE_WEIGHTS: Readonly<Record<Importance, number>> = {
  low: 0,
  medium: 1,
  high: 2,
  critical: 3,
}

export const contentType = z.enum(['conversation', 'event', 'document']).meta({ id: 'ContentType' })
export type ContentType = z.infer<typeof contentType>

/** What a stored resource is: content of one of these types, or a fact that a client gave. */
export const resourceType = z.enum([...contentType.options, 'fact']).meta({ id: 'ResourceType' })
export type ResourceType = z.infer<typeof resourceType>
