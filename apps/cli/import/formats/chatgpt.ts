// ChatGPT: `conversations.json` of its data export, or the numbered files in its ZIP. A conversation is a tree of edits and retries; the path from
// `current_node` to the root is what its user saw last.
import { z } from 'zod'
import { type DatedMessage, recordsOf } from './conversation.ts'
import { type Export, instant, readEach } from './import-record.ts'

const message = z.object({
  author: z.object({ role: z.string() }),
  /** `all`, or the tool that the words are for. */
  recipient: z.string().nullish(),
  create_time: instant,
  content: z.object({ content_type: z.string(), parts: z.array(z.unknown()).optional() }),
  metadata: z.object({ is_visually_hidden_from_conversation: z.boolean().optional() }).nullish(),
})
const node = z.object({ message: message.nullish().catch(null), parent: z.string().nullish() })
const conversation = z.object({
  id: z.string().min(1).optional(),
  conversation_id: z.string().min(1).optional(),
  create_time: instant,
  current_node: z.string(),
  mapping: z.record(z.string(), node),
})

export function readChatgpt(given: unknown): Export {
  return readEach(z.array(z.unknown()).parse(given), conversation, (each) => {
    const id = each.conversation_id ?? each.id
    if (id === undefined) return 'without an id'
    const records = recordsOf({ id, userId: null, at: each.create_time }, messagesOf(each))
    return records.length === 0 ? 'without text' : records
  })
}

function messagesOf({ mapping, current_node }: z.infer<typeof conversation>): DatedMessage[] {
  const path: DatedMessage[] = []
  const seen = new Set<string>()
  const nodes = new Map(Object.entries(mapping))
  let id: string | null | undefined = current_node
  // A cycle in the tree ends where it would repeat.
  while (id && !seen.has(id)) {
    const found: z.infer<typeof node> | undefined = nodes.get(id)
    if (!found) break
    seen.add(id)
    const { message: said, parent } = found
    const shown = said ? shownMessage(said) : null
    if (shown) path.push(shown)
    id = parent
  }
  return path.reverse()
}

/** Messages of tools and of the system do not belong to the user's memory. */
function shownMessage(given: z.infer<typeof message>): DatedMessage | null {
  const { author, recipient, content, create_time, metadata } = given
  const { role } = author
  if (role !== 'user' && role !== 'assistant') return null
  if (metadata?.is_visually_hidden_from_conversation) return null
  if (!['text', 'multimodal_text'].includes(content.content_type)) return null
  if (role === 'assistant' && (recipient ?? 'all') !== 'all') return null
  const words = (content.parts ?? []).flatMap(wordsOf)
  return { role, content: words.join('\n'), at: create_time }
}

const spoken = z.object({ content_type: z.literal('audio_transcription'), text: z.string() })

/** Pictures and files have none. */
function wordsOf(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  const { data } = spoken.safeParse(part)
  return data ? [data.text] : []
}
