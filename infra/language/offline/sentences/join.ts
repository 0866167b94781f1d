// Limits the number of facts of a passage: a fact costs far more than its words, with its vector, its terms and its
// events. A passage of ordinary sentences is never changed; one with a letter on each line is.

/** The most facts of a passage. Ordinary passages, of 2,000 characters, have fewer than thirty. */
import { lastOf } from '../../../runtime/certain.ts'
export const MAX_FACTS = 50

/** Groups of neighbours unchanged or, if there are more than MAX_FACTS, joined until none is too short. */
export function joinShortest(
  groups: readonly number[][],
  charsOf: (piece: number) => number,
): number[][] {
  if (groups.length <= MAX_FACTS) return [...groups]
  const measured = groups.map((group) => ({
    group,
    chars: group.reduce((sum, piece) => sum + charsOf(piece), 0),
  }))
  const shortest = measured.reduce((sum, { chars }) => sum + chars, 0) / (MAX_FACTS - 1)
  const joined: number[][] = []
  let length = shortest
  for (const { group, chars } of measured) {
    if (length < shortest) lastOf(joined).push(...group)
    else joined.push([...group])
    length = length < shortest ? length + chars : chars
  }
  return joined
}
