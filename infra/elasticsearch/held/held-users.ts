// What a process that answers queries holds of the users whom it is asked about, so that a query of such a user asks the
// index only what has changed. A user is held from the second query on: loading reads all that the user has. Each query
// looks once, and answers from what is held only if that is all that the index shows under the fences of that moment;
// otherwise it asks the index. Bounded by bytes; the users that were asked about longest ago make room.
import type { Scope } from '../../../schemas/identifiers.ts'
import type { QueryReads } from '../../ports/memory-store.ts'
import { dropOldest, getOrMake } from '../../runtime/certain.ts'
import { createRequestBatcher } from '../../runtime/wait/request-batcher.ts'
import type { HeldItems } from '../../search/held-items.ts'
import type { MemoryTable } from '../indices/mappings.ts'
import { ownerOf } from '../reading/identity.ts'
import type { Reader } from '../reading/reading.ts'
import { type Changes, changesSince } from './changes.ts'
import { createHeldUser, type HeldUser } from './held-user.ts'

export type HeldUsers = {
  /** The reads of one query: from what is held, or from `store` if that is not all. */
  moment(store: QueryReads): QueryReads
  /** Drops the users of whom anything was forgotten since they were looked at. */
  dropForgotten(): Promise<void>
  /** How much is held, estimated. */
  readonly bytes: number
  /** Resolves when no user is being loaded. */
  settled(): Promise<void>
}

/** An estimate, of everything that is held. */
const MOST_BYTES = 128 * 1024 * 1024
/** Few, because a thread answers nothing else while it takes in a page. */
const PAGE = 200
/** Users that were asked about, and are not held yet. */
const MOST_NOTED = 2_000
const HELD_FROM = 2
/** Queries until a user is tried again who has too much, or of whom too much happened. */
const AGAIN_AFTER = 100
const LOADS_AT_A_TIME = 2

type Kept = { scope: Scope; user: HeldUser; look: () => Promise<HeldItems | null> }

export function createHeldUsers(read: Reader<MemoryTable>, mostBytes = MOST_BYTES): HeldUsers {
  /** The one that was asked about last comes last. */
  const users = new Map<string, Kept>()
  /** How often users were asked about who are not held. */
  const noted = new Map<string, number>()
  const loading = new Map<string, Promise<void>>()
  const bytesHeld = () => [...users.values()].reduce((sum, { user }) => sum + user.bytes, 0)
  const keep = (owner: string, kept: Kept) => {
    users.delete(owner)
    users.set(owner, kept)
    while (users.size > 1 && bytesHeld() > mostBytes) dropOldest(users)
  }
  const load = async (scope: Scope, owner: string) => {
    const user = await loaded(read, scope, mostBytes)
    if (user) keep(owner, { scope, user, look: looksAt(scope, user) })
    else noted.set(owner, HELD_FROM - AGAIN_AFTER)
  }
  const looksAt = (scope: Scope, user: HeldUser) => {
    const look = async (): Promise<HeldItems | null> => {
      const changes = await changesOf(read, scope, user.last)
      user.take(changes.changed)
      return user.isAll(changes) ? user.items : null
    }
    // A query that comes while a look is under way needs the next one, and shares it with all that wait.
    const shared = createRequestBatcher<null, HeldItems | null>(
      async (asked) => {
        const items = await look()
        return asked.map(() => items)
      },
      { atATime: 1, most: Number.POSITIVE_INFINITY },
    )
    return () => shared(null)
  }
  const note = (scope: Scope, owner: string) => {
    const times = (noted.get(owner) ?? 0) + 1
    if (noted.size >= MOST_NOTED) dropOldest(noted)
    noted.set(owner, times)
    if (times >= HELD_FROM) loadSoon(scope, owner)
  }
  const loadSoon = (scope: Scope, owner: string) => {
    if (loading.has(owner) || loading.size >= LOADS_AT_A_TIME) return
    noted.delete(owner)
    // A query that fails tells of it. This is tried again after the next ones.
    const loaded = load(scope, owner)
      .catch(() => undefined)
      .finally(() => loading.delete(owner))
    loading.set(owner, loaded)
  }
  const lookAt = async (scope: Scope): Promise<HeldItems | null> => {
    const owner = ownerOf(scope)
    const kept = users.get(owner)
    if (!kept) {
      note(scope, owner)
      return null
    }
    const items = await kept.look()
    // Otherwise it was dropped meanwhile.
    if (users.get(owner) === kept) {
      if (items) keep(owner, kept)
      else {
        users.delete(owner)
        loadSoon(scope, owner)
      }
    }
    return items
  }
  return {
    moment: (store) => momentOf(store, lookAt),
    dropForgotten: async () => {
      const look = async ([owner, { scope, user }]: [string, Kept]) => {
        if (!(await read(scope, async ({ fences }) => user.isUnder(fences)))) users.delete(owner)
      }
      await Promise.all([...users].map(look))
    },
    get bytes() {
      return bytesHeld()
    },
    settled: async () => void (await Promise.all(loading.values())),
  }
}

function changesOf(read: Reader<MemoryTable>, scope: Scope, after: number): Promise<Changes> {
  return read(scope, (within) => changesSince(within, { after, most: PAGE }))
}

/** Null if the user has too much, or too much happened meanwhile. */
async function loaded(
  read: Reader<MemoryTable>,
  scope: Scope,
  mostBytes: number,
): Promise<HeldUser | null> {
  let changes = await changesOf(read, scope, -1)
  const user = createHeldUser(changes)
  user.take(changes.changed)
  while (changes.changed.length === PAGE && user.bytes <= mostBytes) {
    changes = await changesOf(read, scope, user.last)
    user.take(changes.changed)
  }
  return user.bytes <= mostBytes && user.isAll(changes) ? user : null
}

/** The first read looks; the others of the query rely on that. */
function momentOf(
  store: QueryReads,
  lookAt: (scope: Scope) => Promise<HeldItems | null>,
): QueryReads {
  const looks = new Map<string, Promise<HeldItems | null>>()
  const held = (scope: Scope) => getOrMake(looks, ownerOf(scope), () => lookAt(scope))
  return {
    searchText: async (scope, query) =>
      (await held(scope))?.searchText(query) ?? store.searchText(scope, query),
    searchVectors: async (scope, query) =>
      (await held(scope))?.searchVectors(query) ?? store.searchVectors(scope, query),
    items: async (scope, ids) => (await held(scope))?.items(ids) ?? store.items(scope, ids),
    neighbours: async (scope, of, window) =>
      (await held(scope))?.neighbours(of, window) ?? store.neighbours(scope, of, window),
    pinnedItems: async (scope, limit) =>
      (await held(scope))?.pinnedItems(limit) ?? store.pinnedItems(scope, limit),
  }
}
