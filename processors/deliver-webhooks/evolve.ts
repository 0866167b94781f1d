// How a delivery stands after what happened to it. Pure.
import type { Attempt, Progress } from '../../infra/ports/delivery-store.ts'
import { endOf, type Verdict } from './decide.ts'

/** As many attempts as a delivery has that was sent again by hand several times. */
const ATTEMPTS_KEPT = 25

export function afterAttempt(progress: Progress, attempt: Attempt, outcome: Verdict): Progress {
  const attempts = [...progress.attempts, attempt].slice(-ATTEMPTS_KEPT)
  const made = { attempts, tries: progress.tries + 1 }
  if (outcome.verdict === 'retry') {
    return { ...made, state: 'waiting', nextAttemptAt: outcome.at, endedAt: null }
  }
  const state = outcome.verdict === 'delivered' ? 'delivered' : 'failed'
  return { ...made, state, nextAttemptAt: null, endedAt: endOf(attempt) }
}

/** Nothing was attempted; it waits until then. */
export function postponed({ attempts, tries }: Progress, until: string): Progress {
  return { state: 'waiting', attempts, tries, nextAttemptAt: until, endedAt: null }
}

export function cancelled({ attempts, tries }: Progress, at: string): Progress {
  return { state: 'cancelled', attempts, tries, nextAttemptAt: null, endedAt: at }
}

/** Sent again by hand: it is due at once, and has as many attempts as a new one. Its earlier attempts stay listed. */
export function sentAgain({ attempts }: Progress, at: string): Progress {
  return { state: 'waiting', attempts, tries: 0, nextAttemptAt: at, endedAt: null }
}
