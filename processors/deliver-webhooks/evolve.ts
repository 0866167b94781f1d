// How a delivery stands after what happened to it. Pure.
import type { Attempt, Progress } from '../../infra/ports/delivery-store.ts'
import { endOf, type Verdict } from './decide.ts'

/** As many attempts are kept as a delivery that was sent again by hand several times has. */
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

/** By hand: it is due at once, and may be attempted as often as a new one. What was attempted before is still told. */
export function sentAgain({ attempts }: Progress, at: string): Progress {
  return { state: 'waiting', attempts, tries: 0, nextAttemptAt: at, endedAt: null }
}
