// Which writes go in one call. The same records give the same batches, so that a repeated call has the same key.
/** As many as the service takes in one call. */
export const MAX_WRITES = 1_000
/** Well below the limit of a body, also where JSON escapes some of it. */
const MAX_CHARS = 1_000_000

export function batchesOf<T>(records: readonly T[]): T[][] {
  const batches: T[][] = []
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
