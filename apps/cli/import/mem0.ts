// mem0: the answer of `get_all`, or the list in it. Each memory is a sentence.
import { z } from 'zod'
import { type Export, instant, readEach } from './import-record.ts'

const file = z.union([z.array(z.unknown()), z.object({ results: z.array(z.unknown()) })])
const memory = z.object({
  id: z.string().min(1),
  memory: z.string(),
  user_id: z.string().nullish(),
  created_at: instant,
  updated_at: instant,
})

export function readMem0(given: unknown): Export {
  const parsed = file.parse(given)
  const entries = Array.isArray(parsed) ? parsed : parsed.results
  return readEach(entries, memory, ({ id, memory: content, user_id, created_at, updated_at }) => {
    if (!/\S/.test(content)) return 'without text'
    // For a changed memory, the date of the change is when its words began to hold.
    return [{ id, userId: user_id ?? null, content, at: updated_at ?? created_at }]
  })
}
