// The embedded memory store: items with their postings and vectors, resources and summaries, in one file.
// Writing is in memory/writing/; this file opens the store and answers queries.
import type { Scope } from '../../schemas/identifiers.ts'
import type {
  DecidingMemory,
  Erasure,
  Item,
  KeyQuery,
  Paged,
  Resource,
  TextHits,
  ThreadOverview,
  TopQuery,
} from '../ports/memory-store.ts'
import { noDemand } from '../ports/rules/bm25.ts'
import { decodeCursor } from '../ports/rules/cursor.ts'
import { emptyPage } from '../ports/rules/page-of.ts'
import { searchTerms } from '../search/text-search.ts'
import { searchVectors } from '../search/vector-search.ts'
import { type Database, openDatabase } from './database/database.ts'
import { erasureOf, itemOf, resourceOf } from './memory/documents.ts'
import { heldReads } from './memory/held/held-reads.ts'
import { revisionsSchema } from './memory/held/revisions.ts'
import { currentCount, rowsById, withIds } from './memory/item-rows.ts'
import { listUsers } from './memory/list-users.ts'
import {
  categoryCounts,
  endingIndex,
  listItems,
  listResources,
  newestFirst,
} from './memory/lists.ts'
import { appOverview, appOverviews, userOverviews } from './memory/overviews.ts'
import { changedWithin, pastMemory } from './memory/past/past-memory.ts'
import { pastVectorsSchema } from './memory/past/past-vectors.ts'
import { readSummaries } from './memory/summaries.ts'
import { readPostings, textIndexSchema } from './memory/text-index.ts'
import {
  conversationEnd,
  listThreads,
  neighbours,
  threadEnd,
  threadIndexes,
} from './memory/threads.ts'
import { pinnedIndex, pinnedRows, scopedIndex } from './memory/traits.ts'
import {
  type BlockCache,
  cachedBlocks,
  passRevisions,
  vectorBlocksSchema,
} from './memory/vector-blocks.ts'
import { emptied } from './memory/writing/erase-memory.ts'
import { indexItems } from './memory/writing/fill-memory.ts'
import { memoryDigest } from './memory/writing/memory-digest.ts'
import {
  applyMemoryStep,
  documentOf,
  type ItemRow,
  itemColumns,
  itemDocuments,
} from './memory/writing/memory-store-writes.ts'
import { aside, type Filling, isFilling, openFilling } from './projection/filling.ts'
import {
  findOwner,
  ownedIn,
  projectionReads,
  projectionSchema,
} from './projection/projection-tables.ts'

// `n` numbers a user's items from 0; postings and vectors refer to it. The columns beside `doc` are what queries select
// by.
export const memorySchema = `${projectionSchema}${revisionsSchema}${textIndexSchema}${vectorBlocksSchema}${pastVectorsSchema}
  CREATE TABLE IF NOT EXISTS items (
    owner INTEGER, n INTEGER, id TEXT NOT NULL, version INTEGER NOT NULL, source INTEGER NOT NULL,
    category TEXT NOT NULL, created_at TEXT NOT NULL, resource_id TEXT NOT NULL, ordinal INTEGER NOT NULL,
    current INTEGER NOT NULL, weight INTEGER NOT NULL, fingerprint TEXT NOT NULL, slot TEXT, terms TEXT NOT NULL, doc TEXT NOT NULL,
    PRIMARY KEY (owner, n)) WITHOUT ROWID;
  CREATE UNIQUE INDEX IF NOT EXISTS items_by_id ON items (owner, id);
  CREATE INDEX IF NOT EXISTS items_by_resource ON items (owner, resource_id, ordinal);
  CREATE INDEX IF NOT EXISTS items_by_time ON items (owner, created_at, id);
  CREATE INDEX IF NOT EXISTS items_by_category ON items (owner, category, current, weight, created_at);
  CREATE INDEX IF NOT EXISTS items_by_fingerprint ON items (owner, fingerprint);
  CREATE INDEX IF NOT EXISTS items_by_slot ON items (owner, slot) WHERE slot IS NOT NULL;
  CREATE INDEX IF NOT EXISTS items_held ON items (owner, category, current, weight, created_at) WHERE slot IS NOT NULL;
  ${threadIndexes}
  ${pinnedIndex}
  ${scopedIndex}
  ${endingIndex}
  CREATE TABLE IF NOT EXISTS resources (
    owner INTEGER, id TEXT, version INTEGER NOT NULL, source INTEGER NOT NULL, key_generation INTEGER NOT NULL,
    received_at TEXT NOT NULL, status TEXT NOT NULL, doc TEXT NOT NULL, PRIMARY KEY (owner, id)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS resources_by_time ON resources (owner, received_at, id);
  CREATE TABLE IF NOT EXISTS summaries (
    owner INTEGER, category TEXT, version INTEGER NOT NULL, source INTEGER NOT NULL, doc TEXT NOT NULL,
    PRIMARY KEY (owner, category)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS erasures (
    owner INTEGER, id TEXT, doc TEXT NOT NULL, PRIMARY KEY (owner, id)) WITHOUT ROWID;
`

