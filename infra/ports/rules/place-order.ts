// Orders what was said by where it was said. The order of ids tells nothing: they are made with a user's key.
import type { Place } from '../memory-store.ts'

type Placed = Place & { id: string }

/** Thread by thread, as it was said there. */
export function byPlace(a: Placed, b: Placed): number {
  if (a.threadId !== b.threadId) return a.threadId < b.threadId ? -1 : 1
  return a.place - b.place || (a.id < b.id ? -1 : 1)
}
