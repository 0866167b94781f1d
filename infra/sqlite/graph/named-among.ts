// The entities that a query names, among the facts that count: those of another time, or of some categories; and all that
// is shown of one entity, also in the present. Read from the file each time.
import {
  type EntityContext,
  type EntityDetail,
  MENTIONS_SHOWN,
  type NamedQuery,
  RELATIONSHIPS_SHOWN,
} from '../../ports/graph-store.ts'
import { entityKey, nameKey } from '../../ports/rules/entity-name.ts'
import type { Database } from '../database/database.ts'
import { firstFact, outgoingOf, propertiesOf, type Rows, relationshipsOf } from './list-entities.ts'
import { currentMs, HOLDS_NOW, NOT_TAKEN_BACK, STANDS } from './standing.ts'

const WITH_FACTS = 'CROSS JOIN graph_facts AS f USING (fact)'

/** `stands`: which facts a query finds, as SQL. */
type FactRows = Rows & { stands: string }

/**
 * Conditions on facts, as SQL. `begun`: which name an entity; `stands`: which are found; `shown`: which say something of
 * an entity. The latter two: if of a category asked for.
 */
export function rowsOfFacts({
  begun,
  stands,
  shown,
}: Pick<FactRows, 'begun' | 'stands' | 'shown'>): Omit<FactRows, 'values'> {
  const isAsked = '(?4 IS NULL OR f.category IN (SELECT value FROM json_each(?4)))'
  const among = `${shown} AND ${isAsked}`
  const saying = `FROM relationships AS r ${WITH_FACTS} WHERE r.edge = edges.edge AND ${among}`
  return { joined: WITH_FACTS, begun, stands: `${stands} AND ${isAsked}`, shown: among, saying }
}

const CURRENT = rowsOfFacts({
  begun: NOT_TAKEN_BACK,
  stands: STANDS,
  shown: `f.current = 1 AND ${HOLDS_NOW}`,
})

export function namedNowAmong(db: Database, owner: number, query: NamedQuery) {
  return namedAmong(db, { ...CURRENT, values: [owner, currentMs(query), null, null] }, query)
}

/** `given`: rows of all categories. */
export function namedAmong(
  db: Database,
  given: FactRows,
  { words, categories, entityLimit, factLimit }: NamedQuery,
): { entities: EntityContext[]; factIds: string[] } {
  const [owner, knownAt, asOf] = given.values
  const among = categories ? JSON.stringify(categories) : null
  const rows: FactRows = { ...given, values: [owner, knownAt, asOf, among] }
  const found = entitiesOfWords(db, owner, words)
    .filter((entity) => factsOf(db, rows, { entity, limit: 1 }).length > 0)
    .slice(0, entityLimit)
  return {
    entities: found.map((entity) => ({
      ...shownAmong(db, rows, entity),
      properties: propertiesOf(db, rows, [entity]).get(entity) ?? {},
      relationships: outgoingOf(db, rows, { entity, limit: factLimit }).map(({ type, other }) => ({
        type,
        target: shownAmong(db, rows, other).name,
      })),
    })),
    factIds: found.flatMap((entity) => factsOf(db, rows, { entity, limit: factLimit })),
  }
}

/** The entities all of whose words are said, those of the most words first. */
function entitiesOfWords(db: Database, owner: number, words: readonly string[]): number[] {
  const asked = JSON.stringify([...new Set(words)])
  const rows = db.all<{ entity: number }>`SELECT entity
    FROM graph_words JOIN graph_entities USING (entity)
    WHERE graph_words.owner = ${owner} AND word IN (SELECT value FROM json_each(${asked}))
    GROUP BY entity HAVING count(*) = max(word_count) ORDER BY max(word_count) DESC, key`
  return rows.map(({ entity }) => entity)
}

function factsOf(
  db: Database,
  { stands, values }: FactRows,
  { entity, limit }: { entity: number; limit: number },
): string[] {
  return db
    .all<{ fact_id: string }>(
      `SELECT fact_id FROM mentions AS m ${WITH_FACTS} WHERE f.owner = ?1 AND entity = ?5 AND ${stands}
       ORDER BY m.at DESC, fact_id DESC LIMIT ?6`,
      ...values,
      entity,
      limit,
    )
    .map((row) => row.fact_id)
}

/** Every fact mentions the entities that it relates, so a shown fact's mention names the other entity. */
export function shownAmong(
  db: Database,
  { begun, values }: Rows,
  entity: number,
): { name: string; type: string } {
  return db.one<{ name: string; type: string }>(
    `SELECT coalesce(m.name, e.name) AS name, type FROM graph_entities AS e
     CROSS JOIN mentions AS m USING (entity) ${WITH_FACTS}
     WHERE e.owner = ?1 AND entity = ?5 AND ${begun} ORDER BY m.at, fact_id LIMIT 1`,
    ...values,
    entity,
  )
}

/** Of the entities of the name, the one that the most facts mention; of several, the one mentioned first. */
export function entityDetail(
  db: Database,
  rows: Rows,
  { name, type }: { name: string; type?: string | undefined },
): EntityDetail | null {
  const first = type === undefined ? `${nameKey(name)}\u0000` : entityKey({ name, type })
  const row = db.get<{ entity: number }>(
    `SELECT entity FROM graph_entities AS e CROSS JOIN mentions AS m USING (entity) ${rows.joined}
     WHERE e.owner = ?1 AND key >= ?5 AND key < ?6 AND ${rows.begun}
     GROUP BY entity ORDER BY count(*) DESC, min(m.at), ${firstFact(rows.begun)}, key LIMIT 1`,
    ...rows.values,
    first,
    type === undefined ? `${nameKey(name)}\u0001` : `${first}\u0000`,
  )
  return row ? detailOf(db, rows, row.entity) : null
}

function detailOf(db: Database, rows: Rows, entity: number): EntityDetail {
  return {
    ...shownAmong(db, rows, entity),
    properties: propertiesOf(db, rows, [entity]).get(entity) ?? {},
    relationships: relationshipsOf(db, rows, { entity, limit: RELATIONSHIPS_SHOWN }).map((row) => {
      const target = shownAmong(db, rows, row.other)
      const { type, direction } = row
      return { type, direction, target: target.name, targetType: target.type, properties: {} }
    }),
    mentions: db.all<EntityDetail['mentions'][number]>(
      `SELECT fact_id AS itemId, context, m.at AS timestamp FROM mentions AS m ${WITH_FACTS}
       WHERE f.owner = ?1 AND entity = ?5 AND ${rows.begun} ORDER BY m.at DESC, fact_id DESC LIMIT ?6`,
      ...rows.values,
      entity,
      MENTIONS_SHOWN,
    ),
  }
}
