// A table by name that forgets only entries that have expired. Clients choose the names, so the table has a limit;
// while it is full of entries that still count, further names share slots. No entry that counts is evicted, so
// inventing names resets no other name's counter.

/** Slots that further names share while the table is full. */
const SHARED_SLOTS = 1024
/** Entries that one call examines, so that no single call pays for all. */
const SWEPT_AT_ONCE = 8

export type BoundedTable<T> = {
  /** The entry of a name; undefined if there is none or it has expired. `now` in Unix milliseconds. */
  get(name: string, now: number): T | undefined
  put(name: string, entry: T, now: number): void
  size(): number
}

type Bounds<T> = { max: number; isOver: (entry: T, now: number) => boolean }

export function createBoundedTable<T>({ max, isOver }: Bounds<T>): BoundedTable<T> {
  const entries = new Map<string, T>()
  const shared = new Map<number, T>()
  // The oldest first. Entries that still count move to the end, so that the next call examines others.
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
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0) % SHARED_SLOTS
}
