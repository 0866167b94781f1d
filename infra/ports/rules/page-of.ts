// A page of a list, from what a query found for it.
import type { Paged } from '../memory-store.ts'
import { encodeCursor, type ListName } from './cursor.ts'

export const emptyPage = { data: [], total: 0, nextCursor: null }

type Listing<Row, T> = {
  list: ListName
  total: number
  read: (row: Row) => T
  /** Where the page behind the row begins. */
  after: (row: Row) => readonly (string | number)[]
}

/** `rows` holds one more than `limit` if there is a next page. */
export function pageOf<Row extends {}, T>(
  rows: readonly Row[],
  limit: number,
  { list, total, read, after }: Listing<Row, T>,
): Paged<T> {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { data: shown.map(read), total, nextCursor: last ? encodeCursor(list, after(last)) : null }
}