/** A step looks items up by their ids, and a forget by their resources. */
export const memoryFilling: Filling = {
  schema: memorySchema,
  kept: ['items_by_id', 'items_by_resource', 'fences_by_owner'],
  derive: indexItems,
  joined: passRevisions,
}

/** `readOnly`: for queries. What was read stays decoded until it changes; callers must not change it. */
export function createSqliteMemoryStore(options: {
  path: string
  readOnly?: boolean
  /** How much is held for queries. */
  mostBytes?: number
  /** A rebuild fills it, and completes it in the end. */
  isFilled?: boolean
  /** Steps hold the records of some users (projection/filling.ts, `aside`). */
  byUser?: boolean
  /** How long it waits for other connections. */
  busyTimeoutMs?: number
}): DecidingMemory {
  const { isFilled, byUser } = options
  const db = isFilled
    ? openFilling(options.path, memoryFilling)
    : openDatabase({ ...options, durable: false, schema: memorySchema })
  const store = memoryStoreOver(db, { isFilled, byUser })
  return options.readOnly ? { ...store, ...heldReads(db, options.mostBytes) } : store
}

/**
 * `keepsPast`: also keeps what only reads of another time, and connections that only read, need. A state is only asked
 * about the present, by the connection that writes it.
 */
export function memoryStoreOver(
  db: Database,
  { keepsPast = true, isFilled = false, byUser = false } = {},
): DecidingMemory {
  const blocks: BlockCache = new Map()
  const owned = ownedIn(db)
  const store: DecidingMemory = {
    moment: () => store,
    apply: async (step) =>
      applyMemoryStep(db, byUser ? aside(db, step) : step, {
        hasReaders: keepsPast,
        isFilling: isFilled && isFilling(db),
      }),
    ...projectionReads(db),
    digest: async () => memoryDigest(db),
    // In one snapshot, as every read is.
    itemDocuments: async (refs) => db.snapshot(() => itemDocuments(db, refs)),
    searchText: async (scope, query) =>
      owned<TextHits>(scope, { hits: [], demand: noDemand }, (owner) => {
        const documents = currentCount(db, owner)
        const { hits, demand } = searchTerms({ documents, ...query }, (term) =>
          readPostings(db, owner, term),
        )
        return { hits: withIds(db, owner, { hits, limit: query.limit }), demand }
      }),
    searchVectors: async (scope, { vector, limit }) =>
      owned(scope, [], (owner) =>
        withIds(db, owner, {
          hits: searchVectors(cachedBlocks(db, blocks, { owner, dimensions: vector.length }), {
            vector,
            limit,
          }),
          limit,
        }),
      ),
    items: async (scope, ids) => owned(scope, [], (owner) => rowsById(db, owner, ids).map(itemOf)),
    neighbours: async (scope, of, window) =>
      owned(scope, [], (owner) => neighbours(db, owner, { of, window })),
    threadEnd: async (scope, threadId) =>
      owned(scope, null, (owner) => threadEnd(db, owner, threadId)),
    conversationEnd: async (scope, between) =>
      owned(scope, null, (owner) => conversationEnd(db, owner, between)),
    matching: async (scope, query) =>
      owned(scope, [], (owner) =>
        matching(db, owner, query).map((row) => documentOf(db, scope, row)),
      ),
    listItems: async (scope, page) => {
      const before = newestFirst('items', page.cursor)
      return owned<Paged<Item>>(scope, emptyPage, (owner) => listItems(page, before, { db, owner }))
    },
    listThreads: async (scope, page) => {
      const after = page.cursor ? String(decodeCursor(page.cursor, 'threads', 1)[0]) : ''
      return owned<Paged<ThreadOverview>>(scope, emptyPage, (owner) =>
        listThreads(db, owner, { limit: page.limit, after }),
      )
    },
    listResources: async (scope, page) => {
      const before = newestFirst('resources', page.cursor)
      return owned<Paged<Resource>>(scope, emptyPage, (owner) =>
        listResources(page, before, { db, owner }),
      )
    },
    resource: async (scope, id) => owned(scope, null, (owner) => resource(db, owner, id)),
    resources: async (refs) => db.snapshot(() => resources(db, refs)),
    at: (time) => pastMemory({ db, blocks, owned }, time),
    changedWithin: async (scope, span, page) => {
      const before = newestFirst('changes', page.cursor)
      return owned<Paged<Item>>(scope, emptyPage, (owner) =>
        changedWithin(db, span, { owner, limit: page.limit, before }),
      )
    },
    itemsOfResource: async (scope, resourceId, limit) =>
      owned(scope, [], (owner) => itemsOfResource(db, owner, { resourceId, limit })),
    emptied: async (fence) => owned(fence, [], (owner) => emptied(db, owner, fence)),
    pinnedItems: async (scope, limit) =>
      owned(scope, [], (owner) => pinnedRows(db, owner, limit).map(itemOf)),
    topItems: async (scope, query) => owned(scope, [], (owner) => topItems(db, owner, query)),
    erasure: async (scope, id) => owned(scope, null, (owner) => erasure(db, owner, id)),
    summaries: async (scope) => owned(scope, [], (owner) => readSummaries(db, owner)),
    categoryCounts: async (scope, query = {}) =>
      owned(scope, [], (owner) => categoryCounts(db, owner, query)),
    users: async (page) => listUsers(db, page),
    hasItems: async (scope) => owned(scope, false, (owner) => currentCount(db, owner) > 0),
    userOverviews: async (page) => db.snapshot(() => userOverviews(db, page)),
    appOverviews: async (page) => db.snapshot(() => appOverviews(db, page)),
    appOverview: async (appId) => appOverview(db, appId),
  }
  return store
}

