// The memory store at another time. An item's times stand beside its document as numbers, so that a filter can say what
// was known and what held. Words and vectors of items that are no longer current are in fields of their own, which a
// search of the present does not read.
import type { estypes } from '@elastic/elasticsearch'
import type { Item, ItemFilter, PastMemory } from '../../ports/memory-store.ts'
import { asKnown, isShown } from '../../ports/rules/item-times.ts'
import { millis, type Time } from '../../ports/rules/time.ts'
import { BETWEEN, type MemoryTable } from '../indices/mappings.ts'
import type { Query } from '../projection/fences/fence-query.ts'
import { listPage } from '../reading/lists.ts'
import type { Reader } from '../reading/reading.ts'
import * as lookups from './lookups.ts'
import { searchTextAmong } from './search-text.ts'
import { searchVectorsAmong, type VectorIndex } from './search-vectors.ts'

/** In the format of `createdAt`, which is compared as text. */
function utc(instant: string): string {
  return new Date(millis(instant)).toISOString()
}

const within = (field: string, range: estypes.QueryDslUntypedRangeQuery): Query => ({
  range: { [field]: range },
})
const none = (field: string): Query => ({ bool: { must_not: [{ exists: { field } }] } })
const either = (...should: Query[]): Query => ({ bool: { should, minimum_should_match: 1 } })
const all = (...filter: Query[]): Query => ({ bool: { filter } })

/** An item indexed before times were kept counts as learnt when it was said. */
function known(knownAt: string): Query {
  const said = all(none('recordedMs'), within('createdAt', { lte: utc(knownAt) }))
  return either(within('recordedMs', { lte: millis(knownAt) }), said)
}

/** What a search at these times may find: isShown of infra/ports/rules/item-times.ts as a filter. */
function shown({ asOf, knownAt }: Time): Query[] {
  if (asOf === undefined) return knownAt === undefined ? [CURRENT] : currentAt(knownAt)
  const at = millis(asOf)
  const until = (field: string) => either(none(field), within(field, { gt: at }))
  const begun = within('heldFrom', { lte: at })
  if (knownAt === undefined) return [begun, until('heldUntil')]
  const open = notYetClosed(knownAt)
  const between = BETWEEN.map((name) => all(knownWithin(name, knownAt), heldIn(name, at)))
  const since: Query = { bool: { must_not: [open], filter: [until('heldUntil')] } }
  return [known(knownAt), begun, either(since, all(open, until('heldUntilBefore')), ...between)]
}

const CURRENT: Query = { term: { current: true } }

function currentAt(knownAt: string): Query[] {
  const at = millis(knownAt)
  // One whose end lies ahead of what was known then was current, also where that end was known.
  const endsLater = within('heldUntil', { gt: at })
  const between = BETWEEN.map((name) =>
    all(knownWithin(name, knownAt), within(`${name}.currentUntil`, { gt: at })),
  )
  const neverClosed = all(CURRENT, none('closedMs'))
  return [known(knownAt), either(neverClosed, notYetClosed(knownAt), endsLater, ...between)]
}

const notYetClosed = (knownAt: string) => within('closedMs', { gt: millis(knownAt) })
const heldIn = (name: string, at: number) => within(`${name}.heldUntil`, { gt: at })

/** What was known then is what stands in this field; what is known now ends no later. */
function knownWithin(name: string, knownAt: string): Query {
  const at = millis(knownAt)
  return all(within(`${name}.from`, { lte: at }), within(`${name}.to`, { gt: at }))
}

export function pastMemory(items: VectorIndex, read: Reader<MemoryTable>, time: Time): PastMemory {
  const filter = shown(time)
  const listed = time.asOf === undefined ? filter.slice(0, -1) : filter
  const then = (item: Item) => asKnown(item, time.knownAt) ?? []
  return {
    searchText: (scope, query) => read(scope, (of) => searchTextAmong(of, query, filter)),
    searchVectors: (scope, query) =>
      read(scope, (of) => searchVectorsAmong(items, of, { query, filter })),
    items: async (scope, ids) => {
      const found = await read(scope, (of) => lookups.itemsById(of, ids))
      return found.flatMap(then)
    },
    neighbours: async (scope, of, window) => {
      const near = await read(scope, (mine) => lookups.neighbours(mine, of, { window, filter }))
      return near.flatMap(then).filter((item) => isShown(item, time))
    },
    listItems: async (scope, page) => {
      const by = { by: 'createdAt', order: 'desc' } as const
      const wanted = [...listed, ...only(page)]
      const list = { page, list: 'items', table: 'items', filter: wanted, ...by } as const
      const found = await listPage<Item, MemoryTable>(read, scope, list)
      return { ...found, data: found.data.flatMap(then) }
    },
    categoryCounts: (scope) => read(scope, (of) => lookups.categoryCounts(of, filter)),
  }
}

export function only({ category, threadId, ...traits }: ItemFilter): Query[] {
  return [
    ...(category === undefined ? [] : [{ term: { category } }]),
    ...(threadId === undefined ? [] : [{ term: { threadId } }]),
    ...lookups.traitFilter(traits),
  ]
}

/** Items learnt, learnt to end, or followed by another, within the span: turnsOf of infra/ports/rules/item-times.ts. */
export function changedWithin({ from, to }: { from: string; to: string }): Query {
  const span = { gt: millis(from), lte: millis(to) }
  const said = all(none('recordedMs'), within('createdAt', { gt: utc(from), lte: utc(to) }))
  const learntAgain = BETWEEN.map((name) => within(`${name}.to`, span))
  const followed = all(CURRENT, { exists: { field: 'closedMs' } }, within('heldUntil', span))
  const learnt = [within('recordedMs', span), within('closedMs', span), ...learntAgain]
  return either(...learnt, followed, said)
}
