// Hindsight: an answer of `GET /v1/default/banks/{bank}/memories/list`, as a page, a list of pages, or the items alone.
// Facts are written again; the service derives observations and entities again, and an invalidated fact is kept as a
// record.
import { z } from 'zod'
import { MAX_FACT_CHARS } from '../../../schemas/api/items.ts'
import { threadId } from '../../../schemas/identifiers.ts'
import { type Export, type ImportRecord, instant, joined, readEach } from './import-record.ts'

const unit = z.object({
  id: z.string().min(1),
  text: z.string(),
  bank_id: z.string().nullish(),
  /** `type` in older versions. */
  fact_type: z.string().nullish(),
  type: z.string().nullish(),
  state: z.string().nullish(),
  context: z.string().nullish(),
  document_id: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  date: instant,
  occurred_start: instant,
  occurred_end: instant,
  mentioned_at: instant,
})
type Unit = z.infer<typeof unit>

const page = z.object({ bank_id: z.string().nullish(), items: z.array(z.unknown()) })
const file = z.union([page, z.array(page).min(1), z.array(z.unknown())])

export function readHindsight(given: unknown): Export {
  const parsed = file.parse(given)
  const pages = Array.isArray(parsed) ? parsed : [parsed]
  const isPaged = pages.every((each) => page.safeParse(each).success)
  const read = isPaged ? pages.map((each) => page.parse(each)) : [{ items: pages }]
  return joined(read.map(readPage))
}

function readPage({ items, bank_id }: z.infer<typeof page>): Export {
  return readEach(items, unit, (each) => {
    const why = whyNot(each)
    if (why !== null) return why
    const userId = each.bank_id ?? bank_id ?? null
    return each.state === 'invalidated' ? retired(each, userId) : [kept(each, userId)]
  })
}

/** What is left out, and why. */
function whyNot({ text, fact_type, type }: Unit): string | null {
  const kind = fact_type ?? type ?? 'world'
  if (!/\S/.test(text)) return 'without text'
  if (kind === 'observation') return 'observations, which are derived from facts'
  if (kind === 'opinion') return 'opinions, which are the agent’s'
  return null
}

/** An end on another day goes into the words, because the service reads an end from the words. */
function kept(each: Unit, userId: string | null): ImportRecord {
  const { id, text, context, document_id, tags } = each
  const at = since(each)
  const thread = threadId.safeParse(document_id)
  const metadata = { ...(context ? { context } : {}), ...(tags?.length ? { tags } : {}) }
  return {
    id,
    userId,
    at,
    content: untilOf(each) === null ? text : `${text.trim()} (until ${untilOf(each)})`,
    ...(thread.success ? { threadId: thread.data } : {}),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  }
}

function since({ occurred_start, mentioned_at, date }: Unit): string | null {
  return occurred_start ?? mentioned_at ?? date
}

function untilOf({ occurred_end, ...each }: Unit): string | null {
  const [from, until] = [since({ ...each, occurred_end }), occurred_end].map((at) =>
    at?.slice(0, 10),
  )
  return until === undefined || until === from ? null : until
}

/** Holds at no time: it is listed, with its words and its date, and never retrieved. */
function retired(each: Unit, userId: string | null): ImportRecord[] | string {
  const at = since(each)
  if (at === null) return 'invalidated, without a date'
  if (each.text.length > MAX_FACT_CHARS) return 'invalidated, and too long for a fact'
  return [{ id: each.id, userId, at, fact: { text: each.text, validTo: at } }]
}