/** Without the names of the indexes SQLite reads through all that the user has. */
function matching(
  db: Database,
  owner: number,
  { fingerprints, slots, closed, most = -1 }: KeyQuery,
): ItemRow[] {
  const standing = closed ? '' : ' AND current = 1'
  const by = (index: string, column: 'fingerprint' | 'slot', values: readonly string[]) =>
    values.flatMap((value) =>
      db
        .all<ItemRow>(
          `SELECT ${itemColumns} FROM items INDEXED BY ${index}
           WHERE owner = ? AND ${column} = ?${standing} ORDER BY n DESC LIMIT ?`,
          owner,
          value,
          most,
        )
        .toReversed(),
    )
  const rows = [
    ...by('items_by_fingerprint', 'fingerprint', fingerprints),
    ...by('items_by_slot', 'slot', slots),
  ]
  return [...new Map(rows.map((row) => [row.n, row])).values()]
}

function resource(db: Database, owner: number, id: string): Resource | null {
  const row = db.get<{ doc: string }>`SELECT doc FROM resources
    WHERE owner = ${owner} AND id = ${id}`
  return row ? resourceOf(row) : null
}

function resources(db: Database, refs: readonly (Scope & { id: string })[]): (Resource | null)[] {
  return refs.map(({ id, ...scope }) => {
    const owner = findOwner(db, scope)
    return owner === undefined ? null : resource(db, owner, id)
  })
}

function itemsOfResource(
  db: Database,
  owner: number,
  { resourceId, limit }: { resourceId: string; limit: number },
): Item[] {
  const rows = db.all<{ doc: string }>`SELECT doc FROM items
    WHERE owner = ${owner} AND resource_id = ${resourceId} ORDER BY ordinal LIMIT ${limit}`
  return rows.map(itemOf)
}

function topItems(db: Database, owner: number, query: TopQuery): Item[] {
  return db
    .all<{ doc: string }>(
      `SELECT doc FROM items WHERE owner = ? AND category = ? AND current = 1${query.held ? ' AND slot IS NOT NULL' : ''}
       ORDER BY weight DESC, created_at DESC, id LIMIT ?`,
      owner,
      query.category,
      query.limit,
    )
    .map(itemOf)
}

function erasure(db: Database, owner: number, id: string): Erasure | null {
  const row = db.get<{ doc: string }>`SELECT doc FROM erasures
    WHERE owner = ${owner} AND id = ${id}`
  return row ? erasureOf(row) : null
}
