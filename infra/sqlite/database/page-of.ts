// A page of a list, from the rows that a query returned for it.
import type { Paged } from '../../ports/memory-store.ts'
import { encodeCursor, type ListName } from '../../ports/rules/cursor.ts'
import { lastOf } from '../../runtime/certain.ts'

export const emptyPage = { data: [], total: 0, nextCursor: null }

/** `rows` holds one more than `limit` if there is a next page. */
export function pageOf<Row, T>(
  rows: readonly Row[],
  limit: number,
  {
    list,
    total,
    read,
    after,
  }: {
    list: ListName
    total: number
    read: (row: Row) => T
    after: (row: Row) => (string | number)[]
  },
): Paged<T> {
  const shown = rows.slice(0, limit)
  const more = rows.length > limit
  return {
    data: shown.map(read),
    total,
    nextCursor: more ? encodeCursor(list, after(lastOf(shown))) : null,
  }
}
