// Claude: `conversations.json` of its data export.
import { z } from 'zod'
import { type DatedMessage, recordsOf } from './conversation.ts'
import { type Export, instant, readEach } from './import-record.ts'

const part = z.object({ type: z.string(), text: z.string().nullish() })
const message = z.object({
  sender: z.string(),
  text: z.string().nullish(),
  content: z.array(part).nullish().catch(null),
  created_at: instant,
})
const conversation = z.object({
  uuid: z.string().min(1),
  created_at: instant,
  chat_messages: z.array(message),
})

export function readClaude(given: unknown): Export {
  return readEach(z.array(z.unknown()).parse(given), conversation, (each) => {
    const { uuid: id, created_at: at, chat_messages } = each
    const records = recordsOf({ id, userId: null, at }, chat_messages.flatMap(shownMessage))
    return records.length === 0 ? 'without text' : records
  })
}

function shownMessage({
  sender,
  text,
  content,
  created_at,
}: z.infer<typeof message>): DatedMessage[] {
  if (sender !== 'human' && sender !== 'assistant') return []
  const role = sender === 'human' ? 'user' : 'assistant'
  const parts = (content ?? []).flatMap((each) => (each.type === 'text' ? (each.text ?? '') : []))
  // The plain text holds a placeholder for every part that is none.
  return [{ role, content: parts.join('\n') || (text ?? ''), at: created_at }]
}
