// What the audit of a user tells of one write: the events that it caused, and those that they caused. Pure, except for
// the pages that it asks for.
import type { AuditEntry, Page } from '../shapes.ts'

const MOST_PAGES = 10

export type Chain = {
  written: AuditEntry | null
  /** When the write had been read; null: it has not been read yet. */
  read: string | null
  told: readonly { type: string; many: number }[]
  /** The categories with rewritten summaries. */
  summaries: readonly string[]
  summarised: string | null
}

/** The entries of an audit, the oldest first, until those of the write have come, and one page more. */
export async function findChain(
  id: string,
  ask: (cursor: string | null) => Promise<Page<AuditEntry>>,
): Promise<AuditEntry[]> {
  let kept: AuditEntry[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const { data, pagination }: Page<AuditEntry> = await ask(cursor)
    const isFound = kept.some((each) => each.id === id)
    // An entry before the write cannot be caused by it.
    kept = isFound ? [...kept, ...data] : data
    cursor = pagination.nextCursor
    if (cursor === null || isFound) break
  }
  return kept
}

export function chainOf(entries: readonly AuditEntry[], id: string): Chain {
  const caused = entries.filter(({ causationId }) => causationId === id)
  const processed = caused.find(({ type }) => type === 'ResourceProcessed') ?? null
  const written = entries.find((each) => each.id === id) ?? null
  const facts = caused.filter((each) => each !== processed && each.type !== 'SummaryEvolved')
  const ids = new Set([id, ...caused.map((each) => each.id)])
  const changed = new Set(facts.flatMap(categoryOf))
  // Writes that came together are summarised once, after the last of them: that summary is caused by the last alone.
  const isAfter = (each: AuditEntry) =>
    written !== null &&
    Number(each.details.source) >= written.position &&
    categoryOf(each).some((category) => changed.has(category))
  const summaries = firstOfEach(
    entries.filter(
      (each) =>
        each.type === 'SummaryEvolved' &&
        ((each.causationId !== null && ids.has(each.causationId)) || isAfter(each)),
    ),
  )
  const byType = Map.groupBy(facts, ({ type }) => type)
  return {
    written,
    read: processed?.at ?? null,
    told: [...byType].map(([type, of]) => ({ type, many: of.length })),
    summaries: summaries.flatMap(categoryOf),
    summarised: summaries.at(-1)?.at ?? null,
  }
}

/** Later ones are of later writes. */
function firstOfEach(summaries: readonly AuditEntry[]): AuditEntry[] {
  const first = new Map<string, AuditEntry>()
  for (const each of summaries)
    for (const category of categoryOf(each)) if (!first.has(category)) first.set(category, each)
  return [...first.values()]
}

function categoryOf({ category, details }: AuditEntry): string[] {
  if (category !== null) return [category]
  return typeof details.category === 'string' ? [details.category] : []
}
