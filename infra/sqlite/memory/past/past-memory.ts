// The embedded memory store at another time. It reads a user's documents once to see which of them were there then.
// Postings and vectors are the present ones without what was not there then, and with what is no longer current. So a
// read of the past costs as much as the user has, and reads of the present cost nothing extra.
import type { Traits } from '../../../../schemas/facts.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import {
  type Item,
  type Paged,
  type PastMemory,
  placeOf,
  type Span,
  type TextHits,
} from '../../../ports/memory-store.ts'
import { noDemand, weighTerms } from '../../../ports/rules/bm25.ts'
import { asKnown, isListed, isShown, turnsOf } from '../../../ports/rules/item-times.ts'
import { emptyPage, pageOf } from '../../../ports/rules/page-of.ts'
import { millis, type Time } from '../../../ports/rules/time.ts'
import { isWanted, traitsOf } from '../../../ports/rules/traits.ts'
import { getOrMake } from '../../../runtime/certain.ts'
import { postingsAmong, searchTerms } from '../../../search/text-search.ts'
import { searchVectors } from '../../../search/vector-search.ts'
import type { Database } from '../../database/database.ts'
import type { Owned } from '../../projection/projection-tables.ts'
import { itemOf } from '../documents.ts'
import { rowsById, withIds } from '../item-rows.ts'
import { type ListPlace, newestFirst } from '../lists.ts'
import { readPostings, splitTerms } from '../text-index.ts'
import { neighbours } from '../threads.ts'
import { type BlockCache, cachedBlocks } from '../vector-blocks.ts'
import { pastVectors } from './past-vectors.ts'

type Opened = {
  db: Database
  blocks: BlockCache
  owned: Owned
}

type Listed = Traits & {
  n: number
  id: string
  category: string
  createdAt: string
  threadId: string
}

type Then = {
  /** What a list holds, the newest first. */
  listed: readonly Listed[]
  /** What a search may find, by item number. */
  shown: ReadonlyMap<number, Listed>
}

type Posting = { n: number; weight: number }

/** By term, postings of items that a search may find but that are not current now. */
type PastPostings = ReadonlyMap<string, readonly Posting[]>

export function pastMemory({ db, blocks, owned }: Opened, time: Time): PastMemory {
  const looked = new Map<number, Then>()
  const posted = new Map<number, PastPostings>()
  const asOfThen = <T>(scope: Scope, none: T, ask: (owner: number, then: Then) => T) =>
    owned(scope, none, (owner) => {
      const then = looked.get(owner) ?? lookThrough(db, owner, time)
      looked.set(owner, then)
      return ask(owner, then)
    })
  const known = (item: Item) => asKnown(item, time.knownAt)
  const shown = (item: Item) => onlyIf(known(item), (then) => isShown(then, time))
  return {
    searchText: async (scope, query) =>
      asOfThen<TextHits>(scope, { hits: [], demand: noDemand }, (owner, then) => {
        const documents = then.shown.size
        const past = posted.get(owner) ?? pastPostings(db, owner, then)
        posted.set(owner, past)
        const { hits, demand } = searchTerms({ documents, ...query }, (term) =>
          postingsAmong(readPostings(db, owner, term), then.shown, past.get(term)),
        )
        return { hits: withIds(db, owner, { hits, limit: query.limit }), demand }
      }),
    searchVectors: async (scope, { vector, limit }) =>
      asOfThen(scope, [], (owner, then) => {
        const among = new Set(then.shown.keys())
        const past = pastVectors(db, owner, among)
        const present = cachedBlocks(db, blocks, { owner, dimensions: vector.length })
        const hits = searchVectors(present, { vector, limit }, { among, past })
        return withIds(db, owner, { hits, limit })
      }),
    items: async (scope, ids) =>
      owned(scope, [], (owner) =>
        rowsById(db, owner, ids).flatMap((row) => known(itemOf(row)) ?? []),
      ),
    neighbours: async (scope, of, window) =>
      owned(scope, [], (owner) => neighbours(db, owner, { of, window, among: shown })),
    listItems: async (scope, { category, threadId, limit, cursor, ...traits }) => {
      const before = newestFirst('items', cursor)
      return asOfThen<Paged<Item>>(scope, emptyPage, (owner, { listed }) => {
        const wanted = listed.filter(
          (each) =>
            (category === undefined || each.category === category) &&
            (threadId === undefined || each.threadId === threadId) &&
            isWanted(each, traits),
        )
        const rest = wanted.filter((each) => isAfter(each, before))
        const page = pageOf(rest.slice(0, limit + 1), limit, {
          list: 'items',
          total: wanted.length,
          read: idOf,
          after: cursorOf,
        })
        const items = rowsById(db, owner, page.data).flatMap((row) => known(itemOf(row)) ?? [])
        return { ...page, data: items }
      })
    },
    categoryCounts: async (scope) => asOfThen(scope, [], (_, then) => countsOf(then)),
  }
}

