// One user's items as a process holds them, and how they follow the index.
import type { Fence } from '../../ports/projection.ts'
import { createHeldItems, type HeldItems } from '../../search/held-items.ts'
import { foundItemOf } from '../memory/memory-documents.ts'
import { sameFences } from '../projection/fences/fences.ts'
import type { ChangedItem, Changes, Mark } from './changes.ts'

export type HeldUser = {
  readonly items: HeldItems
  /** The highest sequence number that is held; -1: none. */
  readonly last: number
  /** An estimate, of everything that is held. */
  readonly bytes: number
  take(changed: readonly ChangedItem[]): void
  /** True if these are the fences under which it was read. */
  isUnder(fences: readonly Fence[]): boolean
  /** True if what is held is what the index showed when it was asked. */
  isAll(changes: Changes): boolean
}

/** An item's objects, and what layers above remember with it, take several times its document. */
const BYTES_PER_CHARACTER = 4
const BYTES_PER_ITEM = 1_000
/** Beyond this a sum of whole numbers need not be exact. */
const MOST_EXACT = Number.MAX_SAFE_INTEGER

/** `begun`: what the first look at the user found. */
export function createHeldUser(begun: { mark: Mark; fences: readonly Fence[] }): HeldUser {
  const items = createHeldItems()
  const held = new Map<string, { sequence: number; bytes: number }>()
  let [last, sum, bytes] = [-1, 0, 0]
  const isUnder = (fences: readonly Fence[]) => sameFences(fences, begun.fences)
  const takeOne = ({ key, sequence, stored }: ChangedItem) => {
    const before = held.get(key) ?? { sequence: 0, bytes: 0 }
    const characters = stored.doc.length + stored.aside.length
    const now = { sequence, bytes: BYTES_PER_ITEM + BYTES_PER_CHARACTER * characters }
    held.set(key, now)
    sum += now.sequence - before.sequence
    bytes += now.bytes - before.bytes
    last = Math.max(last, sequence)
    items.put(foundItemOf(stored))
  }
  return {
    items,
    get last() {
      return last
    },
    get bytes() {
      return bytes
    },
    take: (changed) => {
      for (const each of changed) takeOne(each)
    },
    isUnder,
    isAll: ({ mark, fences }) =>
      mark.index === begun.mark.index &&
      isUnder(fences) &&
      mark.count === held.size &&
      mark.sum === sum &&
      sum <= MOST_EXACT,
  }
}
