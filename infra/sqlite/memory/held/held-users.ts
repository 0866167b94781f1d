// What a reading connection holds of the users whom it was asked about last, decoded: a query of the same user reads
// from the file only what has changed since. The first read of each moment asks for the user's revision, so that no
// change and no forget is ever missed. Bounded by bytes; the users that were asked about longest ago make room.
import type { Scope } from '../../../../schemas/identifiers.ts'
import { scopeName } from '../../../../schemas/scope-name.ts'
import { type Item, type Place, placeOf } from '../../../ports/memory-store.ts'
import type { Postings } from '../../../search/text-search.ts'
import type { VectorBlocks } from '../../../search/vector-search.ts'
import type { Database } from '../../database/database.ts'
import { itemOf } from '../documents.ts'
import { splitTerms } from '../text-index.ts'
import { PLACE, THREAD } from '../threads.ts'
import {
  beginSearch,
  bytesOfSearch,
  countOf,
  dropAllPostings,
  type HeldSearch,
  idOf,
  itemChanged,
  postingsOf,
  vectorsOf,
} from './held-search.ts'
import {
  changedSince,
  findRevision,
  highestFloor,
  OTHER_TERMS,
  type Revision,
  voidedSince,
} from './revisions.ts'

export type HeldUser = {
  readonly owner: number
  /** Null if there is no such item. Each item is the same object until it changes. */
  byId(id: string): Item | null
  idOf(n: number): string | undefined
  /** Visits the current items of the thread that stand within `window` places, in order. */
  inThread(of: Place, window: number, visit: (item: Item) => void): void
  /** What `read` returned for this name after anything of the user last changed. A fixed set of names. */
  unchanged<T>(name: string, read: () => T): T
  /** How many current items the user has. */
  documents(): number
  postings(term: string): Postings
  /** Those of this length. */
  vectors(dimensions: number): VectorBlocks
  itemsOf(rows: readonly ItemRow[]): Item[]
}

type ItemRow = { n: number; doc: string }

type HeldUsers = {
  /** Everything that `read` reads is of one moment. */
  read<T>(scope: Scope, none: T, read: (user: HeldUser) => T): T
  /** Drops what is held of users who were erased; a read does so too. */
  dropErased(): void
  /** How much is held, estimated. */
  readonly bytes: number
}

/** An estimate, of everything that is held. */
const MOST_BYTES = 128 * 1024 * 1024
/** An item's objects, and what layers above remember with it, take several times its document. */
const BYTES_PER_CHARACTER = 4
const BYTES_PER_ITEM = 1_000
const BYTES_PER_ENTRY = 200
/** So many places of a thread are read together. */
const BLOCK = 16

/** Side by side, because most places that are looked at are not within the window. */
type Placed = { items: readonly Item[]; places: Float64Array }

type Kept = {
  owner: number
  revision: number
  /** Of all but what is searched. */
  bytes: number
  search: HeldSearch
  /** By number. Includes all that `blocks` hold. */
  items: Map<number, Item>
  /** By id. An item keeps its number until it is erased. */
  numbers: Map<string, number>
  /** Current items by thread and block of places. */
  blocks: Map<string, Placed>
  /** What was made of this revision. */
  unchanged: Map<string, unknown>
}

export function createHeldUsers(db: Database, mostBytes = MOST_BYTES): HeldUsers {
  const users = new Map<string, Kept>()
  let bytes = 0
  let floor = highestFloor(db)
  const take = (name: string) => {
    const kept = users.get(name)
    if (kept) bytes -= bytesOf(kept)
    users.delete(name)
    return kept
  }
  /** Set last, so that it counts as used. */
  const put = (name: string, kept: Kept) => {
    if (bytesOf(kept) > mostBytes) return
    users.set(name, kept)
    bytes += bytesOf(kept)
    for (const oldest of users.keys()) {
      if (bytes <= mostBytes) return
      take(oldest)
    }
  }
  /** A forget leaves nothing of the user behind once any user is asked about. */
  const dropVoided = () => {
    const voided = voidedSince(db, floor)
    const last = voided.at(-1)
    if (!last) return
    const owners = new Set(voided.map(({ owner }) => owner))
    for (const [name, { owner }] of [...users]) if (owners.has(owner)) take(name)
    floor = last.floor
  }
  let moment = {}
  /** Whose revision was looked at in this moment. */
  let looked = new Set<string>()
  const atThisMoment = () => {
    const now = db.moment()
    if (now === moment) return
    dropVoided()
    moment = now
    looked = new Set()
  }
  /** Null if nothing is known of the user. No longer among those that are held. */
  const takeCurrent = (scope: Scope, name: string) => {
    const known = take(name)
    if (known && looked.has(name)) return known
    const found = findRevision(db, scope)
    if (!found) return null
    looked.add(name)
    return known && isBroughtUp(db, known, found) ? known : begin(found)
  }
  return {
    read: (scope, none, read) => {
      atThisMoment()
      const name = scopeName(scope)
      const kept = takeCurrent(scope, name)
      if (!kept) return none
      try {
        return read(heldUser(db, kept))
      } finally {
        put(name, kept)
      }
    },
    dropErased: () => db.snapshot(dropVoided),
    get bytes() {
      return bytes
    },
  }
}

