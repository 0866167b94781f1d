// How many of each name are under way: connections of a client, exports of an app. A name with none is forgotten.
import { getFrom } from '../certain.ts'

type Counts = {
  of(name: string): number
  /** Counts one more until the returned function is called, which must happen once. */
  enter(name: string): () => void
}

export function createCounts(): Counts {
  const counts = new Map<string, number>()
  const of = (name: string) => counts.get(name) ?? 0
  return {
    of,
    enter: (name) => {
      counts.set(name, of(name) + 1)
      return () => {
        const left = getFrom(counts, name) - 1
        if (left > 0) counts.set(name, left)
        else counts.delete(name)
      }
    },
  }
}
