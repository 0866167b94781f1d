// The memory store with everything of a user's sealed: over any store of the port, which sees pseudonyms, hashes and what it
// cannot read. seal-documents.ts says what becomes of each field.
import type { Scope } from '../../schemas/identifiers.ts'
import { noDemand } from '../ports/bm25.ts'
import type {
  DecidingMemory,
  Hit,
  Item,
  ItemDocument,
  ItemFilter,
  MadeDocuments,
  MemoryDocument,
  MemoryStep,
  MemoryStore,
  Page,
  Paged,
  PastMemory,
  Place,
  TextHits,
} from '../ports/memory-store.ts'
import { findUsers } from './find-users.ts'
import type { Keys } from './keyring.ts'
import {
  fingerprintKey,
  openItem,
  openItemDocument,
  openResource,
  openSummary,
  openThread,
  scopeKey,
  sealDocument,
  sealThread,
  slotKey,
} from './seal-documents.ts'
import { sealProjection } from './seal-projection.ts'
import { type OwnedUsers, ownedUsers, type Sealing } from './sealing.ts'
import { sealedUnder } from './user-keys.ts'

type Ref = Scope & { id: string }

export function sealMemory(store: MemoryStore, sealing: Sealing): MemoryStore {
  const { owners } = sealing
  const own = <T>(scope: Scope, ask: (sealed: Scope, keys: Keys) => Promise<T>) =>
    within(sealing, scope, ask)
  const pageOf = <T>(page: Paged<T>, open: (each: T) => T | null): Paged<T> => ({
    ...page,
    data: opened(page.data, open),
  })
  return {
    ...sealProjection(store, sealing),
    ...sealReads(store, sealing),
    apply: (step) => applySealed(store, sealing, step),
    itemDocuments: async (refs) => {
      const users = await ownedUsers(sealing, refs)
      return openDocuments(await store.itemDocuments(refs.map(sealedRef(sealing))), users)
    },
    matching: (scope, { fingerprints, slots }) =>
      own(scope, async (sealed, keys) => {
        const found = await store.matching(sealed, {
          fingerprints: keys.flatMap((key) =>
            fingerprints.map((each) => fingerprintKey(key, each)),
          ),
          slots: keys.flatMap((key) => slots.map((each) => slotKey(key, each))),
        })
        return opened(found, (each) => openOwn(each, scope, keys))
      }),
    at: (time) => sealReads(store.at(time), sealing),
    changedWithin: (scope, span, page) =>
      own(scope, async (sealed, keys) =>
        pageOf(await store.changedWithin(sealed, span, page), (item) => openItem(item, keys)),
      ),
    listThreads: (scope, page) =>
      own(scope, async (sealed, keys) =>
        pageOf(await store.listThreads(sealed, page), (thread) => {
          const threadId = openThread(keys, thread.threadId)
          return threadId === null ? null : { ...thread, threadId }
        }),
      ),
    pinnedItems: (scope, limit) =>
      own(scope, async (sealed, keys) => openItems(await store.pinnedItems(sealed, limit), keys)),
    itemsOfResource: (scope, resourceId, limit) =>
      own(scope, async (sealed, keys) =>
        openItems(await store.itemsOfResource(sealed, resourceId, limit), keys),
      ),
    topItems: (scope, query) =>
      own(scope, async (sealed, keys) => openItems(await store.topItems(sealed, query), keys)),
    listResources: (scope, page) =>
      own(scope, async (sealed, keys) =>
        pageOf(await store.listResources(sealed, page), (each) => openResource(each, keys)),
      ),
    resource: (scope, id) =>
      own(scope, async (sealed, keys) => {
        const found = await store.resource(sealed, id)
        return found && openResource(found, keys)
      }),
    resources: async (refs) => {
      const users = await ownedUsers(sealing, refs)
      const sealed = refs.map(sealedRef(sealing))
      const found = await store.resources(sealed)
      return found.map((each, n) => each && openResource(each, users.of(sealed[n]!)?.keys ?? []))
    },
    summaries: (scope) =>
      own(scope, async (sealed, keys) =>
        opened(await store.summaries(sealed), (each) => openSummary(each, keys)),
      ),
    erasure: (scope, id) => store.erasure(owners.seal(scope), id),
    users: async (page) => {
      const { data, ...rest } = await store.users(page)
      return { ...rest, data: data.flatMap((each) => owners.open(each) ?? []) }
    },
    hasItems: (scope) => store.hasItems(owners.seal(scope)),
    userOverviews: (page) => findUsers(store, owners, page),
    appOverviews: (page) => store.appOverviews(page),
    appOverview: (appId) => store.appOverview(appId),
  }
}

