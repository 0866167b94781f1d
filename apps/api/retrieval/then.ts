// What the time is, and which summaries count, for a request about another time than now. Pure.
import type { Summary } from '../../../infra/ports/memory-store.ts'
import { millis, type Time } from '../../../infra/ports/time.ts'

/** The latest instant that a question is asked from: memories age until then. The future ages nothing. */
export function clockOf({ asOf, knownAt }: Time, now: Date): Date {
  const asked = asOf ?? knownAt
  return asked === undefined ? now : new Date(Math.min(millis(asked), now.getTime()))
}

/**
 * A summary says what was current when it was written; none says what held at another time by what was learnt since.
 */
export function isStillThat({ updatedAt }: Summary, { asOf, knownAt }: Time): boolean {
  if (asOf !== undefined) return false
  return knownAt === undefined || millis(updatedAt) <= millis(knownAt)
}
