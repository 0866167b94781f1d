// POST /memorize (spec 4.2).
import { z } from 'zod'
import { appId, contentType, threadId, userId } from '../identifiers.ts'

/** UTF-8 bytes. */
export const MAX_CONTENT_BYTES = 1024 * 1024
export const MAX_METADATA_BYTES = 16 * 1024

/** A string of at most so many UTF-8 bytes; most are settled by their length alone. */
export function utf8AtMost(bytes: number) {
  return (text: string) => text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes
}

export const MAX_DEPTH = 100

/** Objects and arrays within each other, at most 100; without recursion, because depth is what is being judged. */
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
  .describe('Additional metadata; `timestamp` (ISO 8601) says when the content was said')

export const memorizeRequest = z
  .object({
    appId,
    userId,
    content: z
      .string()
      .refine(utf8AtMost(MAX_CONTENT_BYTES), `must be at most ${MAX_CONTENT_BYTES} bytes of UTF-8`)
      .refine((text) => /\S/.test(text), 'must not be empty')
      .describe('Content to memorize'),
    contentType: contentType.describe('What kind of content it is'),
    threadId: threadId.optional(),
    metadata: metadata.optional(),
  })
  .meta({ id: 'MemorizeRequest' })
export type MemorizeRequest = z.infer<typeof memorizeRequest>

export const memorizeResponse = z
  .object({
    status: z.literal('queued'),
    resourceId: z.string(),
    estimatedProcessingTime: z.number().describe('Seconds'),
  })
  .meta({ id: 'MemorizeResponse' })