/** What whoever decides asks as well. */
export function sealDecidingMemory(store: DecidingMemory, sealing: Sealing): DecidingMemory {
  return {
    ...sealMemory(store, sealing),
    threadEnd: (scope, threadId) =>
      within(sealing, scope, async (sealed, keys) => {
        const names = sealThreads(keys, threadId)
        const ends = await Promise.all(names.map((name) => store.threadEnd(sealed, name)))
        const last = ends.filter((end) => end !== null).sort((a, b) => b.place - a.place)[0]
        return last ? { ...last, threadId } : null
      }),
    // Of conversations that no client named: their names are ids.
    conversationEnd: (scope, between) => store.conversationEnd(sealing.owners.seal(scope), between),
  }
}

/** What is asked of now and of another time alike. */
function sealReads(store: PastMemory, sealing: Sealing): PastMemory {
  const own = <T>(scope: Scope, ask: (sealed: Scope, keys: Keys) => Promise<T>) =>
    within(sealing, scope, ask)
  return {
    searchText: (scope, { terms, limit }) =>
      own(scope, async (sealed, keys) => {
        const found = await Promise.all(
          keys.map((key) => store.searchText(sealed, { terms: key.terms(terms), limit })),
        )
        return together(found, limit)
      }),
    searchVectors: (scope, { vector, limit }) =>
      own(scope, async (sealed, keys) => {
        const found = await Promise.all(
          keys.map((key) => store.searchVectors(sealed, { vector: key.turn(vector), limit })),
        )
        if (found.length === 1) return found[0]!
        const own = await Promise.all(
          found.map((hits, n) => ofGeneration(store, sealed, hits, keys[n]!.generation)),
        )
        return best(own.flat(), limit)
      }),
    items: (scope, ids) =>
      own(scope, async (sealed, keys) => openItems(await store.items(sealed, ids), keys)),
    neighbours: (scope, of, window) =>
      own(scope, async (sealed, keys) =>
        openItems(await store.neighbours(sealed, sealPlaces(of, keys), window), keys),
      ),
    listItems: (scope, page) =>
      own(scope, async (sealed, keys) => {
        const list = await listSealed(store, sealed, page, keys)
        return { ...list, data: openItems(list.data, keys) }
      }),
    categoryCounts: (scope) => store.categoryCounts(sealing.owners.seal(scope)),
  }
}

async function within<T>(
  { owners, keyring }: Sealing,
  scope: Scope,
  ask: (sealed: Scope, keys: Keys) => Promise<T>,
): Promise<T> {
  const [keys] = await keyring.of([scope])
  return ask(owners.seal(scope), keys!)
}

function applySealed(store: MemoryStore, sealing: Sealing, step: MemoryStep): Promise<void> {
  const { documents } = step
  return 'make' in documents
    ? applyMade(store, sealing, { ...step, documents })
    : applyGiven(store, sealing, { ...step, documents })
}

async function applyGiven(
  store: MemoryStore,
  sealing: Sealing,
  { documents, ...step }: MemoryStep & { documents: readonly MemoryDocument[] },
): Promise<void> {
  const users = await ownedUsers(sealing, documents)
  await store.apply({ ...sealStep(step, sealing), documents: sealAll(documents, sealing, users) })
}

