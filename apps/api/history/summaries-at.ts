// Summaries as they were. The store keeps the newest version of each; the versions before are in the log, and the audit
// says where.
import { type AuditEntry, cursorFrom } from '../../../infra/ports/audit-store.ts'
import type { Summary } from '../../../infra/ports/memory-store.ts'
import type { Ports } from '../../../infra/ports/ports.ts'
import { millis, type Time } from '../../../infra/ports/rules/time.ts'
import { present } from '../../../infra/runtime/certain.ts'
import { createDecoder } from '../../../infra/runtime/envelope/codec.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { isOf, recordAt } from '../routes/operating/scan-log.ts'

type From = Pick<Ports, 'audit' | 'keys' | 'log' | 'memory'>

const ENTRIES_A_PAGE = 200
/** How many pages of the audit are searched before the instant: an older version is not found. */
const MAX_PAGES = 5
/** Each is read from the log. */
const MAX_CATEGORIES = 100

/** Empty with `asOf`: a summary tells what was current, and not what held. */
export async function summariesAt(
  ports: From,
  scope: Scope,
  { asOf, knownAt }: Time,
): Promise<Summary[]> {
  if (asOf !== undefined) return []
  const newest = await ports.memory.summaries(scope)
  if (knownAt === undefined) return newest
  const unchanged = newest.filter(({ updatedAt }) => millis(updatedAt) <= millis(knownAt))
  const known = new Set(unchanged.map(({ category }) => category))
  const entries = (await versionsAt(ports, scope, knownAt)).filter(
    ({ category }) => !known.has(category ?? ''),
  )
  const read = await Promise.all(
    entries.slice(0, MAX_CATEGORIES).map((entry) => summaryOf(ports, entry)),
  )
  return [...unchanged, ...read.flatMap((each) => each ?? [])].sort((a, b) =>
    a.category < b.category ? -1 : 1,
  )
}

/** The position of each category's newest version at that time. */
async function versionsAt({ audit }: From, scope: Scope, knownAt: string): Promise<AuditEntry[]> {
  const found = new Map<string | null, AuditEntry>()
  let cursor: string | null = cursorFrom(new Date(millis(knownAt)).toISOString())
  for (let page = 0; cursor !== null && page < MAX_PAGES; page++) {
    const read = { limit: ENTRIES_A_PAGE, list: 'audit, newest first', cursor } as const
    const { data, nextCursor } = await audit.list(scope, read)
    for (const entry of data) {
      if (entry.type !== 'SummaryEvolved' || found.has(entry.category)) continue
      found.set(entry.category, entry)
    }
    cursor = nextCursor
  }
  return [...found.values()]
}

/** Null if its record has been forgotten, or there was nothing to summarise any more. */
async function summaryOf({ log, keys }: From, entry: AuditEntry): Promise<Summary | null> {
  const { topic, partition, position } = entry
  const record = await recordAt(log, { topic, partition, position, by: entry })
  if (!record || !isOf(record, entry) || present(record.event, 'event').id !== entry.id) return null
  const decoded = await createDecoder(keys)(record)
  if (!decoded.ok || decoded.event.type !== 'SummaryEvolved') return null
  const { open, sealed, recordedAt } = decoded.event
  return sealed?.text ? { category: open.category, text: sealed.text, updatedAt: recordedAt } : null
}
