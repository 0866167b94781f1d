// Counts calls in fixed windows of one minute, one window per name. Bounded in memory (bounded-table.ts).
import { createBoundedTable } from './bounded-table.ts'

const WINDOW_MS = 60_000
const MAX_WINDOWS = 100_000

type Window = { startedAt: number; used: number }
type Counted = {
  limit: number
  remaining: number
  /** Unix seconds. */
  resetAt: number
  /** Milliseconds until then. */
  waitMs: number
  exceeded: boolean
  /** Takes the call off its window: of the window after it, nothing. */
  giveBack(): void
}

type Windows = {
  /** Counts a call. `now` in Unix milliseconds. */
  count(name: string, limit: number, now: number): Counted
  /** How many windows are held in memory. */
  size(): number
}

export function createWindows({ max = MAX_WINDOWS } = {}): Windows {
  const windows = createBoundedTable<Window>({ max, isOver })
  return {
    count(name, limit, now) {
      const window = windows.get(name, now) ?? { startedAt: now, used: 0 }
      if (window.used === 0) windows.put(name, window, now)
      window.used++
      return countedOf(window, limit, now)
    },
    size: windows.size,
  }
}

/** A clock that was set back ends a window too. */
function isOver({ startedAt }: Window, now: number): boolean {
  return now - startedAt >= WINDOW_MS || now < startedAt
}

function countedOf(window: Window, limit: number, now: number): Counted {
  const { startedAt, used } = window
  const endsAt = startedAt + WINDOW_MS
  return {
    limit,
    remaining: Math.max(0, limit - used),
    resetAt: Math.ceil(endsAt / 1000),
    waitMs: endsAt - now,
    exceeded: used > limit,
    giveBack: () => {
      // A window keeps its place in the table, so its count never returns to zero.
      if (window.used > 1) window.used--
    },
  }
}
