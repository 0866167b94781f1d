// The memory store with all of a user's content sealed: over any store of the port, which sees pseudonyms, hashes and
// cipher text. seal-documents.ts says how each field is sealed.
import type { Scope } from '../../../schemas/identifiers.ts'
import type { DecidingMemory, MemoryStore, Paged } from '../../ports/memory-store.ts'
import { nth } from '../../runtime/certain.ts'
import type { Keys } from '../keys/keyring.ts'
import { ownedUsers, type Sealing, within } from '../keys/sealing.ts'
import { sealProjection } from '../seal-projection.ts'
import { applySealed, openDocuments, openOwn, sealedRef } from './apply-sealed.ts'
import { findUsers } from './find-users.ts'
import {
  fingerprintKey,
  openItems,
  openResource,
  openSummaries,
  openThread,
  slotKey,
} from './seal-documents.ts'
import { opened, sealQueryReads, sealReads, sealThreads } from './seal-reads.ts'

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
    ...sealQueryReads(store, sealing),
    moment: () => sealQueryReads(store.moment(), sealing),
    apply: (step) => applySealed(store, sealing, step),
    itemDocuments: async (refs) => {
      const users = await ownedUsers(sealing, refs)
      return openDocuments(await store.itemDocuments(refs.map(sealedRef(sealing))), users)
    },
    at: (time) => sealReads(store.at(time), sealing),
    changedWithin: (scope, span, page) =>
      own(scope, async (sealed, keys) => {
        const changed = await store.changedWithin(sealed, span, page)
        return { ...changed, data: openItems(changed.data, keys) }
      }),
    listThreads: (scope, page) =>
      own(scope, async (sealed, keys) =>
        pageOf(await store.listThreads(sealed, page), (thread) => {
          const threadId = openThread(keys, thread.threadId)
          return threadId === null ? null : { ...thread, threadId }
        }),
      ),
    itemsOfResource: (scope, resourceId, limit) =>
      own(scope, async (sealed, keys) =>
        openItems(await store.itemsOfResource(sealed, resourceId, limit), keys),
      ),
    emptied: (fence) => store.emptied({ ...fence, ...owners.seal(fence) }),
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
      return found.map(
        (each, n) => each && openResource(each, users.of(nth(sealed, n))?.keys ?? []),
      )
    },
    summaries: (scope) =>
      own(scope, async (sealed, keys) => openSummaries(await store.summaries(sealed), keys)),
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

export function sealDecidingMemory(store: DecidingMemory, sealing: Sealing): DecidingMemory {
  return {
    ...sealMemory(store, sealing),
    matching: (scope, { fingerprints, slots, ...query }) =>
      within(sealing, scope, async (sealed, keys) => {
        const found = await store.matching(sealed, {
          ...query,
          fingerprints: keys.flatMap((key) =>
            fingerprints.map((each) => fingerprintKey(key, each)),
          ),
          slots: keys.flatMap((key) => slots.map((each) => slotKey(key, each))),
        })
        return opened(found, (each) => openOwn(each, scope, keys))
      }),
    threadEnd: (scope, threadId) =>
      within(sealing, scope, async (sealed, keys) => {
        const names = sealThreads(keys, threadId)
        const ends = await Promise.all(names.map((name) => store.threadEnd(sealed, name)))
        const last = ends.filter((end) => end !== null).sort((a, b) => b.place - a.place)[0]
        return last ? { ...last, threadId } : null
      }),
    // Only conversations that no client named: their names are ids.
    conversationEnd: (scope, between) => store.conversationEnd(sealing.owners.seal(scope), between),
  }
}
