// The answer of a cursor-paged list (spec 8.3).
import type { Paged } from '../../../infra/ports/memory-store.ts'

export function paged<T, Shown>(page: Paged<T>, limit: number, show: (each: T) => Shown) {
  const { data, total, nextCursor } = page
  return {
    data: data.map(show),
    pagination: { total, limit, hasMore: nextCursor !== null, nextCursor },
  }
}
