// A page of the entities of a user's embedded graph, now and at another time. What each of them shows is read of all of
// the page at once: a query takes some ten microseconds to begin, and a page has up to 200 entities. And how one of them
// is related.
import {
  type Currently,
  type EntityListed,
  PROPERTIES_SHOWN,
  RELATIONSHIPS_SHOWN,
} from '../../ports/graph-store.ts'
import type { Database } from '../database/database.ts'
import { currentMs, HOLDS_NOW, NOT_TAKEN_BACK, SAYING_NOW } from './standing.ts'

/**
 * Which rows count, as SQL: `begun` of mentions, `shown` of properties, and `saying`, the facts that say an edge, as the
 * end of a statement. They may use the fact as `f`, which `joined` brings where mentions are counted, and ?1 to ?4, which are `values`: the owner, the time of what was
 * known, which of the present is the instant of the read, the time of what held, and the categories as a JSON list.
 */
export type Rows = {
  joined: string
  begun: string
  shown: string
  saying: string
  values: readonly [
    owner: number,
    knownAt: number | null,
    asOf: number | null,
    categories: string | null,
  ]
}

export const currentRows = (owner: number, query: Currently): Rows => ({
  joined: '',
  begun: NOT_TAKEN_BACK,
  shown: `p.current = 1 AND ${HOLDS_NOW}`,
  saying: SAYING_NOW,
  values: [owner, currentMs(query), null, null],
})

type Page = { type?: string | undefined; limit: number; offset: number }
type Group = { entity: number; first: string; last: string }

/** The most mentioned first; `total` is that of all pages. */
export function listEntities(
  db: Database,
  rows: Rows,
  page: Page,
): { entities: EntityListed[]; total: number } {
  const { groups, total } = groupsOf(db, rows, page)
  const keys = groups.map(({ entity }) => entity)
  const names = namesOf(db, rows, keys)
  const properties = propertiesOf(db, rows, keys)
  const relationships = relationshipCounts(db, rows, keys)
  const entities = groups.flatMap(({ entity, first, last }) => {
    const named = names.get(entity)
    if (!named) return []
    return {
      ...named,
      properties: properties.get(entity) ?? {},
      relationshipCount: Math.min(relationships.get(entity) ?? 0, RELATIONSHIPS_SHOWN),
      firstMentioned: first,
      lastMentioned: last,
    }
  })
  return { entities, total }
}

/** The row of the total comes also where the page has no entity. */
function groupsOf(
  db: Database,
  { joined, begun, values }: Rows,
  { type, limit, offset }: Page,
): { groups: Group[]; total: number } {
  const found = db.all<{ [K in keyof Group]: Group[K] | null } & { total: number }>(
    `WITH groups AS MATERIALIZED (
       SELECT entity, key, count(*) AS mentions, min(m.at) AS first, max(m.at) AS last
       FROM graph_entities AS e CROSS JOIN mentions AS m USING (entity) ${joined}
       WHERE e.owner = ?1 AND ${begun} ${type === undefined ? '' : 'AND type = ?7'}
       GROUP BY entity)
     SELECT total, entity, first, last FROM (SELECT count(*) AS total FROM groups)
       LEFT JOIN (SELECT * FROM groups ORDER BY mentions DESC, key LIMIT ?5 OFFSET ?6)
     ORDER BY mentions DESC, key`,
    ...values,
    limit,
    offset,
    ...(type === undefined ? [] : [type]),
  )
  const groups = found.flatMap(({ entity, first, last }) =>
    entity === null || first === null || last === null ? [] : { entity, first, last },
  )
  return { groups, total: found[0]?.total ?? 0 }
}

const KEYS = 'SELECT value FROM json_each(?5)'

/** Of an entity `e`, as SQL: the id of the fact that mentions it first. */
export const firstFact = (begun: string) => `(
  SELECT f.fact_id FROM mentions AS m CROSS JOIN graph_facts AS f USING (fact)
  WHERE m.entity = e.entity AND ${begun} ORDER BY m.at, f.fact_id LIMIT 1)`

/** As the first mention names it. CROSS JOIN keeps SQLite from reading all of the user's mentions for each. */
function namesOf(
  db: Database,
  { begun, values }: Rows,
  keys: readonly number[],
): Map<number, { name: string; type: string }> {
  const found = db.all<{ entity: number; name: string; type: string }>(
    `SELECT e.entity, coalesce(named.name, e.name) AS name, e.type FROM json_each(?5) AS asked
     CROSS JOIN graph_entities AS e ON e.owner = ?1 AND e.entity = asked.value
     CROSS JOIN mentions AS named ON named.entity = asked.value AND (named.at, named.fact) = (
       SELECT m.at, fact FROM mentions AS m CROSS JOIN graph_facts AS f USING (fact)
       WHERE m.entity = asked.value AND ${begun} ORDER BY m.at, fact_id LIMIT 1)`,
    ...values,
    JSON.stringify(keys),
  )
  return new Map(found.map(({ entity, name, type }) => [entity, { name, type }]))
}

