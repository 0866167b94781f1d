// Which of two facts was said later. Pure.
//
// The later one is newer, because that is how people correct themselves; a backdated write was said when it says. The
// time since when a fact holds decides only if both facts tell it: "in 2015" is older than "in 2019" whenever it is
// said.
import { byPlace } from '../../../infra/ports/rules/place-order.ts'
import type { ReadFact } from '../read-fact.ts'
import type { CurrentFact } from './current-fact.ts'
import { sameValue } from './fingerprint.ts'

type Dated = Pick<CurrentFact, 'validFrom' | 'createdAt'>

/** Below zero if `a` is older than `b`, above if it is newer, zero if neither is. */
export function compareSaid(a: Dated, b: Dated): number {
  if (tellsItsStart(a) && tellsItsStart(b)) return byStart(a, b)
  return compareInstants(a.createdAt, b.createdAt) || byStart(a, b)
}

export function byStart(a: Pick<Dated, 'validFrom'>, b: Pick<Dated, 'validFrom'>): number {
  return compareInstants(a.validFrom, b.validFrom)
}

/** As `compareSaid`, of values of one place: one that begins later than it was said holds after those that began. */
export function compareHeld(a: Dated, b: Dated): number {
  const isAhead = [a, b].some(
    ({ validFrom, createdAt }) => compareInstants(validFrom, createdAt) > 0,
  )
  return isAhead ? byStart(a, b) : compareSaid(a, b)
}

/**
 * As `compareSaid`, where the words of `by` end the other: a plan that was said before is over, whenever it was to begin
 * and whenever that holds which ends it.
 */
export function compareTold(other: Dated, by: Dated): number {
  const isPlanned = compareInstants(other.validFrom, other.createdAt) > 0
  return isPlanned ? compareInstants(other.createdAt, by.createdAt) : compareSaid(other, by)
}

function tellsItsStart({ validFrom, createdAt }: Dated): boolean {
  return compareInstants(validFrom, createdAt) !== 0
}

/** "Since 2019", where the other was only said in 2024. */
export function tellsEarlierStart(a: Dated, b: Dated): boolean {
  return tellsItsStart(a) && compareInstants(a.validFrom, b.validFrom) < 0
}

/**
 * As they were said, those of one time by their places: the state gives them in an order of its own, and what is not
 * committed yet comes behind it, so the order in which they are found says nothing.
 */
export function inSaidOrder(facts: Iterable<CurrentFact>): CurrentFact[] {
  return [...facts].sort(
    (a, b) => compareTexts(a.createdAt, b.createdAt) || byPlace(a.stands, b.stands),
  )
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** By the instants, because offsets may differ. */
function compareInstants(a: string, b: string): number {
  return a === b ? 0 : Date.parse(a) - Date.parse(b)
}

/** Until when `old` held if `by` replaces it: never before it began, and never after it ended by itself. */
export function endOf(
  old: Pick<CurrentFact, 'validFrom' | 'validTo'>,
  by: Pick<Dated, 'validFrom'>,
): string {
  const end = compareInstants(by.validFrom, old.validFrom) < 0 ? old.validFrom : by.validFrom
  return (hasEnded(old.validTo, end) ? old.validTo : null) ?? end
}

/** True if `a` was said to hold when `b` had ended, and did so for longer: a stay elsewhere meanwhile does not end it. */
export function outlasts(
  a: Pick<CurrentFact, 'createdAt' | 'validTo'>,
  b: Pick<CurrentFact, 'validTo'>,
): boolean {
  return hasEnded(b.validTo, a.createdAt) && (a.validTo === null || hasEnded(b.validTo, a.validTo))
}

/** True if what was said had ended by that instant: an end in the future does not count yet. */
export function hasEnded(validTo: string | null, at: string): boolean {
  return validTo !== null && compareInstants(validTo, at) <= 0
}

/** "In 2015 I moved to Genoa" ends nothing that was said to hold later: whether one of its place was. */
export function isOutlived(
  fact: Pick<ReadFact, 'value' | 'validFrom' | 'isOfEarlierYear'>,
  ofItsPlace: readonly CurrentFact[],
): boolean {
  if (!fact.isOfEarlierYear) return false
  return ofItsPlace.some(
    (known) =>
      !sameValue(known.value, fact.value) &&
      !tellsItsStart(known) &&
      compareInstants(known.createdAt, fact.validFrom) > 0,
  )
}
