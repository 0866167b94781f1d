// Reads of the memory store by key, by place and by category. Each is one search within what the user may read.
import type { Client, estypes } from '@elastic/elasticsearch'
import { NO_TRAITS } from '../../../schemas/facts.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import type {
  Item,
  ItemDocument,
  ItemFilter,
  Place,
  Resource,
  Summary,
  TopQuery,
} from '../../ports/memory-store.ts'
import { millis } from '../../ports/rules/time.ts'
import type { TraitFilter } from '../../ports/rules/traits.ts'
import { nth, present } from '../../runtime/certain.ts'
import { type Listed, type TopHits, topInstant } from '../client/aggregations.ts'
import { getDocument } from '../client/batch-reads.ts'
import { sourceOf } from '../client/hits.ts'
import type { Names } from '../indices/indices.ts'
import type { MemoryTable } from '../indices/mappings.ts'
import type { Query } from '../projection/fences/fence-query.ts'
import { type FencesByOwner, isForbidden, readFences } from '../projection/fences/fences.ts'
import { fencedOf, type GuardSource } from '../projection/fences/remove-forbidden.ts'
import { documentId, ownerOf, routingOf } from '../reading/identity.ts'
import type { Search, Within } from '../reading/reading.ts'
import { itemDocumentOf, type StoredItem } from './memory-documents.ts'
import { totalOf } from './search-text.ts'

/** The most that Elasticsearch returns at once. */
const ALL = 10_000
const PAGE = 1000
export const isCurrent: Query = { term: { current: true } }

/** Items of any users as they stand now, including what no refresh has shown yet. */
export async function itemDocuments(
  client: Client,
  names: Names<MemoryTable>,
  { refs, fencesRead }: { refs: readonly Ref[]; fencesRead?: Promise<FencesByOwner> | undefined },
): Promise<ItemDocument[]> {
  const asked = { index: names.items, kind: 'item', refs, fencesRead }
  const stored = await readableDocuments<StoredItem>(client, names, asked)
  return stored.flatMap((each) =>
    each ? [itemDocumentOf(each.owner, each.source, each.version)] : [],
  )
}

export async function resources(
  client: Client,
  names: Names<MemoryTable>,
  refs: readonly Ref[],
): Promise<(Resource | null)[]> {
  const asked = { index: names.records, kind: 'resource', refs }
  const stored = await readableDocuments<GuardSource & { doc: string }>(client, names, asked)
  return stored.map((each) => each && JSON.parse(each.source.doc))
}

type Ref = Scope & { id: string }
type Asked = {
  index: string
  kind: string
  refs: readonly Ref[]
  fencesRead?: Promise<FencesByOwner> | undefined
}

/** In the requested order; null for a document that is missing or that a fence forbids. */
async function readableDocuments<Source extends GuardSource>(
  client: Client,
  { meta }: Pick<Names, 'meta'>,
  { index, kind, refs, fencesRead }: Asked,
): Promise<({ owner: string; source: Source; version: number } | null)[]> {
  const owners = refs.map(ownerOf)
  const get = ({ id }: Ref, n: number) => {
    const owner = nth(owners, n)
    const at = { index, id: documentId(kind, owner, id), routing: routingOf(owner) }
    return getDocument<Source>(client, at)
  }
  const [fences, stored] = await Promise.all([
    fencesRead ?? readFences(client, meta, owners),
    Promise.all(refs.map(get)),
  ])
  return stored.map(({ found, _source, _version }, n) => {
    const owner = nth(owners, n)
    if (!found || !_source || isForbidden(fences, fencedOf(owner, _source))) return null
    return { owner, source: _source, version: _version ?? 0 }
  })
}

async function findItems(within: Within<MemoryTable>, search: Search): Promise<Item[]> {
  const answer = await within.search<StoredItem>('items', {
    size: ALL,
    _source: ['doc'],
    ...search,
  })
  return answer.hits.hits.map((hit) => JSON.parse(sourceOf(hit).doc))
}

/** In the requested order. */
export async function itemsById(
  within: Within<MemoryTable>,
  ids: readonly string[],
): Promise<Item[]> {
  const found = new Map<string, Item>()
  for (let from = 0; from < ids.length; from += PAGE) {
    const some = ids.slice(from, from + PAGE)
    for (const item of await findItems(within, { filter: [{ terms: { id: some } }] })) {
      found.set(item.id, item)
    }
  }
  return ids.flatMap((id) => found.get(id) ?? [])
}

export async function neighbours(
  within: Within<MemoryTable>,
  of: readonly Place[],
  { window, filter = [isCurrent] }: { window: number; filter?: Query[] | undefined },
): Promise<Item[]> {
  if (of.length === 0) return []
  const should = of.map(({ threadId, place }): Query => {
    const near = { gte: place - window, lte: place + window }
    return { bool: { filter: [{ term: { threadId } }, { range: { place: near } }] } }
  })
  return findItems(within, { filter, should })
}

