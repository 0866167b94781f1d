// Which writes of an export the other service had not read to their end: they are read again here, from their content.
// Pure.
import type { ExportedEvent } from '../../schemas/api/reading/export.ts'

const READ: ReadonlySet<string> = new Set(['ResourceProcessed', 'ExtractionRejected'])
const WITH_CONTENT: ReadonlySet<string> = new Set([
  'ContentStored',
  'ActivityRecorded',
  'FactGiven',
  'FactRevised',
])

type WaitingIn = {
  ids: ReadonlySet<unknown>
  /** True for what followed from a part of such a write. */
  isHalfRead(event: ExportedEvent): boolean
}

export function waitingIn(events: readonly ExportedEvent[]): WaitingIn {
  const reads = events.filter(({ type }) => READ.has(type))
  const read = new Set(reads.map(({ open }) => open.resourceId))
  const waiting = events.filter(
    ({ id, type, raw }) => WITH_CONTENT.has(type) && raw !== null && !read.has(id),
  )
  const ids = new Set<unknown>(waiting.map(({ id }) => id))
  return { ids, isHalfRead: ({ open }) => ids.has(open.resourceId) }
}
