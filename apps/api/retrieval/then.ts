// What the time is, and which summaries count, where a request is for another time than now. Pure.
import type { Summary } from '../../../infra/ports/memory-store.ts'
import { millis, type Time } from '../../../infra/ports/time.ts'

/** The latest instant that a question is asked from: memories age until then. What lies ahead ages nothing. */
export function clockOf({ asOf, knownAt }: Time, now: Date): Date {
  const asked = asOf ?? knownAt
  return asked === undefined ? now : new Date(Math.min(millis(asked), now.getTime()))
}

/** The text of a summary tells what is current: of what held then, whatever was learnt since, there is none. */
export function isStillThat({ updatedAt }: Summary, { asOf, knownAt }: Time): boolean {
  if (asOf !== undefined) return false
  return knownAt === undefined || millis(updatedAt) <= millis(knownAt)
}
