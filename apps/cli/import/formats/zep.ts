// Zep and Graphiti: the edges of a user's graph, each a dated fact, and the messages of threads. Neither has an export:
// the file holds what their APIs answer.
import { z } from 'zod'
import { type DatedMessage, recordsOf } from './conversation.ts'
import {
  type Export,
  type ImportRecord,
  instant,
  joined,
  readEach,
  until,
} from './import-record.ts'

const edge = z.object({
  uuid: z.string().min(1),
  fact: z.string(),
  user_id: z.string().nullish(),
  /** Graphiti's partition, usually a user; empty or `_` where there is only one. */
  group_id: z.string().nullish(),
  created_at: instant,
  valid_at: instant,
  invalid_at: instant,
  expired_at: instant,
})
const message = z.object({
  role: z.string().nullish(),
  role_type: z.string().nullish(),
  content: z.string(),
  created_at: instant,
  uuid: z.string().min(1).nullish(),
})
const thread = z.object({
  thread_id: z.string().min(1).optional(),
  session_id: z.string().min(1).optional(),
  user_id: z.string().nullish(),
  created_at: instant,
  thread_created_at: instant,
  messages: z.array(message),
})
const list = z.array(z.unknown())
const file = z.union([
  list,
  z
    .object({ edges: list.default([]), facts: list.default([]), threads: list.default([]) })
    .refine(({ edges, facts, threads }) => edges.length + facts.length + threads.length > 0),
])

export function readZep(given: unknown): Export {
  const parsed = file.parse(given)
  const { edges, facts, threads } = Array.isArray(parsed)
    ? { edges: parsed, facts: [], threads: [] }
    : parsed
  const kept = readEach([...edges, ...facts], edge, recordOfEdge)
  return joined([kept, readEach(threads, thread, recordsOfThread)])
}

/** A fact that has ended says so in its words, because the fact that ended it need not be in the export. */
function recordOfEdge({
  uuid,
  fact,
  user_id,
  group_id,
  ...times
}: z.infer<typeof edge>): ImportRecord[] | string {
  if (!/\S/.test(fact)) return 'without text'
  const { created_at, valid_at, invalid_at, expired_at } = times
  const group = group_id === '' || group_id === '_' ? null : group_id
  const content = until(fact, invalid_at ?? expired_at)
  return [{ id: uuid, userId: user_id ?? group ?? null, content, at: valid_at ?? created_at }]
}

/** The answer of Zep's `thread.get` does not name the thread: then its first message does. */
function recordsOfThread({ messages, user_id, ...about }: z.infer<typeof thread>) {
  const id = about.thread_id ?? about.session_id ?? messages[0]?.uuid
  const at = about.created_at ?? about.thread_created_at
  if (!id) return 'without an id'
  const said = messages.flatMap(({ role, role_type, content, created_at }): DatedMessage[] => {
    const kind = role_type ?? role
    if (kind !== 'user' && kind !== 'assistant') return []
    return [{ role: kind, content, at: created_at }]
  })
  return recordsOf({ id, userId: user_id ?? null, at }, said)
}
