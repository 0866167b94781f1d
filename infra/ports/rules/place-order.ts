// Orders what was said by where it was said.
import type { Place } from '../memory-store.ts'

/** Thread by thread, as it was said there; zero for one place. */
export function byPlace(a: Place, b: Place): number {
  if (a.threadId !== b.threadId) return a.threadId < b.threadId ? -1 : 1
  return a.place - b.place
}
