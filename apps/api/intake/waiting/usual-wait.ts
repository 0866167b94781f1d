// How long calls have lately waited for their writes, so that the next one does not ask for what cannot be there yet.

export type UsualWait = {
  /** A call has waited for so long, and got what it waited for. */
  took(ms: number): void
  /** When a call may ask first: half as long after it began as the shortest of the last ones took; 0 where none has. */
  firstLookMs(): number
}

const REMEMBERED = 8
/** A service that was slow may be fast again, and only a call that ends tells. */
const LATEST_MS = 250

export function createUsualWait(): UsualWait {
  const last: number[] = []
  return {
    took: (ms) => {
      last.push(ms)
      if (last.length > REMEMBERED) last.shift()
    },
    firstLookMs: () => (last.length === 0 ? 0 : Math.min(LATEST_MS, Math.min(...last) / 2)),
  }
}