export function itemsOfResource(within: Within<MemoryTable>, resourceId: string, limit: number) {
  const filter = [{ term: { resourceId } }]
  return findItems(within, { filter, sort: [{ ordinal: 'asc' }, { id: 'asc' }], size: limit })
}

export function topItems(within: Within<MemoryTable>, query: TopQuery) {
  const held: Query[] = query.held ? [{ exists: { field: 'slot' } }] : []
  return findItems(within, {
    filter: [isCurrent, { term: { category: query.category } }, ...held],
    sort: [{ weight: 'desc' }, { createdAt: 'desc' }, { id: 'asc' }],
    size: query.limit,
  })
}

export function pinnedItems(within: Within<MemoryTable>, limit: number) {
  return findItems(within, {
    filter: traitFilter({ pinned: true }),
    sort: [{ weight: 'desc' }, { createdAt: 'desc' }, { id: 'asc' }],
    size: limit,
  })
}

/** A current item without `heldUntil` has no known end, or holds at no time. */
export function standing({ currentAt }: ItemFilter): Query[] {
  if (currentAt === undefined) return []
  return [isCurrent, { bool: { must_not: { range: { heldUntil: { lte: millis(currentAt) } } } } }]
}

/** Current items whose place no other has taken. A current item that has `closedMs` is followed by another at its end. */
export function unfollowed({ currentAt }: ItemFilter): Query[] {
  if (currentAt === undefined) return [isCurrent]
  const isOver = { range: { heldUntil: { lte: millis(currentAt) } } }
  return [
    isCurrent,
    { bool: { must_not: { bool: { filter: [{ exists: { field: 'closedMs' } }, isOver] } } } },
  ]
}

/** Empty if no trait is asked for. */
export function traitFilter({ types, scopes, onlyScope, pinned }: TraitFilter): Query[] {
  return [
    ...(types ? [oneOf('type', types, { orNone: types.includes(NO_TRAITS.type) })] : []),
    ...(scopes ? [oneOf('scopes', scopes, { orNone: true })] : []),
    ...(onlyScope === undefined ? [] : [oneOf('scopes', [onlyScope], { orNone: false })]),
    ...(pinned ? [isCurrent, { term: { pinned } }] : []),
  ]
}

/** `orNone`: also matches documents without the field. */
function oneOf(field: string, values: readonly string[], { orNone }: { orNone: boolean }): Query {
  const one: Query = { terms: { [field]: [...values] } }
  const none: Query = { bool: { must_not: [{ exists: { field } }] } }
  return { bool: { should: orNone ? [one, none] : [one], minimum_should_match: 1 } }
}

export async function summaries(within: Within<MemoryTable>): Promise<Summary[]> {
  const answer = await within.search<{ doc: string }>('records', {
    filter: [{ term: { kind: 'summary' } }],
    sees: 'as shown',
    sort: [{ category: 'asc' }],
    size: PAGE,
    _source: ['doc'],
  })
  const all = answer.hits.hits.map((hit): Summary => JSON.parse(sourceOf(hit).doc))
  return all.filter(({ text }) => text !== '')
}

/** One document of `records` by its name: as it stands now, and cheaper than a search. */
export async function recordById<T>(
  within: Within<MemoryTable>,
  kind: string,
  id: string,
): Promise<T | null> {
  const stored = await within.get<GuardSource & { doc: string }>(
    'records',
    documentId(kind, within.owner, id),
  )
  return stored && JSON.parse(stored.doc)
}

export async function hasItems(within: Within<MemoryTable>): Promise<boolean> {
  const answer = await within.search('items', { filter: [isCurrent], size: 0, track_total_hits: 1 })
  return totalOf(answer) > 0
}

type CategoryBucket = { key: estypes.FieldValue; doc_count: number; newest: TopHits }

export async function categoryCounts(within: Within<MemoryTable>, filter: Query[]) {
  const newest = { size: 1, sort: [{ createdAt: 'desc' as const }], _source: false }
  const answer = await within.search<unknown, { by: Listed<CategoryBucket> }>('items', {
    filter,
    size: 0,
    aggs: {
      by: {
        terms: { field: 'category', size: PAGE, order: { _key: 'asc' } },
        aggs: { newest: { top_hits: newest } },
      },
    },
  })
  const { by } = present(answer.aggregations, 'aggregations')
  return by.buckets.map(({ key, doc_count, newest }) => ({
    category: String(key),
    itemCount: doc_count,
    lastUpdated: topInstant(newest),
  }))
}