function begin({ owner, revision }: Revision & { owner: number }): Kept {
  return {
    owner,
    revision,
    bytes: 0,
    search: beginSearch(owner),
    items: new Map(),
    numbers: new Map(),
    blocks: new Map(),
    unchanged: new Map(),
  }
}

function bytesOf({ bytes, search }: Kept): number {
  return bytes + bytesOfSearch(search)
}

/** False if what has changed since cannot be told. */
function isBroughtUp(db: Database, kept: Kept, now: Revision & { owner: number }): boolean {
  const { owner, revision } = kept
  if (now.owner !== owner || revision < now.floor) return false
  if (revision === now.revision) return true
  const changed = changedSince(db, owner, revision)
  for (const n of changed) dropItem(kept, n)
  if (changed.includes(OTHER_TERMS)) dropAllPostings(kept.search)
  for (const n of changed) readAgain(db, kept, n)
  kept.revision = now.revision
  kept.unchanged = new Map()
  return true
}

/** Drops what else is held of what the item changed: the block in which it stands now, and what it is searched by. */
function readAgain(db: Database, kept: Kept, n: number): void {
  const row = db.get<ItemRow & { terms: string; current: number }>`SELECT n, doc, terms, current
    FROM items WHERE owner = ${kept.owner} AND n = ${n}`
  if (!row) return
  dropBlockOf(kept, hold(kept, row))
  itemChanged(kept.search, { n, terms: splitTerms(row.terms), isCurrent: row.current === 1 })
}

function dropItem(kept: Kept, n: number): void {
  const item = kept.items.get(n)
  if (!item) return
  kept.items.delete(n)
  kept.bytes -= bytesOfItem(JSON.stringify(item))
  dropBlockOf(kept, item)
}

/** The block that holds the item, or would if the item had been there when the block was read. */
function dropBlockOf(kept: Kept, item: Item): void {
  const { threadId, place } = placeOf(item)
  if (kept.blocks.delete(blockName(threadId, blockAt(place)))) kept.bytes -= BYTES_PER_ENTRY
}

/** The same object until the item changes. */
function hold(kept: Kept, { n, doc }: ItemRow): Item {
  const known = kept.items.get(n)
  if (known) return known
  const item: Item = Object.freeze(itemOf({ doc }))
  kept.items.set(n, item)
  kept.numbers.set(item.id, n)
  kept.bytes += bytesOfItem(doc)
  return item
}

function bytesOfItem(doc: string): number {
  return BYTES_PER_ITEM + BYTES_PER_CHARACTER * doc.length
}

function heldUser(db: Database, kept: Kept): HeldUser {
  const { owner } = kept
  return {
    owner,
    byId: (id) => itemById(db, kept, id),
    idOf: (n) => idOf(db, kept.search, n),
    inThread: ({ threadId, place }, window, visit) => {
      const last = blockAt(place + window)
      for (let block = blockAt(place - window); block <= last; block++) {
        visitWithin(itemsIn(db, kept, { threadId, block }), { place, window, visit })
      }
    },
    documents: () => countOf(db, kept.search),
    postings: (term) => postingsOf(db, kept.search, term),
    vectors: (dimensions) => vectorsOf(db, kept.search, dimensions),
    unchanged: (name, read) => {
      if (!kept.unchanged.has(name)) kept.unchanged.set(name, read())
      return kept.unchanged.get(name) as never
    },
    itemsOf: (rows) => rows.map((row) => hold(kept, row)),
  }
}

function itemById(db: Database, kept: Kept, id: string): Item | null {
  const n = kept.numbers.get(id)
  if (n !== undefined) return kept.items.get(n) ?? null
  const row = db.get<ItemRow>`SELECT n, doc FROM items WHERE owner = ${kept.owner} AND id = ${id}`
  return row ? hold(kept, row) : null
}

function blockAt(place: number): number {
  return Math.floor(place / BLOCK)
}

function blockName(threadId: string, block: number): string {
  return `${block}/${threadId}`
}

function itemsIn(
  db: Database,
  kept: Kept,
  { threadId, block }: { threadId: string; block: number },
): Placed {
  const name = blockName(threadId, block)
  const known = kept.blocks.get(name)
  if (known) return known
  const rows = db.all<ItemRow>(
    `SELECT n, doc FROM items WHERE owner = ? AND ${THREAD} = ? AND ${PLACE} >= ? AND ${PLACE} < ?
       AND current = 1 ORDER BY ${PLACE}, n`,
    kept.owner,
    threadId,
    block * BLOCK,
    (block + 1) * BLOCK,
  )
  const items = rows.map((row) => hold(kept, row))
  const placed = { items, places: Float64Array.from(items, (item) => placeOf(item).place) }
  kept.blocks.set(name, placed)
  kept.bytes += BYTES_PER_ENTRY
  return placed
}

type Visit = { place: number; window: number; visit: (item: Item) => void }

function visitWithin({ items, places }: Placed, { place, window, visit }: Visit): void {
  for (let at = 0; at < places.length; at++) {
    const item = items[at]
    if (item && Math.abs((places[at] ?? 0) - place) <= window) visit(item)
  }
}
