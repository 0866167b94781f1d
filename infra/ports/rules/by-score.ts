// The order of hits, for lists that are cut: the higher score first, and of equal ones always the same.
import type { Hit } from '../memory-store.ts'

export function byScore(a: Hit, b: Hit): number {
  return b.score - a.score || (a.id < b.id ? -1 : 1)
}
