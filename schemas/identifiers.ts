// The identifiers that clients choose: apps, users, threads and idempotency keys. They become parts of object
// keys, log keys and metrics' neighbours, so their alphabet is small and their length bounded.
import { z } from 'zod'

export const MAX_IDENTIFIER_LENGTH = 256
/** Of every secret that clients or operators choose: API keys of the environment, what webhooks are signed with. */
export const MIN_SECRET_CHARS = 16

const IDENTIFIER = /^[A-Za-z0-9][A-Za-z0-9._:@|+=~-]*$/
const IDENTIFIER_RULE =
  'must start with a letter or a digit and hold only letters, digits and . _ : @ | + = ~ -'

const identifier = z
  .string()
  .min(1, 'must not be empty')
  .max(MAX_IDENTIFIER_LENGTH, `must be at most ${MAX_IDENTIFIER_LENGTH} characters`)
  .regex(IDENTIFIER, IDENTIFIER_RULE)

export const appId = identifier.describe('App identifier')
export const userId = identifier.describe('Owner of the memory')
export const threadId = identifier.describe('Conversation thread identifier')
export const idempotencyKey = z
  .string()
  .min(1)
  .max(MAX_IDENTIFIER_LENGTH)
  .regex(/^[\x21-\x7e]+$/, 'must hold only visible ASCII characters')
  .describe('The same key gives the same answer; nothing is stored twice')

/** Whose data it is. Every query of every store takes one. */
export const scope = z.strictObject({ appId, userId })
export type Scope = z.infer<typeof scope>

/** An instant as the service writes it: ISO 8601, UTC, whole seconds or milliseconds. */
export const instant = z.iso
  .datetime({ offset: true })
  // An offset alone can move it out of the years that its four digits name.
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

export const contentType = z.enum(['conversation', 'event', 'document']).meta({ id: 'ContentType' })
export type ContentType = z.infer<typeof contentType>
