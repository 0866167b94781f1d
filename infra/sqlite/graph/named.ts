// The entities that a query names: found by the words of their names, each with what a context tells of it and its newest
// current facts.
import type { EntityContext, GraphStore, NamedQuery } from '../../ports/graph-store.ts'
import type { Database } from '../database/database.ts'
import { currentRows, outgoingOf, propertiesOf, type Rows } from './list-entities.ts'
import { shownAmong } from './named-among.ts'
import { currentMs, IS_MENTIONED, STANDS } from './standing.ts'

type Named = Awaited<ReturnType<GraphStore['named']>>

/** Null context: no fact that stands mentions the entity. */
export type NamedEntity = { context: EntityContext | null; factIds: readonly string[] }

/** `keys`: those of `keysNamed`. `entityOf` gives what `namedEntity` returns, perhaps from before. */
export function named(keys: readonly string[], entityOf: (key: string) => NamedEntity): Named {
  const found = keys.map(entityOf)
  return {
    entities: found.flatMap(({ context }) => context ?? []),
    factIds: found.flatMap(({ factIds }) => factIds),
  }
}

/** The keys of the entities all of whose words are said, those of the most words first: only of facts that stand. */
export function keysNamed(
  db: Database,
  owner: number,
  { words, entityLimit, ...query }: NamedQuery,
): string[] {
  if (words.length === 0) return []
  return db
    .all<{ key: string }>(
      `SELECT key FROM graph_words JOIN graph_entities USING (entity)
       WHERE graph_words.owner = ?1 AND word IN (SELECT value FROM json_each(?3)) AND ${IS_MENTIONED}
       GROUP BY entity HAVING count(*) = max(word_count) ORDER BY max(word_count) DESC, key LIMIT ?4`,
      owner,
      currentMs(query),
      JSON.stringify([...new Set(words)]),
      entityLimit,
    )
    .map(({ key }) => key)
}

export function namedEntity(
  db: Database,
  owner: number,
  { key, query }: { key: string; query: Pick<NamedQuery, 'factLimit' | 'currentAt'> },
): NamedEntity {
  const entity = entityOf(db, owner, key)
  if (entity === undefined) return { context: null, factIds: [] }
  const rows = currentRows(owner, query)
  const limit = query.factLimit
  const factIds = standingFacts(db, rows, { entity, limit })
  if (factIds.length === 0) return { context: null, factIds }
  const context = {
    ...shownAmong(db, rows, entity),
    properties: propertiesOf(db, rows, [entity]).get(entity) ?? {},
    relationships: outgoingOf(db, rows, { entity, limit }).map(({ type, other }) => ({
      type,
      target: shownAmong(db, rows, other).name,
    })),
  }
  return { context, factIds }
}

function entityOf(db: Database, owner: number, key: string): number | undefined {
  return db.get<{ entity: number }>`SELECT entity FROM graph_entities
    WHERE owner = ${owner} AND key = ${key}`?.entity
}

function standingFacts(
  db: Database,
  { values }: Rows,
  { entity, limit }: { entity: number; limit: number },
): string[] {
  return db
    .all<{ fact_id: string }>(
      `SELECT fact_id FROM mentions AS m CROSS JOIN graph_facts AS f USING (fact)
       WHERE f.owner = ?1 AND entity = ?3 AND ${STANDS} ORDER BY m.at DESC, fact_id DESC LIMIT ?4`,
      ...ofNow(values),
      entity,
      limit,
    )
    .map((row) => row.fact_id)
}

/** ?1 and ?2. */
function ofNow([owner, nowMs]: Rows['values']) {
  return [owner, nowMs] as const
}
