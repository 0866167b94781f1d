// Wakes a loop that waits for something to do. A ring while the loop is busy is heard when it next waits.
import { pause } from './pause.ts'

export type Bell = {
  ring(): void
  /** Resolves at a ring, or after so long. True if it has rung. */
  rung(atMostMs: number): Promise<boolean>
  /** Forgets earlier rings: the loop now looks at all that they announced. */
  forget(): void
}

/** Resolves after so long, or when the signal is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

/** For one loop. */
export function createBell(wait: Wait = pause): Bell {
  let hasRung = false
  let hear: () => void = () => undefined
  return {
    ring: () => {
      hasRung = true
      hear()
    },
    rung: async (atMostMs) => {
      if (!hasRung) {
        const heard = new AbortController()
        hear = () => heard.abort()
        await wait(atMostMs, heard.signal)
      }
      const answer = hasRung
      hasRung = false
      return answer
    },
    forget: () => {
      hasRung = false
    },
  }
}
