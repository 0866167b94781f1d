// What the other service had not brought to its end: writes, which are read again here from their content, and
// maintenances, whose summaries are written here. Pure.
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
  /** True for a maintenance, or a promotion, whose summaries were not written yet. */
  isUnsummarised(event: ExportedEvent): boolean
}

export function waitingIn(events: readonly ExportedEvent[]): WaitingIn {
  const reads = events.filter(({ type }) => READ.has(type))
  const read = new Set(reads.map(({ open }) => open.resourceId))
  const waiting = events.filter(
    ({ id, type, raw }) => WITH_CONTENT.has(type) && raw !== null && !read.has(id),
  )
  const ids = new Set<unknown>(waiting.map(({ id }) => id))
  const completed = new Set(
    events.filter(({ type }) => type === 'MaintenanceCompleted').map(({ open }) => open.source),
  )
  return {
    ids,
    isHalfRead: ({ open }) => ids.has(open.resourceId),
    isUnsummarised: ({ type, open }) => type === 'FactsMaintained' && !completed.has(open.source),
  }
}
