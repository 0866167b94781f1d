// The embedded graph at another time: the same reads as graph-store.ts, restricted by when facts were learnt and when
// they held. The times of a fact lie beside it.

import {
  type GraphFact,
  type GraphStep,
  MENTIONS_SHOWN,
  type PastGraph,
  RELATIONSHIPS_SHOWN,
} from '../../ports/graph-store.ts'
import { nameKey } from '../../ports/rules/entity-name.ts'
import { endOfTime, millis, type Time } from '../../ports/rules/time.ts'
import type { Database } from '../database/database.ts'
import type { Owned } from '../projection/projection-tables.ts'
import {
  relationshipsOf as allRelationshipsOf,
  listEntities,
  propertiesOf as propertiesOfAll,
} from './list-entities.ts'

/** The columns `recorded`, `began_current`, `held_from` and `held_until` of a fact. */
export function timesOf({ recordedAt, validTo, held }: GraphFact): readonly (number | null)[] {
  const { from, until } = held
  return [
    millis(recordedAt),
    validTo === null ? 1 : 0,
    millis(from),
    until === null ? null : millis(until),
  ]
}

export const NO_TIMES: ReturnType<typeof timesOf> = [null, null, null, null]

/**
 * `closed`: when it became known that the fact is no longer current, or until when it will be; `held_until_before`:
 * until when it was known to hold before that. A fact that is closed twice was closed the first time.
 */
export function keepClosing(
  db: Database,
  fact: number,
  { validTo, recordedAt }: GraphStep['closed'][number],
): void {
  const ended = millis(validTo)
  db.run(
    `UPDATE graph_facts SET
       held_until_before = CASE WHEN closed IS NULL THEN held_until ELSE held_until_before END,
       closed = coalesce(closed, ?), held_until = min(coalesce(held_until, ?), ?)
     WHERE fact = ?`,
    millis(recordedAt),
    ended,
    ended,
    fact,
  )
}

// ?1 is the owner, ?2 the time of what was known, ?3 the time of what held; ?3 null: what was current.
const WITH_TIMES = 'CROSS JOIN graph_facts AS f USING (fact)'
const BEGUN = 'f.recorded <= ?2 AND (?3 IS NULL OR f.held_from <= ?3)'
const YET_OPEN =
  'f.closed IS NULL OR f.closed > ?2 OR (f.held_until > ?2 AND f.held_until > f.held_from)'
const SHOWN = `${BEGUN} AND CASE
  WHEN ?3 IS NULL THEN f.began_current = 1 AND (${YET_OPEN})
  ELSE coalesce(CASE WHEN f.closed > ?2 THEN f.held_until_before ELSE f.held_until END > ?3, 1) END`
const EDGE_SHOWN = `EXISTS (SELECT 1 FROM relationships AS r ${WITH_TIMES} WHERE r.edge = edges.edge AND ${SHOWN})`

const RESTRICTED = { joined: WITH_TIMES, begun: BEGUN, shown: SHOWN, edgeShown: EDGE_SHOWN }

type Asked = { db: Database; values: [owner: number, knownAt: number, asOf: number | null] }

export function pastGraph(db: Database, owned: Owned, { asOf, knownAt }: Time): PastGraph {
  const known = knownAt === undefined ? endOfTime : millis(knownAt)
  const held = asOf === undefined ? null : millis(asOf)
  const askedOf = (owner: number): Asked => ({ db, values: [owner, known, held] })
  return {
    listEntities: async (scope, query) =>
      owned(scope, { entities: [], total: 0 }, (owner) =>
        listEntities(db, { ...RESTRICTED, values: askedOf(owner).values }, query),
      ),
    entity: async (scope, name) =>
      owned(scope, null, (owner) => entityDetail(askedOf(owner), name)),
    named: async (scope, query) =>
      owned(scope, { entities: [], factIds: [] }, (owner) => named(askedOf(owner), query)),
  }
}

