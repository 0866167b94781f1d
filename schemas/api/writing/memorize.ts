// POST /memorize (spec 4.2).
import { z } from 'zod'
import { appId, contentType, threadId, userId } from '../../identifiers.ts'
import { INSTANT_RULE, readInstant } from '../../instants.ts'
import { named } from '../named.ts'
import { retrievable, wait } from './waiting.ts'

/** UTF-8 bytes. */
export const MAX_CONTENT_BYTES = 1024 * 1024
export const MAX_METADATA_BYTES = 16 * 1024

/** A string of at most so many UTF-8 bytes; for most the length alone decides. */
export function utf8AtMost(bytes: number) {
  return (text: string) => text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes
}

export const MAX_DEPTH = 100

/** Objects and arrays nested at most 100 deep; without recursion, because the depth is not known to be safe yet. */
export function isShallow(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false
    level = level.flatMap((each) => (typeof each === 'object' && each ? Object.values(each) : []))
  }
  return true
}

export const metadata = z
  .record(z.string(), z.unknown())
  .refine(isShallow, { message: `must be nested at most ${MAX_DEPTH} deep`, abort: true })
  .refine((value) => utf8AtMost(MAX_METADATA_BYTES)(JSON.stringify(value)), {
    message: `must be at most ${MAX_METADATA_BYTES} bytes of JSON`,
  })
  .refine(({ timestamp = null }) => timestamp === null || isInstant(timestamp), {
    path: ['timestamp'],
    message: INSTANT_RULE,
  })
  .describe(
    'Additional metadata; `timestamp` (ISO 8601, without an offset in UTC) says when the content was said',
  )

function isInstant(value: unknown): boolean {
  return typeof value === 'string' && readInstant(value) !== null
}

/** As in chat APIs; other members of a message are kept. */
const message = z
  .looseObject({
    role: z.string().nullish(),
    content: z
      .union([z.string(), z.array(z.union([z.string(), z.looseObject({})]))])
      .nullish()
      .describe('Text, or parts of which those with `text` are read'),
    name: z.string().nullish(),
    speaker: z.string().nullish(),
    text: z.string().nullish(),
  })
  .meta({ id: 'Message' })
const messages = z.array(message).min(1)

const atMostBytes = utf8AtMost(MAX_CONTENT_BYTES)

/** A list of messages is kept as its JSON. */
const content = z
  .union([z.string(), messages, z.object({ messages })])
  .transform((given) => {
    if (typeof given === 'string') return given
    return JSON.stringify(Array.isArray(given) ? given : given.messages)
  })
  .refine(atMostBytes, `must be at most ${MAX_CONTENT_BYTES} bytes of UTF-8`)
  .refine((text) => /\S/.test(text), 'must not be empty')
  .describe('Text, or for a `conversation` a list of messages')

export const memorizeRequest = z.object({
  appId,
  userId,
  content,
  contentType: contentType.describe('What kind of content it is'),
  threadId: threadId.optional(),
  metadata: metadata.optional(),
})
export type MemorizeRequest = z.infer<typeof memorizeRequest>

/** What is stored, and how long the caller waits for it. */
export const memorizeCall = memorizeRequest.extend({ wait }).meta({ id: 'MemorizeRequest' })

export const memorizeResponse = named('MemorizeResponse', {
  status: z.literal('queued'),
  resourceId: z.string(),
  estimatedProcessingTime: z
    .number()
    .describe('Seconds, by what waits before it; 0 where it can be retrieved'),
  retrievable,
})
