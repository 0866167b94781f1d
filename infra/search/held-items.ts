// One user's items in memory, with what they are searched by: every read of a query, without the store that the items
// come from. Only current items are searched, and stand beside others.
import { IMPORTANCE_WEIGHTS } from '../../schemas/identifiers.ts'
import {
  type Item,
  isCurrent,
  type Place,
  placeOf,
  type QueryReads,
} from '../ports/memory-store.ts'
import { named } from './named-hits.ts'
import { searchTerms } from './text-search.ts'
import { BLOCK, searchVectors, type VectorBlocks } from './vector-search.ts'
import { createWordLists } from './word-lists.ts'

/** An item with what its document holds to find it by. */
export type FoundItem = { item: Item; terms: readonly string[]; vector: Int8Array }

/** The reads of one user, as the memory store's port describes them. */
export type HeldItems = {
  readonly [Read in keyof QueryReads]: (
    ...asked: Parameters<QueryReads[Read]> extends [unknown, ...infer Rest] ? Rest : never
  ) => Awaited<ReturnType<QueryReads[Read]>>
} & {
  /** In place of the item of the same id, if there is one. */
  put(found: FoundItem): void
  /** How many items are held, current or not. */
  readonly size: number
}

export function createHeldItems(): HeldItems {
  const numbers = new Map<string, number>()
  /** By number. */
  const all: FoundItem[] = []
  const words = createWordLists()
  const vectors = new Map<number, VectorBlocks>()
  const threads = new Map<string, Map<number, Set<number>>>()
  const pinned = new Set<number>()
  let current = 0
  const idOf = (n: number) => all[n]?.item.id
  const itemOf = (n: number) => all[n]?.item
  const numberOf = (id: string) => {
    const known = numbers.get(id)
    if (known !== undefined) return known
    numbers.set(id, all.length)
    return all.length
  }
  const leave = (n: number, { item, terms, vector }: FoundItem) => {
    current--
    words.remove(n, terms)
    placeVector(vectors, n, new Int8Array(vector.length))
    const { threadId, place } = placeOf(item)
    threads.get(threadId)?.get(place)?.delete(n)
    pinned.delete(n)
  }
  const enter = (n: number, { item, terms, vector }: FoundItem) => {
    current++
    words.add(n, terms)
    placeVector(vectors, n, vector)
    const { threadId, place } = placeOf(item)
    const places = getOrMake(threads, threadId, () => new Map<number, Set<number>>())
    getOrMake(places, place, () => new Set<number>()).add(n)
    if (item.pinned) pinned.add(n)
  }
  return {
    put: (found) => {
      const n = numberOf(found.item.id)
      const before = all[n]
      if (before && isCurrent(before.item)) leave(n, before)
      all[n] = found
      if (isCurrent(found.item)) enter(n, found)
    },
    get size() {
      return all.length
    },
    searchText: (query) => {
      const { hits, demand } = searchTerms({ documents: current, ...query }, words.postings)
      return { hits: named(hits, idOf, query.limit), demand }
    },
    searchVectors: ({ vector, limit }) => {
      const blocks = vectors.get(vector.length)
      return blocks ? named(searchVectors(blocks, { vector, limit }), idOf, limit) : []
    },
    items: (ids) =>
      ids.flatMap((id) => {
        const n = numbers.get(id)
        return (n !== undefined && itemOf(n)) || []
      }),
    neighbours: (of, window) => {
      const found = new Set<number>()
      for (const place of of) visitNear(threads, { place, window }, (n) => found.add(n))
      return [...found].flatMap((n) => itemOf(n) ?? [])
    },
    pinnedItems: (limit) =>
      [...pinned]
        .flatMap((n) => itemOf(n) ?? [])
        .sort(weightiestFirst)
        .slice(0, limit),
  }
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** All zeros: none. */
function placeVector(vectors: Map<number, VectorBlocks>, n: number, vector: Int8Array): void {
  if (vector.length === 0) return
  const blocks = getOrMake(vectors, vector.length, () => new Map<number, Int8Array>())
  const make = () => new Int8Array(BLOCK * vector.length)
  getOrMake(blocks, Math.floor(n / BLOCK), make).set(vector, (n % BLOCK) * vector.length)
}

function visitNear(
  threads: ReadonlyMap<string, ReadonlyMap<number, ReadonlySet<number>>>,
  { place: { threadId, place }, window }: { place: Place; window: number },
  visit: (n: number) => void,
): void {
  const places = threads.get(threadId)
  if (!places) return
  for (let at = place - window; at <= place + window; at++) {
    for (const n of places.get(at) ?? []) visit(n)
  }
}

function weightiestFirst(a: Item, b: Item): number {
  const weight = ({ importance }: Item) => IMPORTANCE_WEIGHTS[importance]
  return (
    weight(b) - weight(a) ||
    (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.id < b.id ? -1 : 1)
  )
}
