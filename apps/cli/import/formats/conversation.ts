// Conversations as writes: the messages of one day are one write, so that every fact keeps the day on which it was
// said.
import { firstOf, lastOf } from '../../../../infra/runtime/certain.ts'
import type { ImportRecord, Message } from './import-record.ts'

export type DatedMessage = Message & { at: string | null }

/** Well below the limit of a write's content, also where JSON escapes most of it. */
const MAX_CHARS = 200_000

type Conversation = { id: string; userId: string | null; at: string | null }

export function recordsOf(
  { id, userId, at }: Conversation,
  messages: readonly DatedMessage[],
): ImportRecord[] {
  const days = splitByDay(messages.flatMap(inParts).filter(({ content }) => /\S/.test(content)))
  return days.map((day, index) => ({
    id: `${id}/${index}`,
    userId,
    threadId: id,
    at: firstOf(day).at ?? at,
    content: day.map(({ role, content }) => ({ role, content })),
  }))
}

/** Splits a message that is longer than a write may be. */
function inParts(message: DatedMessage): DatedMessage[] {
  const count = Math.ceil(message.content.length / MAX_CHARS)
  return Array.from({ length: count }, (_, part) => {
    const start = part * MAX_CHARS
    return { ...message, content: message.content.slice(start, start + MAX_CHARS) }
  })
}

/** In order; a message without a date takes the date of the one before. */
function splitByDay(messages: readonly DatedMessage[]): DatedMessage[][] {
  const days: DatedMessage[][] = []
  let chars = 0
  let day: string | null = null
  for (const message of messages) {
    const own: string | null = message.at?.slice(0, 10) ?? day
    chars += message.content.length
    if (days.length === 0 || (day !== null && own !== day) || chars > MAX_CHARS) {
      days.push([])
      chars = message.content.length
    }
    lastOf(days).push(message)
    day = own
  }
  return days
}