async function applyMade(
  store: MemoryStore,
  sealing: Sealing,
  { documents, ...step }: MemoryStep & { documents: MadeDocuments },
): Promise<void> {
  const { reads, scopes, make } = documents
  const users = await ownedUsers(sealing, [...reads, ...scopes])
  const made = (stored: readonly ItemDocument[]) =>
    sealAll(make(openDocuments(stored, users)), sealing, users)
  await store.apply({
    ...sealStep(step, sealing),
    documents: {
      reads: reads.map(sealedRef(sealing)),
      scopes: scopes.map((scope) => sealing.owners.seal(scope)),
      make: made,
    },
  })
}

/** What names users, and holds no words of theirs. */
function sealStep(step: Omit<MemoryStep, 'documents'>, { owners }: Sealing) {
  const named = <T extends Scope>(each: T): T => ({ ...each, ...owners.seal(each) })
  return {
    checkpoint: step.checkpoint,
    fences: step.fences.map(named),
    erasedResources: step.erasedResources.map(named),
    erasures: step.erasures.map(named),
  }
}

function sealAll(
  documents: readonly MemoryDocument[],
  { owners }: Sealing,
  users: OwnedUsers,
): MemoryDocument[] {
  return documents.flatMap((document) => {
    const scope = owners.seal(document)
    const sealed = sealDocument(document, users.of(scope)?.keys ?? [])
    return sealed ? [{ ...sealed, ...scope }] : []
  })
}

function openDocuments(stored: readonly ItemDocument[], users: OwnedUsers): ItemDocument[] {
  return stored.flatMap((document) => {
    const user = users.of(document)
    return (user && openOwn(document, user.scope, user.keys)) ?? []
  })
}

function openOwn(document: ItemDocument, { appId, userId }: Scope, keys: Keys) {
  const opened = openItemDocument(document, keys)
  return opened && { ...opened, appId, userId }
}

function sealedRef({ owners }: Sealing) {
  return (ref: Ref): Ref => ({ ...owners.seal(ref), id: ref.id })
}

function sealThreads(keys: Keys, threadId: string): string[] {
  return [...new Set(keys.map((key) => sealThread(key, threadId)))]
}

function sealPlaces(of: readonly Place[], keys: Keys): Place[] {
  return of.flatMap(({ threadId, place }) =>
    sealThreads(keys, threadId).map((name) => ({ threadId: name, place })),
  )
}

function opened<T>(sealed: readonly T[], open: (each: T) => T | null): T[] {
  return sealed.flatMap((each) => open(each) ?? [])
}

function openItems(items: readonly Item[], keys: Keys): Item[] {
  return opened(items, (item) => openItem(item, keys))
}

/** While a user has two generations a thread is listed of the newest that has any of it. */
async function listSealed(
  store: PastMemory,
  scope: Scope,
  { threadId, scopes, ...page }: Page & ItemFilter,
  keys: Keys,
): Promise<Paged<Item>> {
  const seen = scopes && {
    scopes: keys.flatMap((key) => scopes.map((each) => scopeKey(key, each))),
  }
  if (threadId === undefined) return store.listItems(scope, { ...page, ...seen })
  const lists = await Promise.all(
    sealThreads(keys, threadId).map((name) =>
      store.listItems(scope, { ...page, ...seen, threadId: name }),
    ),
  )
  return (
    lists.find(({ total }) => total > 0) ?? lists[0] ?? { data: [], total: 0, nextCursor: null }
  )
}

/** Vectors of another generation are turned otherwise, and what they are near to says nothing. */
async function ofGeneration(
  store: PastMemory,
  scope: Scope,
  hits: readonly Hit[],
  generation: number,
): Promise<Hit[]> {
  const items = await store.items(
    scope,
    hits.map(({ id }) => id),
  )
  const own = new Set(
    items.filter(({ text }) => sealedUnder(text) === generation).map(({ id }) => id),
  )
  return hits.filter(({ id }) => own.has(id))
}

function together(found: readonly TextHits[], limit: number): TextHits {
  if (found.length === 1) return found[0]!
  const { demand } = found.find(({ hits }) => hits.length > 0) ?? found[0] ?? { demand: noDemand }
  return {
    hits: best(
      found.flatMap(({ hits }) => hits),
      limit,
    ),
    demand,
  }
}

function best(hits: readonly Hit[], limit: number): Hit[] {
  return hits.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, limit)
}
