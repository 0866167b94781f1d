// mem0: the answer of `get_all`, a list of such pages, or the list in it. Each memory is a sentence.
import { z } from 'zod'
import { threadId } from '../../../../schemas/identifiers.ts'
import { type Export, type ImportRecord, instant, readEach, until } from './import-record.ts'

const page = z.object({ results: z.array(z.unknown()) })
const file = z.union([page, z.array(page).min(1), z.array(z.unknown())])
const memory = z.object({
  id: z.string().min(1),
  memory: z.string(),
  user_id: z.string().nullish(),
  created_at: instant,
  updated_at: instant,
  /** The last day on which it is shown. */
  expiration_date: instant,
  run_id: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
})

export function readMem0(given: unknown): Export {
  const parsed = file.parse(given)
  const pages = Array.isArray(parsed) ? parsed : [parsed]
  const entries = pages.flatMap((each) => page.safeParse(each).data?.results ?? [each])
  return readEach(entries, memory, recordOf)
}

function recordOf({ id, memory: text, ...about }: z.infer<typeof memory>): ImportRecord[] | string {
  if (!/\S/.test(text)) return 'without text'
  const { user_id, created_at, updated_at, expiration_date, run_id, metadata } = about
  const thread = threadId.safeParse(run_id)
  return [
    {
      id,
      userId: user_id ?? null,
      content: until(text, expiration_date),
      // For a changed memory, the date of the change is when its words began to hold.
      at: updated_at ?? created_at,
      ...(thread.success ? { threadId: thread.data } : {}),
      ...(metadata && Object.keys(metadata).length > 0 ? { metadata } : {}),
    },
  ]
}
