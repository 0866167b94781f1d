// The entities that a query names: found by the words of their names, each with what a context tells of it and its newest
// current facts.
import {
  type EntityContext,
  type GraphStore,
  type NamedQuery,
  PROPERTIES_SHOWN,
} from '../../ports/graph-store.ts'
import type { Database } from '../database/database.ts'
import { shownAs } from './first-mentions.ts'

type Named = Awaited<ReturnType<GraphStore['named']>>

/** Null context: no current fact mentions the entity. */
export type NamedEntity = { context: EntityContext | null; factIds: readonly string[] }

/** `keys`: those of `keysNamed`. `entityOf` gives what `namedEntity` returns, perhaps from before. */
export function named(keys: readonly string[], entityOf: (key: string) => NamedEntity): Named {
  const found = keys.map(entityOf)
  return {
    entities: found.flatMap(({ context }) => context ?? []),
    factIds: found.flatMap(({ factIds }) => factIds),
  }
}

/** Of an edge: true if a current fact says it. */
export const IS_CURRENT =
  'EXISTS (SELECT 1 FROM relationships AS r WHERE r.edge = edges.edge AND r.current = 1)'

/** Of an entity: true if a current fact mentions it. */
export const IS_MENTIONED = `EXISTS (
  SELECT 1 FROM mentions AS m CROSS JOIN graph_facts AS f USING (fact)
  WHERE m.entity = graph_entities.entity AND f.current = 1)`

/** The keys of the entities all of whose words are said, those of the most words first: only of current facts. */
export function keysNamed(
  db: Database,
  owner: number,
  { words, entityLimit }: NamedQuery,
): string[] {
  if (words.length === 0) return []
  return db
    .all<{ key: string }>(
      `SELECT key FROM graph_words JOIN graph_entities USING (entity)
       WHERE graph_words.owner = ? AND word IN (SELECT value FROM json_each(?)) AND ${IS_MENTIONED}
       GROUP BY entity HAVING count(*) = max(word_count) ORDER BY max(word_count) DESC, key LIMIT ?`,
      owner,
      JSON.stringify([...new Set(words)]),
      entityLimit,
    )
    .map(({ key }) => key)
}

export function namedEntity(
  db: Database,
  owner: number,
  { key, factLimit }: { key: string; factLimit: number },
): NamedEntity {
  const entity = entityOf(db, owner, key)
  if (entity === undefined) return { context: null, factIds: [] }
  const factIds = currentFacts(db, { entity, limit: factLimit })
  if (factIds.length === 0) return { context: null, factIds }
  const context = {
    ...shownAs(db, entity),
    properties: propertiesOf(db, entity),
    relationships: outgoing(db, { entity, limit: factLimit }),
  }
  return { context, factIds }
}

/** The number of an entity. */
function entityOf(db: Database, owner: number, key: string): number | undefined {
  return db.get<{ entity: number }>(
    'SELECT entity FROM graph_entities WHERE owner = ? AND key = ?',
    owner,
    key,
  )?.entity
}

/** The newest value of each attribute among current facts. */
export function propertiesOf(db: Database, entity: number): Record<string, string> {
  const rows = db.all<{ attribute: string; value: string }>(
    `SELECT attribute, value FROM (
       SELECT attribute, value, p.at,
         row_number() OVER (PARTITION BY attribute ORDER BY p.at DESC, fact_id DESC) AS nth
       FROM properties AS p CROSS JOIN graph_facts USING (fact) WHERE entity = ? AND p.current = 1)
     WHERE nth = 1 ORDER BY at DESC, attribute LIMIT ?`,
    entity,
    PROPERTIES_SHOWN,
  )
  return Object.fromEntries(rows.map((row) => [row.attribute, row.value]))
}

/** Each target by its name. */
function outgoing(
  db: Database,
  { entity, limit }: { entity: number; limit: number },
): EntityContext['relationships'] {
  const rows = db.all<{ type: string; other: number }>(
    `SELECT type, target_entity AS other FROM edges
     WHERE source_entity = ? AND ${IS_CURRENT} ORDER BY type, target_key LIMIT ?`,
    entity,
    limit,
  )
  return rows.map(({ type, other }) => ({ type, target: shownAs(db, other).name }))
}

function currentFacts(
  db: Database,
  { entity, limit }: { entity: number; limit: number },
): string[] {
  return db
    .all<{ fact_id: string }>(
      `SELECT fact_id FROM mentions AS m CROSS JOIN graph_facts USING (fact)
       WHERE entity = ? AND current = 1 ORDER BY m.at DESC, fact_id DESC LIMIT ?`,
      entity,
      limit,
    )
    .map((row) => row.fact_id)
}
