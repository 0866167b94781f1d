// Letta: an agent file (`.af`), of either form. Its blocks become sentences, the messages a conversation; the agent's own
// persona and its system messages do not belong to the user's memory.
import { z } from 'zod'
import { type DatedMessage, newestOf } from './conversation.ts'
import { type Export, instant, joined, readEach } from './import-record.ts'

const block = z.object({
  id: z.string().nullish(),
  label: z.string(),
  value: z.string(),
  updated_at: instant,
  created_at: instant,
})
const part = z.object({ type: z.string(), text: z.string().nullish() })
const call = z.object({ function: z.object({ name: z.string(), arguments: z.string() }) })
const message = z.object({
  role: z.string(),
  content: z.union([z.string(), z.array(part)]).nullish(),
  tool_calls: z.array(call).nullish().catch(null),
  created_at: instant,
})
const agent = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  agent_type: z.string().nullish(),
  created_at: instant,
  messages: z.array(z.unknown()),
})
const list = z.array(z.unknown())
type Contents = { agents: unknown[]; blocks: unknown[]; created_at: null }

const file = z.union([
  z.object({ agents: list, blocks: list.default([]), created_at: instant }),
  agent.extend({ core_memory: list }).transform(
    ({ core_memory, ...only }): Contents => ({
      agents: [only],
      blocks: core_memory,
      created_at: null,
    }),
  ),
])
/** Where the block says what the agent is. */
const PERSONA = /(^|[/_-])persona($|\/)/

export function readLetta(given: unknown): Export {
  // The client gives the file as text, which some programs then write as one JSON string.
  const { agents, blocks, created_at } = file.parse(
    typeof given === 'string' ? JSON.parse(given) : given,
  )
  const notes = readEach(blocks, block, (each, index) => {
    if (PERSONA.test(each.label)) return 'about the agent'
    if (!/\S/.test(each.value)) return 'without text'
    const id = each.id ?? `${each.label}/${index}`
    const at = each.updated_at ?? each.created_at ?? created_at
    return [{ id, userId: null, content: each.value, at }]
  })
  const talks = readEach(agents, agent, (each, index) => {
    // Its user is another agent.
    if (each.agent_type?.includes('sleeptime')) return 'agents that work in the background'
    const id = each.id ?? each.name ?? `agent-${index}`
    const said = each.messages.flatMap((given) => {
      const known = message.safeParse(given)
      return known.success ? shownMessage(known.data) : []
    })
    return newestOf({ id, userId: null, at: each.created_at }, said)
  })
  return joined([notes, talks])
}

function shownMessage({
  role,
  content,
  tool_calls,
  created_at: at,
}: z.infer<typeof message>): DatedMessage[] {
  const parts =
    typeof content === 'string' ? [content] : (content ?? []).map(({ text }) => text ?? '')
  if (role === 'user')
    return parts.flatMap(wordsOfUser).map((each) => ({ role, content: each, at }))
  if (role !== 'assistant') return []
  // Beside a call of a tool, the content is what the agent thought.
  const said = tool_calls?.length ? tool_calls.flatMap(wordsSent) : parts
  return said.map((each) => ({ role, content: each, at }))
}

const wrapped = z.object({ type: z.string(), message: z.string().optional() })

/** What programs put among the user's words. */
const REMINDER = /<system-reminder>[\s\S]*?<\/system-reminder>/g

/** The user's words may be wrapped; heartbeats and logins are wrapped too, and are left out. */
function wordsOfUser(text: string): string[] {
  const packed = wrapped.safeParse(parsedJson(text))
  if (!packed.success) return [text.replaceAll(REMINDER, '')]
  return packed.data.type === 'user_message' && packed.data.message ? [packed.data.message] : []
}

const sentMessage = z.object({ message: z.string() })

function wordsSent({ function: called }: z.infer<typeof call>): string[] {
  const known = sentMessage.safeParse(parsedJson(called.arguments))
  return called.name === 'send_message' && known.success ? [known.data.message] : []
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
