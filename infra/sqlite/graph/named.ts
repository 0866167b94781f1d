// The entities that a query names: found by the words of their names, each with what a context tells of it and its newest
// current facts.
import { type EntityContext, type GraphStore, PROPERTIES_SHOWN } from '../../ports/graph-store.ts'
import type { Database } from '../database/database.ts'
import { shownAs } from './first-mentions.ts'

export type NamedQuery = Parameters<GraphStore['named']>[1]
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

/** The entities all of whose words are said, those of the most words first. */
export function keysNamed(
  db: Database,
  owner: number,
  { words, entityLimit }: NamedQuery,
): string[] {
  if (words.length === 0) return []
  return db
    .all<{ entity: string }>(
      `SELECT entity FROM graph_words WHERE owner = ? AND word IN (SELECT value FROM json_each(?))
       GROUP BY entity HAVING count(*) = max(word_count) ORDER BY max(word_count) DESC, entity LIMIT ?`,
      owner,
      JSON.stringify([...new Set(words)]),
      entityLimit,
    )
    .map(({ entity }) => entity)
}

export function namedEntity(
  db: Database,
  owner: number,
  { key, factLimit }: { key: string; factLimit: number },
): NamedEntity {
  const factIds = currentFacts(db, owner, { entity: key, limit: factLimit })
  if (factIds.length === 0) return { context: null, factIds }
  const context = {
    ...shownAs(db, owner, key),
    properties: propertiesOf(db, owner, key),
    relationships: outgoing(db, owner, { entity: key, limit: factLimit }),
  }
  return { context, factIds }
}

/** The newest value of each attribute among current facts. */
export function propertiesOf(db: Database, owner: number, entity: string): Record<string, string> {
  const rows = db.all<{ attribute: string; value: string }>(
    `SELECT attribute, value FROM (
       SELECT attribute, value, at,
         row_number() OVER (PARTITION BY attribute ORDER BY at DESC, fact_id DESC) AS nth
       FROM properties WHERE owner = ? AND entity = ? AND current = 1)
     WHERE nth = 1 ORDER BY at DESC, attribute LIMIT ?`,
    owner,
    entity,
    PROPERTIES_SHOWN,
  )
  return Object.fromEntries(rows.map((row) => [row.attribute, row.value]))
}

/** Each target by its name. */
function outgoing(
  db: Database,
  owner: number,
  { entity, limit }: { entity: string; limit: number },
): EntityContext['relationships'] {
  const rows = db.all<{ type: string; other: string }>(
    `SELECT DISTINCT type, target_entity AS other FROM relationships
     WHERE owner = ? AND source_entity = ? AND current = 1 ORDER BY type, other LIMIT ?`,
    owner,
    entity,
    limit,
  )
  return rows.map(({ type, other }) => ({ type, target: shownAs(db, owner, other).name }))
}

function currentFacts(
  db: Database,
  owner: number,
  { entity, limit }: { entity: string; limit: number },
): string[] {
  return db
    .all<{ fact_id: string }>(
      `SELECT fact_id FROM mentions JOIN graph_facts USING (owner, fact_id)
       WHERE owner = ? AND entity = ? AND current = 1 ORDER BY mentions.at DESC, fact_id DESC LIMIT ?`,
      owner,
      entity,
      limit,
    )
    .map((row) => row.fact_id)
}
