// A map of limited size: the entry that was used longest ago makes room.
import { dropOldest } from '../certain.ts'

export type Bounded<T> = {
  get(name: string): T | undefined
  /** Returns the value that was set. */
  set(name: string, value: T): T
  clear(): void
  /** Drops each entry that is chosen, by its name. */
  drop(isChosen: (name: string) => boolean): void
  /** Drops entries, from the one that was used longest ago, up to the first that is not over; returns them. */
  dropOver(isOver: (value: T) => boolean): T[]
  readonly size: number
}

export function createBounded<T extends {}>(most: number): Bounded<T> {
  const entries = new Map<string, T>()
  let newest: string | null = null
  const set = (name: string, value: T) => {
    entries.delete(name)
    entries.set(name, value)
    newest = name
    if (entries.size > most) dropOldest(entries)
    return value
  }
  return {
    // Set again, so that it counts as used.
    get: (name) => {
      const value = entries.get(name)
      return value === undefined || name === newest ? value : set(name, value)
    },
    set,
    clear: () => entries.clear(),
    drop: (isChosen) => {
      for (const name of entries.keys()) if (isChosen(name)) entries.delete(name)
    },
    dropOver: (isOver) => {
      const over: T[] = []
      for (const [name, value] of entries) {
        if (!isOver(value)) break
        entries.delete(name)
        over.push(value)
      }
      return over
    },
    get size() {
      return entries.size
    },
  }
}
