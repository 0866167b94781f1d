// Which facts of a memory may say the same: those that share a key. Added fact by fact, so that a whole memory need not
// be held. Pure.
import type { Item } from '../../infra/ports/memory-store.ts'
import { likenessKeys } from './duplicates.ts'

/** The most groups of look-alikes that are compared; the first ones added. */
const MAX_GROUPS = 5000
/** The most facts of a group that are compared; the last ones added. */
const MAX_ALIKE = 50

type LookAlikes = {
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
