// Hindsight: an answer of `GET /v1/default/banks/{bank}/memories/list`, as a page, a list of pages, or the items alone;
// or the archive of a document transfer, with a manifest and a file for each document.
// Facts are written again; the service derives observations and entities again, and an invalidated fact is kept as a
// record.
import { z } from 'zod'
import { MAX_FACT_CHARS } from '../../../../schemas/api/reading/items.ts'
import { threadId } from '../../../../schemas/identifiers.ts'
import {
  type Export,
  type ImportRecord,
  instant,
  joined,
  readEach,
  until,
} from './import-record.ts'

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

/** A fact of a transfer: its id is there in newer versions only, and its date has another name. */
const transferred = z.looseObject({
  source_id: z.string().nullish(),
  event_date: z.unknown().optional(),
})
const document = z.object({ id: z.string().min(1), facts: z.array(z.unknown()).default([]) })
const transfer = z.object({
  'manifest.json': z.object({ source_bank_id: z.string(), schema_version: z.literal(1) }),
})
const DOCUMENT = /^documents\/\d+\.json$/

const page = z.object({ bank_id: z.string().nullish(), items: z.array(z.unknown()) })
const file = z.union([page, z.array(page).min(1), z.array(z.unknown())])

export function readHindsight(given: unknown): Export {
  const archive = transfer.safeParse(given)
  if (archive.success) return readTransfer(archive.data['manifest.json'].source_bank_id, given)
  const parsed = file.parse(given)
  const pages = Array.isArray(parsed) ? parsed : [parsed]
  const isPaged = pages.every((each) => page.safeParse(each).success)
  const read = isPaged ? pages.map((each) => page.parse(each)) : [{ items: pages }]
  return joined(read.map(readPage))
}

/** Files by name. An invalid document costs no other. */
function readTransfer(bank_id: string, files: unknown): Export {
  const found = Object.entries(z.record(z.string(), z.unknown()).parse(files))
  const documents = found.filter(([name]) => DOCUMENT.test(name)).map(([, each]) => each)
  return joined(
    documents.map((each) => {
      const { data } = document.safeParse(each)
      if (!data) return { records: [], leftOut: { 'documents not as expected': 1 } }
      return readPage({ bank_id, items: data.facts.map((fact, n) => unitOf(fact, data.id, n)) })
    }),
  )
}

function unitOf(fact: unknown, documentId: string, ordinal: number): unknown {
  const { data } = transferred.safeParse(fact)
  if (!data) return fact
  const id = data.source_id ?? `${documentId}#${ordinal}`
  return { ...data, id, document_id: documentId, date: data.event_date }
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

/** Only an end on another day is told. */
function kept(each: Unit, userId: string | null): ImportRecord {
  const { id, text, context, document_id, tags } = each
  const at = since(each)
  const thread = threadId.safeParse(document_id)
  const metadata = { ...(context ? { context } : {}), ...(tags?.length ? { tags } : {}) }
  return {
    id,
    userId,
    at,
    content: until(text, untilOf(each)),
    ...(thread.success ? { threadId: thread.data } : {}),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  }
}

function since({ occurred_start, mentioned_at, date }: Unit): string | null {
  return occurred_start ?? mentioned_at ?? date
}

function untilOf(each: Unit): string | null {
  const { occurred_end } = each
  return occurred_end?.slice(0, 10) === since(each)?.slice(0, 10) ? null : occurred_end
}

/** Holds at no time: it is listed, with its words and its date, and never retrieved. */
function retired(each: Unit, userId: string | null): ImportRecord[] | string {
  const at = since(each)
  if (at === null) return 'invalidated, without a date'
  if (each.text.length > MAX_FACT_CHARS) return 'invalidated, and too long for a fact'
  return [{ id: each.id, userId, at, fact: { text: each.text, validTo: at } }]
}
