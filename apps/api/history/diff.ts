// What changed in a memory between two instants of recorded time. Pure.
import type { Item, Summary } from '../../../infra/ports/memory-store.ts'
import { asKnown, isFollowed, isShown } from '../../../infra/ports/rules/item-times.ts'

type Difference = {
  change: 'came' | 'changed' | 'closed'
  /** As it was known at the end. */
  item: Item
  /** The item that took its place, by its id. */
  replacedBy: string | null
}

/** Null if the item was not known at the end, or is the same as at the beginning. */
export function differenceOf(item: Item, from: string, to: string): Difference | null {
  const [before, after] = [asKnown(item, from), asKnown(item, to)]
  if (!after) return null
  const replacedBy = after.supersededBy ?? (isFollowed(after, to) ? after.followedBy : null) ?? null
  if (!before) return { change: 'came', item: after, replacedBy }
  if (isShown(after, { knownAt: to }) || !isShown(before, { knownAt: from })) return null
  return { change: replacedBy === null ? 'closed' : 'changed', item: after, replacedBy }
}

/** Both versions of each summary that differs; null if there was none. */
export function summariesSideBySide(from: readonly Summary[], to: readonly Summary[]) {
  const textsOf = (all: readonly Summary[]) =>
    new Map(all.map(({ category, text }) => [category, text]))
  const [before, after] = [textsOf(from), textsOf(to)]
  const categories = [...new Set([...before.keys(), ...after.keys()])].sort()
  return Object.fromEntries(
    categories
      .filter((category) => before.get(category) !== after.get(category))
      .map((category) => [
        category,
        { from: before.get(category) ?? null, to: after.get(category) ?? null },
      ]),
  )
}
