// The reads of a retrieval, answered from what a reading connection holds of the user (held-users.ts). Every answer is
// the one that memory-store.ts gives; items and summaries are the same objects until they change.
import type { Scope } from '../../../../schemas/identifiers.ts'
import type {
  Item,
  MemoryStore,
  Place,
  QueryReads,
  Summary,
  TextHits,
} from '../../../ports/memory-store.ts'
import { noDemand } from '../../../ports/rules/bm25.ts'
import { named } from '../../../search/named-hits.ts'
import { searchTerms } from '../../../search/text-search.ts'
import { searchVectors } from '../../../search/vector-search.ts'
import type { Database } from '../../database/database.ts'
import { readSummaries } from '../summaries.ts'
import { pinnedRows } from '../traits.ts'
import { createHeldUsers, type HeldUser } from './held-users.ts'

type HeldReads = Pick<MemoryStore, keyof QueryReads | 'moment' | 'summaries' | 'ping'>

export function heldReads(db: Database, mostBytes?: number): HeldReads {
  const held = createHeldUsers(db, mostBytes)
  const read = async <T>(scope: Scope, none: T, ask: (user: HeldUser) => T) =>
    held.read(scope, none, ask)
  const reads: HeldReads = {
    moment: () => reads,
    // Also lets go of users who were erased, so that an idle connection keeps nothing of them.
    ping: async () => {
      db.ping()
      held.dropErased()
    },
    searchText: (scope, query) =>
      read<TextHits>(scope, { hits: [], demand: noDemand }, (user) => {
        const asked = { documents: user.documents(), ...query }
        const { hits, demand } = searchTerms(asked, user.postings)
        return { hits: named(hits, user.idOf, query.limit), demand }
      }),
    searchVectors: (scope, { vector, limit }) =>
      read(scope, [], (user) =>
        named(searchVectors(user.vectors(vector.length), { vector, limit }), user.idOf, limit),
      ),
    items: (scope, ids) => read(scope, [], (user) => ids.flatMap((id) => user.byId(id) ?? [])),
    neighbours: (scope, of, window) => read(scope, [], (user) => near(user, of, window)),
    pinnedItems: (scope, limit) =>
      read(scope, [], (user) =>
        user.unchanged(`pinned ${limit}`, () => user.itemsOf(pinnedRows(db, user.owner, limit))),
      ),
    summaries: (scope) =>
      read<Summary[]>(scope, [], (user) =>
        user.unchanged('summaries', () => readSummaries(db, user.owner)),
      ),
  }
  return reads
}

function near(user: HeldUser, of: readonly Place[], window: number): Item[] {
  const found = new Set<Item>()
  const add = (item: Item) => void found.add(item)
  for (const place of of) user.inThread(place, window, add)
  return [...found]
}
