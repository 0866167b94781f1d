// Which facts of a memory may say the same: those that share a key. Gathered fact by fact, so that a whole memory need
// not be held. Pure.
import type { Item } from '../../infra/ports/memory-store.ts'
import { likenessKeys } from './duplicates.ts'

/** So many groups of look-alikes are compared, those that were added first. */
const MAX_GROUPS = 5000
/** Of one group only those that were added last are compared. */
const MAX_ALIKE = 50

export type LookAlikes = {
  add(item: Item): void
  /** Ids of facts that share a key, group by group. A fact may be in several. */
  groups(): readonly (readonly string[])[]
}

export function createLookAlikes(): LookAlikes {
  const byKey = new Map<string, string[]>()
  return {
    add: (item) => {
      for (const key of likenessKeys(item)) {
        byKey.set(key, [...(byKey.get(key) ?? []), item.id].slice(-MAX_ALIKE))
      }
    },
    groups: () => [...byKey.values()].filter((ids) => ids.length > 1).slice(0, MAX_GROUPS),
  }
}
