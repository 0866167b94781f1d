// What a reading connection holds of the entities that queries named last: a query reads them from the file only where
// something of the user's graph has changed since. Each read asks for the user's revision in its own snapshot, so that
// no change and no forget is ever missed. It is held until the next fact of the user begins or ends. Bounded by the number
// of entities.
import { scopeName } from '../../../schemas/scope-name.ts'
import type { GraphStore } from '../../ports/graph-store.ts'
import { getOrMake } from '../../runtime/certain.ts'
import type { Database } from '../database/database.ts'
import { graphRevision, lastGraphErasure } from './graph-revisions.ts'
import { type HeldNames, heldKeysNamed } from './held-names.ts'
import { type NamedEntity, named, namedEntity } from './named.ts'
import { namedNowAmong } from './named-among.ts'
import { countsUntilMs, currentMs } from './standing.ts'

/** As of an instant, and until what counts is another. An instant of null: whenever what holds begins or ends. */
type Held = {
  revision: number
  atMs: number | null
  untilMs: number
  entities: Map<string, NamedEntity>
  names: HeldNames
}

/** An entity's context has a few kilobytes at the most. */
const MOST_ENTITIES = 5_000
/** So many words and names take the room of an entity. */
const NAMES_PER_ENTITY = 8

export function heldGraph(
  db: Database,
  mostEntities = MOST_ENTITIES,
): Pick<GraphStore, 'named' | 'ping'> {
  /** The user that was asked about last stands last. */
  const users = new Map<string, Held>()
  let count = 0
  let erased = 0
  const take = (name: string) => {
    const held = users.get(name)
    if (held) count -= sizeOf(held)
    users.delete(name)
    return held
  }
  const put = (name: string, held: Held) => {
    users.set(name, held)
    count += sizeOf(held)
    for (const oldest of users.keys()) {
      if (count <= mostEntities) return
      take(oldest)
    }
  }
  const dropIfErased = (erasedNow: number) => {
    if (erased !== erasedNow) for (const name of [...users.keys()]) take(name)
    erased = erasedNow
  }
  return {
    // Also lets go of what was erased, so that an idle connection keeps nothing of it.
    ping: async () => {
      db.ping()
      dropIfErased(lastGraphErasure(db))
    },
    named: async (scope, query) =>
      db.snapshot(() => {
        const { owner, revision, erased: erasedNow } = graphRevision(db, scope)
        dropIfErased(erasedNow)
        if (owner !== null && query.categories) return namedNowAmong(db, owner, query)
        const name = scopeName(scope)
        const known = take(name)
        if (owner === null) return { entities: [], factIds: [] }
        const atMs = currentMs(query)
        const isStill = known?.revision === revision && isOfThen(known, atMs)
        const held = isStill ? known : nothingHeld(db, owner, { revision, atMs })
        const entityOf = (key: string) =>
          getOrMake(held.entities, `${query.factLimit} ${key}`, () =>
            frozen(namedEntity(db, owner, { key, query })),
          )
        const found = named(heldKeysNamed(held.names, db, { owner, query }), entityOf)
        put(name, held)
        return found
      }),
  }
}

function nothingHeld(
  db: Database,
  owner: number,
  { revision, atMs }: Pick<Held, 'revision' | 'atMs'>,
): Held {
  const untilMs = atMs === null ? Number.POSITIVE_INFINITY : countsUntilMs(db, owner, atMs)
  return { revision, atMs, untilMs, entities: new Map(), names: { byWord: new Map(), size: 0 } }
}

function isOfThen({ atMs, untilMs }: Held, askedMs: number | null): boolean {
  if (atMs === null || askedMs === null) return atMs === askedMs
  return askedMs >= atMs && askedMs < untilMs
}

function sizeOf({ entities, names }: Held): number {
  return entities.size + names.size / NAMES_PER_ENTITY
}

/** Queries share it. */
function frozen({ context, factIds }: NamedEntity): NamedEntity {
  if (context) {
    for (const each of context.relationships) Object.freeze(each)
    Object.freeze(context.relationships)
    Object.freeze(context.properties)
    Object.freeze(context)
  }
  return { context, factIds }
}
