// The graph store with every word of a user sealed: over any store of the port, which sees pseudonyms, names that it
// can compare but not read, and sealed values. Categories, times and ids are open, as in the log.
import type { Scope } from '../../../schemas/identifiers.ts'
import type {
  DecidingGraph,
  EntityDetail,
  EntityQuery,
  GraphFact,
  GraphStore,
  PastGraph,
} from '../../ports/graph-store.ts'
import { firstOf } from '../../runtime/certain.ts'
import type { Keys } from '../keys/keyring.ts'
import { keyFor, ownedUsers, type Sealing, within } from '../keys/sealing.ts'
import { sealProjection } from '../seal-projection.ts'
import { createOpener, openContexts, sealFact, sealName, sealType } from './seal-graph-facts.ts'

export function sealGraph(store: GraphStore, sealing: Sealing): GraphStore {
  const named = <T extends Scope>(each: T): T => ({ ...each, ...sealing.owners.seal(each) })
  return {
    ...sealProjection(store, sealing),
    ...sealReads(store, sealing),
    at: (time) => sealReads(store.at(time), sealing),
    entityCount: (scope) => store.entityCount(sealing.owners.seal(scope)),
    apply: async ({ checkpoint, fences, facts, closed }) => {
      const sealed = await sealFacts(facts, sealing)
      await store.apply({
        checkpoint,
        fences: fences.map(named),
        facts: sealed,
        closed: closed.map(named),
      })
    },
  }
}

export function sealDecidingGraph(store: DecidingGraph, sealing: Sealing): DecidingGraph {
  return {
    ...sealGraph(store, sealing),
    firstMentions: (scope, factIds) =>
      within(sealing, scope, async (owner, keys) =>
        createOpener(keys).firstMentions(await store.firstMentions(owner, factIds)),
      ),
  }
}

/** Nothing is written for a user whose key is gone: a fence is on its way. */
async function sealFacts(facts: readonly GraphFact[], sealing: Sealing): Promise<GraphFact[]> {
  const users = await ownedUsers(sealing, facts)
  return facts.flatMap((fact) => {
    const owner = sealing.owners.seal(fact)
    const key = keyFor(users.of(owner)?.keys ?? [], fact.keyGeneration)
    return key ? [{ ...sealFact(fact, key), ...owner }] : []
  })
}

/** Reads of the present and of another time alike. */
function sealReads(store: PastGraph, sealing: Sealing): PastGraph {
  return {
    listEntities: (scope, query) =>
      within(sealing, scope, async (owner, keys) => {
        const { entities, total } = await list(store, query, { owner, keys })
        return { entities: createOpener(keys).listed(entities), total }
      }),
    entity: (scope, name, query) =>
      within(sealing, scope, (owner, keys) => findEntity(store, owner, { name, keys, query })),
    named: (scope, { words, ...limits }) =>
      within(sealing, scope, async (owner, keys) => {
        const asked = { ...limits, words: keys.flatMap((key) => key.terms(words)) }
        const { entities, factIds } = await store.named(owner, asked)
        return { entities: openContexts(entities, keys), factIds }
      }),
  }
}

/** While a user has two generations, each of them has its own types. */
async function list(
  store: PastGraph,
  { type, limit, offset, ...query }: Parameters<PastGraph['listEntities']>[1],
  { owner, keys }: { owner: Scope; keys: Keys },
): ReturnType<PastGraph['listEntities']> {
  if (type === undefined || keys.length === 1) {
    const sealed = type === undefined ? undefined : sealType(type, firstOf(keys))
    return store.listEntities(owner, { ...query, type: sealed, limit, offset })
  }
  const upTo = { ...query, limit: offset + limit, offset: 0 }
  const lists = await Promise.all(
    keys.map((key) => store.listEntities(owner, { ...upTo, type: sealType(type, key) })),
  )
  return {
    entities: lists.flatMap(({ entities }) => entities).slice(offset, offset + limit),
    total: lists.reduce((sum, { total }) => sum + total, 0),
  }
}

/** As the newest generation that knows the entity has it. */
async function findEntity(
  store: PastGraph,
  owner: Scope,
  { name, keys, query }: { name: string; keys: Keys; query: EntityQuery | undefined },
): Promise<EntityDetail | null> {
  for (const key of keys) {
    const type = query?.type === undefined ? undefined : sealType(query.type, key)
    const found = await store.entity(owner, sealName(name, key), { ...query, type })
    if (found) return createOpener(keys).details([found])[0] ?? null
  }
  return null
}
