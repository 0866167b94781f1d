// A table by name that forgets only what has run out. Clients choose the names, so the table has a limit; when it is
// full of entries that still count, further names share slots. Nothing that counts is evicted, so that inventing
// names resets no counter of another.

/** Slots that further names share while the table is full. */
const SHARED_SLOTS = 1024
/** Entries that one call looks at, so that no single call pays for all. */
const SWEPT_AT_ONCE = 8

export type BoundedTable<T> = {
  /** The entry of a name; undefined where there is none or it has run out. `now` in Unix milliseconds. */
  get(name: string, now: number): T | undefined
  /** Puts an entry in place of the one of that name. */
  put(name: string, entry: T, now: number): void
  size(): number
}

export function createBoundedTable<T>({
  max,
  isOver,
}: {
  max: number
  isOver: (entry: T, now: number) => boolean
}): BoundedTable<T> {
  const entries = new Map<string, T>()
  const shared = new Map<number, T>()
  // The oldest first. What still counts goes to the end, so that the next call looks at others.
  const sweep = (now: number) => {
    let left = Math.min(SWEPT_AT_ONCE, entries.size)
    for (const [name, entry] of entries) {
      if (left-- === 0) return
      entries.delete(name)
      if (!isOver(entry, now)) entries.set(name, entry)
    }
  }
  return {
    get(name, now) {
      const own = entries.get(name)
      const entry = own ?? (entries.size >= max ? shared.get(slotOf(name)) : undefined)
      return entry === undefined || isOver(entry, now) ? undefined : entry
    },
    put(name, entry, now) {
      entries.delete(name)
      sweep(now)
      if (entries.size < max) entries.set(name, entry)
      else shared.set(slotOf(name), entry)
    },
    size: () => entries.size + shared.size,
  }
}

/** FNV-1a: the same slot for the same name. */
function slotOf(name: string): number {
  let hash = 0x811c9dc5
  for (const letter of name) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  return (hash >>> 0) % SHARED_SLOTS
}
