// How long calls have lately waited for their writes, so that the next one does not ask for what cannot be there yet. Of
// each app by itself: what one app waits for makes no other's answers late.
import { createBounded } from '../../../../infra/runtime/envelope/bounded.ts'

export type UsualWait = {
  /** A call has waited for so long, and got what it waited for. */
  took(appId: string, ms: number): void
  /** When a call may ask first: half as long after it began as the shortest of the last ones took; 0 where none has. */
  firstLookMs(appId: string): number
}

const APPS = 1_000
const REMEMBERED = 8
/** A service that was slow may be fast again, and only a call that ends tells. */
const LATEST_MS = 250

export function createUsualWait(): UsualWait {
  const byApp = createBounded<readonly number[]>(APPS)
  return {
    took: (appId, ms) =>
      void byApp.set(appId, [...(byApp.get(appId) ?? []), ms].slice(-REMEMBERED)),
    firstLookMs: (appId) => {
      const last = byApp.get(appId)
      return last ? Math.min(LATEST_MS, Math.min(...last) / 2) : 0
    },
  }
}
