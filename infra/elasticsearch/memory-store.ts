// The memory store in Elasticsearch: items with their words and vectors, resources and summaries.
// This file opens it and says which part answers what.
import type { Scope } from '../../schemas/identifiers.ts'
import type {
  Erasure,
  Item,
  MemoryStep,
  MemoryStore,
  Page,
  Resource,
} from '../ports/memory-store.ts'
import { createHeldUsers, type HeldUsers } from './held/held-users.ts'
import { type MemoryTable, memoryFamily } from './indices/mappings.ts'
import { emptied, eraseMemory, planMemory } from './memory/erase-memory.ts'
import { listUsers } from './memory/list-users.ts'
import * as lookups from './memory/lookups.ts'
import { prepareMemoryStep } from './memory/memory-documents.ts'
import { createOverviews } from './memory/overviews.ts'
import { changedWithin, only, pastMemory } from './memory/past.ts'
import { searchText } from './memory/search-text.ts'
import { searchVectors } from './memory/search-vectors.ts'
import { afterThread, listThreads } from './memory/threads.ts'
import type { Query } from './projection/fences/fence-query.ts'
import { openProjection, type ProjectionOptions } from './projection/projection.ts'
import { given, refreshAll, type StepWork } from './projection/step.ts'
import { ownerOf } from './reading/identity.ts'
import { listPage } from './reading/lists.ts'
import type { Reader } from './reading/reading.ts'

type MemoryStoreOptions = ProjectionOptions & {
  /** The size of the model's vectors. */
  dimensions: number
}

export function createElasticsearchMemoryStore(options: MemoryStoreOptions): MemoryStore {
  return openMemory(options).store
}

/** For a process that answers queries: it holds the users whom it is asked about. */
export function createHoldingMemoryStore(
  options: MemoryStoreOptions & { mostBytes?: number },
): MemoryStore & { held: HeldUsers } {
  const { store, read } = openMemory(options)
  const held = createHeldUsers(read, options.mostBytes)
  const close = async () => {
    await held.settled()
    await store.close()
  }
  return { ...store, moment: () => held.moment(store), close, held }
}

function openMemory(options: MemoryStoreOptions): {
  store: MemoryStore
  read: Reader<MemoryTable>
} {
  const { dimensions } = options
  const projection = openProjection(options, memoryFamily(dimensions))
  const { client, indices, read } = projection
  const items = { client, index: indices.names.items, dimensions }
  const store: MemoryStore = {
    ...projection.port,
    apply: (step) => applyMemoryStep(step),
    itemDocuments: async (refs) => {
      await indices.ready()
      return lookups.itemDocuments(client, indices.names, { refs })
    },
    searchText: (scope, query) => read(scope, (within) => searchText(within, query)),
    searchVectors: (scope, query) => read(scope, (within) => searchVectors(items, within, query)),
    items: (scope, ids) => read(scope, (within) => lookups.itemsById(within, ids)),
    neighbours: (scope, of, window) =>
      read(scope, (within) => lookups.neighbours(within, of, { window })),
    moment: () => store,
    at: (time) => pastMemory(items, read, time),
    changedWithin: (scope, span, page) =>
      listItems(scope, page, { list: 'changes', filter: [changedWithin(span)] }),
    listItems: (scope, page) => {
      const filter = [...only(page), ...lookups.standing(page)]
      return listItems(scope, page, { list: 'items', filter })
    },
    listThreads: async (scope, page) => {
      const after = afterThread(page)
      return read(scope, (within) => listThreads(within, page.limit, after))
    },
    listResources: (scope, page) => {
      const filter = [{ term: { kind: 'resource' } }]
      const by = { by: 'receivedAt', order: 'desc' } as const
      const list = { page, list: 'resources', table: 'records', filter, ...by } as const
      return listPage<Resource, MemoryTable>(read, scope, list)
    },
    resource: (scope, id) =>
      read(scope, (within) => lookups.recordById<Resource>(within, 'resource', id)),
    resources: async (refs) => {
      await indices.ready()
      return lookups.resources(client, indices.names, refs)
    },
    itemsOfResource: (scope, resourceId, limit) =>
      read(scope, (within) => lookups.itemsOfResource(within, resourceId, limit)),
    emptied: async (fence) => {
      await indices.ready()
      const target = { client, names: indices.names }
      await refreshAll(target)
      return emptied(target, fence)
    },
    topItems: (scope, query) => read(scope, (within) => lookups.topItems(within, query)),
    pinnedItems: (scope, limit) => read(scope, (within) => lookups.pinnedItems(within, limit)),
    summaries: (scope) => read(scope, lookups.summaries),
    erasure: (scope, id) =>
      read(scope, (within) => lookups.recordById<Erasure>(within, 'erasure', id)),
    categoryCounts: (scope, query = {}) =>
      read(scope, (within) => lookups.categoryCounts(within, lookups.unfollowed(query))),
    users: async (page) => {
      await indices.ready()
      return listUsers(client, indices.names.items, page)
    },
    hasItems: (scope) => read(scope, lookups.hasItems),
    ...createOverviews(projection),
  }
  return { store, read }

  async function applyMemoryStep(step: MemoryStep): Promise<void> {
    const work = workOf(step, dimensions)
    const shows = step.summaries === 'soon' ? [] : (['records'] as const)
    await projection.apply(step, { ...work, plan: planMemory, erase: eraseMemory, shows })
  }

  function listItems(scope: Scope, page: Page, of: { list: 'items' | 'changes'; filter: Query[] }) {
    const listed = { ...of, page, table: 'items', by: 'createdAt', order: 'desc' } as const
    return listPage<Item, MemoryTable>(read, scope, listed)
  }
}

/** Prepares the documents before any request: one that cannot be stored fails the step as a whole. */
function workOf(
  step: MemoryStep,
  dimensions: number,
): Pick<StepWork<MemoryTable>, 'owners' | 'documents'> {
  const { documents: wanted, erasedResources, erasures } = step
  if (!('make' in wanted)) return given(prepareMemoryStep(step, wanted, dimensions))
  const owners = [...wanted.scopes, ...erasedResources, ...erasures].map(ownerOf)
  return {
    owners: new Set(owners),
    documents: async ({ client, names }, fences) => {
      const stored = await lookups.itemDocuments(client, names, {
        refs: wanted.reads,
        fencesRead: fences,
      })
      return prepareMemoryStep(step, wanted.make(stored), dimensions)
    },
  }
}