/** The newest value of each attribute; of the attributes, those that were told last. */
export function propertiesOf(
  db: Database,
  { shown, values }: Rows,
  keys: readonly number[],
): Map<number, Record<string, string>> {
  const found = db.all<{ entity: number; attribute: string; value: string }>(
    `SELECT entity, attribute, value FROM (
       SELECT entity, attribute, value, row_number() OVER (PARTITION BY entity ORDER BY told DESC, fact_id DESC, attribute) AS place
       FROM (
         SELECT entity, attribute, value, p.at AS told, fact_id,
           row_number() OVER (PARTITION BY entity, attribute ORDER BY p.at DESC, fact_id DESC) AS nth
         FROM properties AS p CROSS JOIN graph_facts AS f USING (fact)
         WHERE f.owner = ?1 AND entity IN (${KEYS}) AND ${shown})
       WHERE nth = 1)
     WHERE place <= ?6 ORDER BY entity, place`,
    ...values,
    JSON.stringify(keys),
    PROPERTIES_SHOWN,
  )
  const properties = Map.groupBy(found, ({ entity }) => entity)
  return new Map(
    [...properties].map(([entity, each]) => [
      entity,
      Object.fromEntries(each.map(({ attribute, value }) => [attribute, value])),
    ]),
  )
}

/** The keys are the owner's. */
function relationshipCounts(db: Database, { saying, values }: Rows, keys: readonly number[]) {
  const found = db.all<{ entity: number; relationships: number }>(
    `SELECT entity, count(*) AS relationships FROM (
       SELECT source_entity AS entity FROM edges WHERE source_entity IN (${KEYS}) AND EXISTS (SELECT 1 ${saying})
       UNION ALL SELECT target_entity FROM edges WHERE target_entity IN (${KEYS}) AND EXISTS (SELECT 1 ${saying}))
     GROUP BY entity`,
    ...values,
    JSON.stringify(keys),
  )
  return new Map(found.map(({ entity, relationships }) => [entity, relationships]))
}

type RelationshipRow = { type: string; other: number }
type Asked = { entity: number; limit: number }

/** The outgoing first. */
export function relationshipsOf(db: Database, rows: Rows, { entity, limit }: Asked) {
  const outgoing = outgoingOf(db, rows, { entity, limit })
  const incoming = incomingOf(db, rows, { entity, limit: limit - outgoing.length })
  return [
    ...outgoing.map((row) => ({ ...row, direction: 'outgoing' as const })),
    ...incoming.map((row) => ({ ...row, direction: 'incoming' as const })),
  ]
}

/** The other entity and its key, and the edges that have it. */
type Side = { other: string; key: string; edges: string }

export const outgoingOf = related({
  other: 'target_entity',
  key: 'target_key',
  edges: 'edges WHERE source_entity = ?5',
})
const incomingOf = related({
  other: 'source_entity',
  key: 'key',
  edges: `edges CROSS JOIN graph_entities AS e ON e.entity = source_entity
    WHERE e.owner = ?1 AND target_entity = ?5`,
})

/**
 * By type and the other entity's key; of too many, those that were told last. When each was told is only read then, because
 * it takes a look at each fact that says it.
 */
function related({ other, key, edges }: Side) {
  const columns = `edges.type AS type, ${other} AS other, ${key} AS key`
  return (db: Database, { saying, values }: Rows, { entity, limit }: Asked): RelationshipRow[] => {
    const rows = db.all<RelationshipRow>(
      `SELECT ${columns} FROM ${edges} AND EXISTS (SELECT 1 ${saying}) ORDER BY type, key LIMIT ?6`,
      ...values,
      entity,
      limit + 1,
    )
    if (rows.length <= limit) return rows
    return db.all<RelationshipRow>(
      `WITH told AS MATERIALIZED (
         SELECT ${columns}, (SELECT max(f.at || ' ' || f.fact_id) ${saying}) AS last FROM ${edges})
       SELECT type, other FROM (
         SELECT * FROM told ORDER BY last DESC, type, key LIMIT ?6)
       ORDER BY type, key`,
      ...values,
      entity,
      limit,
    )
  }
}
