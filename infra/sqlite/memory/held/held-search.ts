// What a reading connection holds of what a user's items are searched by: postings, vectors, ids, and how many there
// are. A write drops what it changed and leaves the rest, however much the user has.
import { bytesOfPostings, type Postings } from '../../../search/text-search.ts'
import { BLOCK, type VectorBlocks } from '../../../search/vector-search.ts'
import type { Database } from '../../database/database.ts'
import { currentCount, ID_CHUNK, idsOfChunk, nextNumber } from '../item-rows.ts'
import { readPostings } from '../text-index.ts'
import { readBlock, readBlocks } from '../vector-blocks.ts'

export type HeldSearch = {
  readonly owner: number
  postings: Map<string, Postings>
  /** By number, in chunks. */
  ids: Map<number, readonly (string | undefined)[]>
  /** Of the length that was asked for last. Blocks in `outdated` are read before they are used. */
  vectors: { dimensions: number; blocks: VectorBlocks; outdated: Set<number> } | null
  /** How many items are current, and a number below which all of them have been counted. */
  count: { documents: number; next: number } | null
  /** Of the postings and ids. */
  bytes: number
}

const BYTES_PER_ENTRY = 200
const BYTES_PER_ID = 64

export function beginSearch(owner: number): HeldSearch {
  return { owner, postings: new Map(), ids: new Map(), vectors: null, count: null, bytes: 0 }
}

/** An estimate. */
export function bytesOfSearch({ bytes, vectors }: HeldSearch): number {
  const blocks = vectors?.blocks.size ?? 0
  return bytes + blocks * BLOCK * (vectors?.dimensions ?? 0)
}

export function postingsOf(db: Database, held: HeldSearch, term: string): Postings {
  const known = held.postings.get(term)
  if (known) return known
  const postings = readPostings(db, held.owner, term)
  held.postings.set(term, postings)
  held.bytes += BYTES_PER_ENTRY + bytesOfPostings(postings)
  return postings
}

/** The user's vectors of this length. */
export function vectorsOf(db: Database, held: HeldSearch, dimensions: number): VectorBlocks {
  const { owner, vectors } = held
  if (vectors?.dimensions !== dimensions) {
    const blocks = readBlocks(db, owner, dimensions)
    held.vectors = { dimensions, blocks, outdated: new Set() }
    return blocks
  }
  for (const block of vectors.outdated) {
    const stored = readBlock(db, owner, block)
    if (stored?.dimensions === dimensions) vectors.blocks.set(block, stored.vectors)
  }
  vectors.outdated.clear()
  return vectors.blocks
}

/** How many current items the user has. */
export function countOf(db: Database, held: HeldSearch): number {
  const { owner } = held
  held.count ??= { documents: currentCount(db, owner), next: nextNumber(db, owner) }
  return held.count.documents
}

/** An item's number and id belong together until it is erased. */
export function idOf(db: Database, held: HeldSearch, n: number): string | undefined {
  const chunk = Math.floor(n / ID_CHUNK)
  const known = held.ids.get(chunk)?.[n % ID_CHUNK]
  if (known !== undefined) return known
  // Together, because many hits of a search share their place, and their ids decide.
  const ids = idsOfChunk(db, held.owner, chunk)
  if (!held.ids.has(chunk)) held.bytes += ID_CHUNK * BYTES_PER_ID
  held.ids.set(chunk, ids)
  return ids[n % ID_CHUNK]
}

/** `terms`: those of the item now. */
export function itemChanged(
  held: HeldSearch,
  { n, terms, isCurrent }: { n: number; terms: readonly string[]; isCurrent: boolean },
): void {
  for (const term of terms) dropPostings(held, term)
  held.vectors?.outdated.add(Math.floor(n / BLOCK))
  const { count } = held
  // Whether an item that was there before was current is not known.
  if (count && n < count.next) held.count = null
  else if (count) held.count = { documents: count.documents + Number(isCurrent), next: n + 1 }
}

/** Where it is not known which terms an item had before. */
export function dropAllPostings(held: HeldSearch): void {
  for (const term of held.postings.keys()) dropPostings(held, term)
}

function dropPostings(held: HeldSearch, term: string): void {
  const postings = held.postings.get(term)
  if (!postings) return
  held.postings.delete(term)
  held.bytes -= BYTES_PER_ENTRY + bytesOfPostings(postings)
}
