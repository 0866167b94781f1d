// Lets long work of many callers take one part in each turn of the event loop together, where each would take one of
// its own: what everything else waits for does not grow with the number of callers. It goes round the apps.
import type { Scope } from '../../../schemas/identifiers.ts'
import { createFairQueue } from './fair-queue.ts'

/** Resolves when the caller may do its next part. */
export type SharedTurns = (scope: Scope) => Promise<void>

export function createSharedTurns(): SharedTurns {
  const waiting = createFairQueue<() => void>()
  const next = () => {
    waiting.shift()?.()
    if (waiting.size > 0) setImmediate(next)
  }
  return (scope) =>
    new Promise((go) => {
      if (waiting.size === 0) setImmediate(next)
      waiting.push(scope, go)
    })
}

/** How long a part may take before the next turn is waited for. */
const PART_MS = 2

/** Call it after each step: it waits for a turn once a part is over, and before the first one. */
export function inParts(
  turns: SharedTurns,
  scope: Scope,
  now = () => performance.now(),
): () => Promise<void> {
  let until = Number.NEGATIVE_INFINITY
  return async () => {
    if (now() < until) return
    await turns(scope)
    until = now() + PART_MS
  }
}
