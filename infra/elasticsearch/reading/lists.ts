// Lists in pages: a cursor says after which document the next page begins.
import type { Scope } from '../../../schemas/identifiers.ts'
import type { Page, Paged } from '../../ports/memory-store.ts'
import { decodeCursor, type ListName } from '../../ports/rules/cursor.ts'
import { pageOf } from '../../ports/rules/page-of.ts'
import { sortOf, sourceOf } from '../client/hits.ts'
import { totalOf } from '../memory/search-text.ts'
import type { Query } from '../projection/fences/fence-query.ts'
import type { Reader, Within } from './reading.ts'

/** Where a page begins. */
type Place = [string, string] | undefined

export function placeOf(list: ListName, { cursor }: Page): Place {
  if (!cursor) return undefined
  const [at, id] = decodeCursor(cursor, list, 2)
  return [String(at), String(id)]
}

type List<Table extends string> = {
  page: Page
  list: ListName
  table: Table
  filter: Query[]
  /** The field of the instant that orders the list, before the id. */
  by: string
  order: 'asc' | 'desc'
}

/** Rejects an invalid cursor before any request. */
export async function listPage<T, Table extends string>(
  read: Reader<Table>,
  scope: Scope,
  list: List<Table>,
): Promise<Paged<T>> {
  const after = placeOf(list.list, list.page)
  return read(scope, (within) => pageWithin(within, list, after))
}

async function pageWithin<T, Table extends string>(
  within: Within<Table>,
  { page: { limit }, list, table, filter, by, order }: List<Table>,
  after: Place,
): Promise<Paged<T>> {
  const answer = await within.search<{ doc: string }>(table, {
    filter,
    size: limit + 1,
    sort: [{ [by]: order }, { id: order }],
    track_total_hits: true,
    _source: ['doc'],
    ...(after ? { search_after: after } : {}),
  })
  return pageOf(answer.hits.hits, limit, {
    list,
    total: totalOf(answer),
    read: (hit) => JSON.parse(sourceOf(hit).doc),
    after: (hit) => sortOf(hit).map(String),
  })
}