function entityDetail(asked: Asked, name: string): ReturnType<typeof detailOf> | null {
  const key = nameKey(name)
  const row = asked.db.get<{ entity: number }>(
    `SELECT entity FROM graph_entities AS e CROSS JOIN mentions AS m USING (entity) ${WITH_TIMES}
     WHERE e.owner = ?1 AND key >= ?4 AND key < ?5 AND ${BEGUN}
     GROUP BY entity ORDER BY count(*) DESC, key LIMIT 1`,
    ...asked.values,
    `${key}\u0000`,
    `${key}\u0001`,
  )
  return row ? detailOf(asked, row.entity) : null
}

function detailOf(asked: Asked, entity: number) {
  return {
    ...shownAs(asked, entity),
    properties: propertiesOf(asked, entity),
    relationships: relationshipsOf(asked, entity, RELATIONSHIPS_SHOWN).map((row) => {
      const target = shownAs(asked, row.other)
      const { type, direction } = row
      return { type, direction, target: target.name, targetType: target.type, properties: {} }
    }),
    mentions: asked.db.all<{ context: string; timestamp: string }>(
      `SELECT context, m.at AS timestamp FROM mentions AS m ${WITH_TIMES}
       WHERE f.owner = ?1 AND entity = ?4 AND ${BEGUN} ORDER BY m.at DESC, fact_id DESC LIMIT ?5`,
      ...asked.values,
      entity,
      MENTIONS_SHOWN,
    ),
  }
}

function named(asked: Asked, query: Parameters<PastGraph['named']>[1]) {
  const words = [...new Set(query.words)]
  if (words.length === 0) return { entities: [], factIds: [] }
  const found = asked.db
    .all<{ entity: number }>(
      `SELECT entity FROM graph_words JOIN graph_entities USING (entity)
       WHERE graph_words.owner = ? AND word IN (SELECT value FROM json_each(?))
       GROUP BY entity HAVING count(*) = max(word_count) ORDER BY max(word_count) DESC, key`,
      asked.values[0],
      JSON.stringify(words),
    )
    .map(({ entity }) => entity)
    .filter((entity) => factsOf(asked, entity, 1).length > 0)
    .slice(0, query.entityLimit)
  return {
    entities: found.map((entity) => ({
      ...shownAs(asked, entity),
      properties: propertiesOf(asked, entity),
      relationships: relationshipsOf(asked, entity, query.factLimit)
        .filter((row) => row.direction === 'outgoing')
        .map(({ type, other }) => ({ type, target: shownAs(asked, other).name })),
    })),
    factIds: found.flatMap((entity) => factsOf(asked, entity, query.factLimit)),
  }
}

function factsOf({ db, values }: Asked, entity: number, limit: number): string[] {
  return db
    .all<{ fact_id: string }>(
      `SELECT fact_id FROM mentions AS m ${WITH_TIMES} WHERE f.owner = ?1 AND entity = ?4 AND ${SHOWN}
       ORDER BY m.at DESC, fact_id DESC LIMIT ?5`,
      ...values,
      entity,
      limit,
    )
    .map((row) => row.fact_id)
}

/** Every fact mentions the entities that it relates, so a shown fact's mention names the other entity. */
function shownAs({ db, values }: Asked, entity: number): { name: string; type: string } {
  return db.one<{ name: string; type: string }>(
    `SELECT coalesce(m.name, e.name) AS name, type FROM graph_entities AS e
     CROSS JOIN mentions AS m USING (entity) ${WITH_TIMES}
     WHERE e.owner = ?1 AND entity = ?4 AND ${BEGUN} ORDER BY m.at, fact_id LIMIT 1`,
    ...values,
    entity,
  )
}

function propertiesOf({ db, values }: Asked, entity: number): Record<string, string> {
  return propertiesOfAll(db, { ...RESTRICTED, values }, [entity]).get(entity) ?? {}
}

function relationshipsOf({ db, values }: Asked, entity: number, limit: number) {
  return allRelationshipsOf(db, { ...RESTRICTED, values }, { entity, limit })
}
