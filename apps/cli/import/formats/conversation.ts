// Conversations as writes: the messages of one day are one write, so that every fact keeps the day on which it was
// said.
import { firstOf, lastOf } from '../../../../infra/runtime/certain.ts'
import type { ImportRecord, Message } from './import-record.ts'

export type DatedMessage = Message & { at: string | null }

/** Well below the limit of a write's content, also where JSON escapes most of it. */
const MAX_CHARS = 200_000

type Conversation = { id: string; userId: string | null; at: string | null }

export function recordsOf(
  conversation: Conversation,
  messages: readonly DatedMessage[],
): ImportRecord[] {
  return writesOf(messages).map((said, n) =>
    recordOf(conversation, said, `${conversation.id}/${n}`),
  )
}

/**
 * Of a conversation of which an export has the newest messages alone. A day is named by its date and its messages by
 * their instants, because their places change from one export to the next. Without dates, places are all there is.
 */
export function newestOf(
  conversation: Conversation,
  messages: readonly DatedMessage[],
): ImportRecord[] {
  const days = Map.groupBy(messages, ({ at }) => at?.slice(0, 10))
  if (days.has(undefined)) return recordsOf(conversation, messages)
  return [...days].flatMap(([date, day]) =>
    writesOf(day).map((said, n) => ({
      ...recordOf(conversation, said, [conversation.id, date, ...(n > 0 ? [n] : [])].join('/')),
      saidAt: said.map(({ at }) => Date.parse(String(at))),
    })),
  )
}

/** The messages of each write. */
function writesOf(messages: readonly DatedMessage[]): DatedMessage[][] {
  return splitByDay(messages.flatMap(inParts).filter(({ content }) => /\S/.test(content)))
}

function recordOf({ id: threadId, userId, at }: Conversation, said: DatedMessage[], id: string) {
  const content = said.map(({ role, content: words }) => ({ role, content: words }))
  return { id, userId, threadId, at: firstOf(said).at ?? at, content }
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
