// Reads of a sealed memory store, of the present and of another time alike: asked under every living generation, and
// opened.
import type { Scope } from '../../../schemas/identifiers.ts'
import type {
  Hit,
  Item,
  ItemFilter,
  Page,
  Paged,
  PastMemory,
  Place,
  QueryReads,
  TextHits,
} from '../../ports/memory-store.ts'
import { noDemand, type TextQuery } from '../../ports/rules/bm25.ts'
import { byScore } from '../../ports/rules/by-score.ts'
import { nth } from '../../runtime/certain.ts'
import type { Keys } from '../keys/keyring.ts'
import { type Sealing, within } from '../keys/sealing.ts'
import { sealedUnder, type UserKeys } from '../keys/user-keys.ts'
import { isClients, openItems, scopeKey, sealThread } from './seal-documents.ts'

export function sealQueryReads(store: QueryReads, sealing: Sealing): QueryReads {
  return {
    ...sealSearches(store, sealing),
    pinnedItems: (scope, limit) =>
      within(sealing, scope, async (sealed, keys) =>
        openItems(await store.pinnedItems(sealed, limit), keys),
      ),
  }
}

/** Reads of the present and of another time alike. */
export function sealReads(store: PastMemory, sealing: Sealing): PastMemory {
  return {
    ...sealSearches(store, sealing),
    listItems: (scope, page) =>
      within(sealing, scope, async (sealed, keys) => {
        const list = await listSealed(store, page, { scope: sealed, keys })
        return { ...list, data: openItems(list.data, keys) }
      }),
    categoryCounts: (scope, query) => store.categoryCounts(sealing.owners.seal(scope), query),
  }
}

type Searches = Omit<QueryReads, 'pinnedItems'>
type Related = NonNullable<TextQuery['related']>

function sealRelated(related: Related, key: UserKeys): Related {
  const of = key.terms(related.map((each) => each.of))
  return key.terms(related.map(({ term }) => term)).map((term, n) => ({ term, of: nth(of, n) }))
}

/** The store names what is missing as it was asked for it. */
function openMissing(
  { hits, demand }: TextHits,
  { asked, terms }: { asked: readonly string[]; terms: readonly string[] },
): TextHits {
  const sealed = new Set(demand.missing)
  const missing = terms.filter((_, n) => sealed.has(nth(asked, n)))
  return { hits, demand: { ...demand, missing: [...new Set(missing)] } }
}

function sealSearches(store: Searches, sealing: Sealing): Searches {
  const own = <T>(scope: Scope, ask: (sealed: Scope, keys: Keys) => Promise<T>) =>
    within(sealing, scope, ask)
  return {
    searchText: (scope, { terms, related = [], limit }) =>
      own(scope, async (sealed, keys) => {
        const under = (key: UserKeys) => ({
          terms: key.terms(terms),
          related: sealRelated(related, key),
          limit,
        })
        const search = async (key: UserKeys) => {
          const asked = under(key)
          return openMissing(await store.searchText(sealed, asked), { asked: asked.terms, terms })
        }
        const [key] = keys
        if (key && keys.length === 1) return search(key)
        return together(await Promise.all(keys.map(search)), limit)
      }),
    searchVectors: (scope, { vector, limit }) =>
      own(scope, async (sealed, keys) => {
        const [key] = keys
        if (key && keys.length === 1) {
          return store.searchVectors(sealed, { vector: key.turn(vector), limit })
        }
        const found = await Promise.all(
          keys.map((key) => store.searchVectors(sealed, { vector: key.turn(vector), limit })),
        )
        const own = await Promise.all(
          found.map((hits, n) =>
            ofGeneration(store, sealed, { hits, generation: nth(keys, n).generation }),
          ),
        )
        return best(own.flat(), limit)
      }),
    items: (scope, ids) =>
      own(scope, async (sealed, keys) => openItems(await store.items(sealed, ids), keys)),
    neighbours: (scope, of, window) =>
      own(scope, async (sealed, keys) =>
        openItems(await store.neighbours(sealed, sealPlaces(of, keys), window), keys),
      ),
  }
}

export function sealThreads(keys: Keys, threadId: string): string[] {
  return [...new Set(keys.map((key) => sealThread(key, threadId)))]
}

/** Many places mostly belong to few threads. */
function sealPlaces(of: readonly Place[], keys: Keys): readonly Place[] {
  if (of.every(({ threadId }) => !isClients(threadId))) return of
  const names = new Map<string, string[]>()
  return of.flatMap(({ threadId, place }) => {
    const known = names.get(threadId) ?? sealThreads(keys, threadId)
    names.set(threadId, known)
    return known.map((name) => ({ threadId: name, place }))
  })
}

export function opened<T>(sealed: readonly T[], open: (each: T) => T | null): T[] {
  return sealed.flatMap((each) => open(each) ?? [])
}

/** While a user has two generations, a list for one name comes from the newest generation that has any. */
async function listSealed(
  store: PastMemory,
  { threadId, onlyScope, scopes, ...filter }: Page & ItemFilter,
  { scope, keys }: { scope: Scope; keys: Keys },
): Promise<Paged<Item>> {
  const page = wordless(filter)
  const seen = scopes && keys.flatMap((key) => scopes.map((each) => scopeKey(key, each)))
  const filters = keys.map((key) => ({
    ...(threadId !== undefined && { threadId: sealThread(key, threadId) }),
    ...(onlyScope !== undefined && { onlyScope: scopeKey(key, onlyScope) }),
  }))
  const isNamed = threadId !== undefined || onlyScope !== undefined
  const lists = await Promise.all(
    // Also asks for a user without a key, because the store below refuses an invalid cursor.
    (isNamed ? filters : [{}]).map((filter) =>
      store.listItems(scope, { ...page, ...filter, ...(seen && { scopes: seen }) }),
    ),
  )
  return (
    lists.find(({ total }) => total > 0) ?? lists[0] ?? { data: [], total: 0, nextCursor: null }
  )
}

/** A new filter does not compile until it is listed here as holding no word of a user. */
function wordless({
  limit,
  cursor,
  category,
  types,
  pinned,
  currentAt,
  ...more
}: Omit<Page & ItemFilter, 'threadId' | 'onlyScope' | 'scopes'>) {
  more satisfies { [Name in keyof typeof more]: never }
  return { limit, cursor, category, types, pinned, currentAt }
}

/** Vectors of another generation are turned differently, so their distances mean nothing. */
async function ofGeneration(
  store: Pick<QueryReads, 'items'>,
  scope: Scope,
  { hits, generation }: { hits: readonly Hit[]; generation: number },
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
  return hits.toSorted(byScore).slice(0, limit)
}
