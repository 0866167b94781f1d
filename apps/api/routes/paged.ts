// The answer of a cursor-paged list (spec 8.3).
import type { Page, Paged } from '../../../infra/ports/memory-store.ts'
import { decodeCursor, type ListName } from '../../../infra/ports/rules/cursor.ts'
import { pageOf } from '../../../infra/ports/rules/page-of.ts'

export function paged<T, Shown>(page: Paged<T>, limit: number, show: (each: T) => Shown) {
  const { data, total, nextCursor } = page
  return {
    data: data.map(show),
    pagination: { total, limit, hasMore: nextCursor !== null, nextCursor },
  }
}

/** A page of a list in memory, in the order of ids. */
export function pageById<T extends { id: string }>(
  list: ListName,
  all: readonly T[],
  { limit, cursor }: Page,
): Paged<T> {
  const after = cursor ? String(decodeCursor(cursor, list, 1)[0]) : ''
  const rest = all.filter(({ id }) => id > after)
  return pageOf(rest, limit, {
    list,
    total: all.length,
    read: (each) => each,
    after: ({ id }) => [id],
  })
}