function lookThrough(db: Database, owner: number, time: Time): Then {
  const listed: Listed[] = []
  const shown = new Map<number, Listed>()
  for (const { n, doc } of documentsOf(db, owner)) {
    const then = asKnown(itemOf({ doc }), time.knownAt)
    if (!then) continue
    const row = listedAs(n, then)
    if (isListed(then, time)) listed.push(row)
    if (isShown(then, time)) shown.set(n, row)
  }
  return { listed: listed.sort(newerFirst), shown }
}

function documentsOf(db: Database, owner: number) {
  return db.iterate<{ n: number; doc: string }>`SELECT n, doc FROM items WHERE owner = ${owner}`
}

function pastPostings(db: Database, owner: number, { shown }: Then): PastPostings {
  const postings = new Map<string, Posting[]>()
  const rows = db.iterate<{ n: number; terms: string }>`SELECT n, terms FROM items
    WHERE owner = ${owner} AND current = 0`
  for (const { n, terms } of rows) if (shown.has(n)) addPostings(postings, n, terms)
  return postings
}

function listedAs(n: number, item: Item): Listed {
  const { id, category, createdAt } = item
  return { n, id, category, createdAt, threadId: placeOf(item).threadId, ...traitsOf(item) }
}

function addPostings(postings: Map<string, Posting[]>, n: number, terms: string): void {
  for (const [term, weight] of weighTerms(splitTerms(terms))) {
    getOrMake(postings, term, () => []).push({ n, weight })
  }
}

function countsOf({ shown }: Then) {
  const groups = [...Map.groupBy(shown.values(), ({ category }) => category)]
  return groups
    .map(([category, rows]) => ({
      category,
      itemCount: rows.length,
      lastUpdated: rows.reduce((last, { createdAt }) => (createdAt > last ? createdAt : last), ''),
    }))
    .sort((a, b) => (a.category < b.category ? -1 : 1))
}

/** Reads through the user's documents, as every read of another time does. */
export function changedWithin(
  db: Database,
  { from, to }: Span,
  { owner, limit, before }: { owner: number; limit: number; before: ListPlace },
): Paged<Item> {
  const within = (at: string) => millis(at) > millis(from) && millis(at) <= millis(to)
  const found: Listed[] = []
  for (const { n, doc } of documentsOf(db, owner)) {
    const item = itemOf({ doc })
    if (turnsOf(item).some(within)) found.push(listedAs(n, item))
  }
  const rest = found.sort(newerFirst).filter((each) => isAfter(each, before))
  const page = pageOf(rest.slice(0, limit + 1), limit, {
    list: 'changes',
    total: found.length,
    read: idOf,
    after: cursorOf,
  })
  return { ...page, data: rowsById(db, owner, page.data).map(itemOf) }
}

function onlyIf(item: Item | null, holds: (item: Item) => boolean): Item | null {
  return item && holds(item) ? item : null
}

const idOf = ({ id }: Listed) => id
const cursorOf = ({ createdAt, id }: Listed) => [createdAt, id]

function newerFirst(a: Listed, b: Listed): number {
  return isAfter(a, [b.createdAt, b.id]) ? 1 : -1
}

/** True if a list that shows the newest first has it after the place. */
function isAfter({ createdAt, id }: Listed, [at, last]: ListPlace): boolean {
  return createdAt < at || (createdAt === at && id < last)
}
