// What the time is, and which summaries count, for a request about another time than now. Pure.
import type { Summary } from '../../../../infra/ports/memory-store.ts'
import { isOfThen, millis, type Time } from '../../../../infra/ports/rules/time.ts'
import { remembered } from '../remembered.ts'

/** The latest instant that a question is asked from: memories age until then. The future ages nothing. */
export function clockOf({ asOf, knownAt }: Time, now: Date): Date {
  const asked = asOf ?? knownAt
  return asked === undefined ? now : new Date(Math.min(millis(asked), now.getTime()))
}

/**
 * A summary says what was current when it was written; none says what held at another time by what was learnt since.
 */
function isStillThat({ updatedAt }: Summary, { asOf, knownAt }: Time): boolean {
  if (asOf !== undefined) return false
  return knownAt === undefined || millis(updatedAt) <= millis(knownAt)
}

/** By category. */
export function wantedSummaries(
  all: readonly Summary[],
  request: Time & { categories?: readonly string[] | undefined },
): Readonly<Record<string, string>> {
  const { categories } = request
  if (!categories && !isOfThen(request)) return textsOf(all)
  const isAsked = ({ category }: Summary) => categories?.includes(category) ?? true
  return textsOf(all.filter((each) => isAsked(each) && isStillThat(each, request)))
}

/** The same object for the same summaries, because what is made of it is remembered. */
const textsOf = remembered((summaries: readonly Summary[]) =>
  Object.fromEntries(summaries.map(({ category, text }) => [category, text])),
)
