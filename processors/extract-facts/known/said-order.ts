// Which of two facts is the newer word. Pure.
//
// What was said later is newer, because that is how people correct themselves; a backdated write was said when it says.
// Since when something holds decides only where both facts tell it: "in 2015" is older than "in 2019" whenever it is said.
import type { CurrentFact } from './current-fact.ts'

type Dated = Pick<CurrentFact, 'validFrom' | 'createdAt'>

/** Below zero where `a` is older than `b`, above where it is newer, zero where neither is. */
export function compareSaid(a: Dated, b: Dated): number {
  const byStart = compareInstants(a.validFrom, b.validFrom)
  if (tellsItsStart(a) && tellsItsStart(b)) return byStart
  return compareInstants(a.createdAt, b.createdAt) || byStart
}

function tellsItsStart({ validFrom, createdAt }: Dated): boolean {
  return compareInstants(validFrom, createdAt) !== 0
}

/** By the instants, because offsets may differ. */
function compareInstants(a: string, b: string): number {
  return a === b ? 0 : Date.parse(a) - Date.parse(b)
}

/** From when `by` stands in the place of `old`: never before that began. */
export function endOf(old: Dated, by: Dated): string {
  return compareInstants(by.validFrom, old.validFrom) < 0 ? old.validFrom : by.validFrom
}

/** True where what was said at an instant had ended by then: an end that lies ahead has not come yet. */
export function hasEnded(validTo: string | null, at: string): boolean {
  return validTo !== null && compareInstants(validTo, at) <= 0
}
