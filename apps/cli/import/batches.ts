// Which writes go in one call. The same for the same records, so that a call that is repeated has the same key.
import type { OwnedRecord } from './planned.ts'

/** As many as the service takes. */
export const MAX_WRITES = 1_000
/** Well below what a body may be, also where JSON escapes some of it. */
const MAX_CHARS = 1_000_000

export function batchesOf(records: readonly OwnedRecord[]): OwnedRecord[][] {
  const batches: OwnedRecord[][] = []
  let chars = 0
  for (const record of records) {
    const own = JSON.stringify(record).length
    chars += own
    const last = batches.at(-1)
    if (last && last.length < MAX_WRITES && chars <= MAX_CHARS) last.push(record)
    else {
      batches.push([record])
      chars = own
    }
  }
  return batches
}
