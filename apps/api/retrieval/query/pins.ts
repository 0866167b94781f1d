// The pinned items of a user that stand: what has ended takes no place of another. Pure.
import type { Item } from '../../../../infra/ports/memory-store.ts'
import { MAX_PINNED } from '../../../../schemas/facts.ts'
import { isStanding } from './wanted.ts'

/** The most pinned items that a user has, with those that have ended: so many are read. */
export const MOST_PINS = 200

/** Of all that a user has, at most MAX_PINNED in their order. */
export function standingPins(pinned: readonly Item[], at: string): Item[] {
  return pinned.filter((item) => isStanding(item, at)).slice(0, MAX_PINNED)
}

/** True if the user may pin so many more: the answers of that instant show all that stand. */
export function mayPin(
  pinned: readonly Item[],
  { more, at }: { more: number; at: string },
): boolean {
  const isTooMany = pinned.length + more > MOST_PINS
  return !isTooMany && standingPins(pinned, at).length + more <= MAX_PINNED
}
