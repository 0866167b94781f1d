// The embedded graph at another time: the same reads as graph-store.ts, restricted by when facts were learnt and when
// they held. The times of each fact stand beside it. Facts from before times were kept have none: they count as learnt
// when they were said, and as current or not as they are now.
import { nameKey } from '../../ports/entity-name.ts'
import {
  type GraphFact,
  type GraphStep,
  MENTIONS_SHOWN,
  type PastGraph,
  RELATIONSHIPS_SHOWN,
} from '../../ports/graph-store.ts'
import { endOfTime, millis, type Time } from '../../ports/time.ts'
import type { Database } from '../database/database.ts'
import { listEntities, propertiesOf as propertiesOfAll } from './list-entities.ts'

// `closed`: when it became known that the fact is no longer current; `held_until_before`: until when it was known to
// hold before that.
export const factTimesSchema = `
  CREATE TABLE IF NOT EXISTS fact_times (
    owner INTEGER, fact_id TEXT, recorded INTEGER NOT NULL, began_current INTEGER NOT NULL,
    held_from INTEGER, held_until INTEGER, closed INTEGER, held_until_before INTEGER,
    PRIMARY KEY (owner, fact_id)) WITHOUT ROWID;
`

export function keepTimes(db: Database, owner: number, fact: GraphFact): void {
  const { from, until } = fact.held
  db.run(
    'INSERT OR IGNORE INTO fact_times VALUES (?, ?, ?, ?, ?, ?, NULL, NULL)',
    owner,
    fact.factId,
    millis(fact.recordedAt),
    fact.validTo === null ? 1 : 0,
    millis(from),
    until === null ? null : millis(until),
  )
}

/** A fact that is closed twice was closed the first time. */
export function keepClosing(
  db: Database,
  owner: number,
  { factId, validTo, recordedAt }: GraphStep['closed'][number],
): void {
  const ended = millis(validTo)
  db.run(
    `UPDATE fact_times SET
       held_until_before = CASE WHEN closed IS NULL THEN held_until ELSE held_until_before END,
       closed = coalesce(closed, ?), held_until = min(coalesce(held_until, ?), ?)
     WHERE owner = ? AND fact_id = ?`,
    millis(recordedAt),
    ended,
    ended,
    owner,
    factId,
  )
}

// ?1 is the owner, ?2 the time of what was known, ?3 the time of what held; ?3 null: what was current.
const WITH_TIMES = `JOIN graph_facts AS f USING (owner, fact_id)
  LEFT JOIN fact_times AS t USING (owner, fact_id)`
const SAID = `unixepoch(f.at) * 1000`
const BEGUN = `coalesce(t.recorded, ${SAID}) <= ?2 AND (?3 IS NULL OR coalesce(t.held_from, ${SAID}) <= ?3)`
const SHOWN = `${BEGUN} AND CASE
  WHEN t.recorded IS NULL THEN f.current = 1
  WHEN ?3 IS NULL THEN t.began_current = 1 AND (t.closed IS NULL OR t.closed > ?2)
  ELSE coalesce(CASE WHEN t.closed > ?2 THEN t.held_until_before ELSE t.held_until END > ?3, 1) END`

const RESTRICTED = { joined: WITH_TIMES, begun: BEGUN, shown: SHOWN }

type Asked = { db: Database; values: [owner: number, knownAt: number, asOf: number | null] }

export function pastGraph(
  db: Database,
  owned: <T>(scope: Parameters<PastGraph['entity']>[0], none: T, query: (owner: number) => T) => T,
  { asOf, knownAt }: Time,
): PastGraph {
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
  const row = asked.db.get<{ entity: string }>(
    `SELECT entity FROM mentions AS m ${WITH_TIMES}
     WHERE owner = ?1 AND entity >= ?4 AND entity < ?5 AND ${BEGUN}
     GROUP BY entity ORDER BY count(*) DESC, entity LIMIT 1`,
    ...asked.values,
    `${key}\u0000`,
    `${key}\u0001`,
  )
  return row ? detailOf(asked, row.entity) : null
}

function detailOf(asked: Asked, entity: string) {
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
       WHERE owner = ?1 AND entity = ?4 AND ${BEGUN} ORDER BY m.at DESC, fact_id DESC LIMIT ?5`,
      ...asked.values,
      entity,
      MENTIONS_SHOWN,
    ),
  }
}

function named(asked: Asked, query: Parameters<PastGraph['named']>[1]) {
  const words = [...new Set(query.words)]
  if (words.length === 0) return { entities: [], factIds: [] }
  const keys = asked.db
    .all<{ entity: string }>(
      `SELECT entity FROM graph_words WHERE owner = ? AND word IN (SELECT value FROM json_each(?))
       GROUP BY entity HAVING count(*) = max(word_count) ORDER BY max(word_count) DESC, entity`,
      asked.values[0],
      JSON.stringify(words),
    )
    .map((row) => row.entity)
    .filter((key) => factsOf(asked, key, 1).length > 0)
    .slice(0, query.entityLimit)
  return {
    entities: keys.map((key) => ({
      ...shownAs(asked, key),
      properties: propertiesOf(asked, key),
      relationships: relationshipsOf(asked, key, query.factLimit)
        .filter((row) => row.direction === 'outgoing')
        .map(({ type, other }) => ({ type, target: shownAs(asked, other).name })),
    })),
    factIds: keys.flatMap((key) => factsOf(asked, key, query.factLimit)),
  }
}

function factsOf({ db, values }: Asked, entity: string, limit: number): string[] {
  return db
    .all<{ fact_id: string }>(
      `SELECT fact_id FROM mentions AS m ${WITH_TIMES} WHERE owner = ?1 AND entity = ?4 AND ${SHOWN}
       ORDER BY m.at DESC, fact_id DESC LIMIT ?5`,
      ...values,
      entity,
      limit,
    )
    .map((row) => row.fact_id)
}

/** Every fact mentions the entities that it relates, so a shown fact's mention names the other entity. */
function shownAs({ db, values }: Asked, entity: string): { name: string; type: string } {
  return db.get<{ name: string; type: string }>(
    `SELECT name, type FROM mentions AS m ${WITH_TIMES} WHERE owner = ?1 AND entity = ?4 AND ${BEGUN}
     ORDER BY m.at, fact_id LIMIT 1`,
    ...values,
    entity,
  )!
}

function propertiesOf({ db, values }: Asked, entity: string): Record<string, string> {
  return propertiesOfAll(db, { ...RESTRICTED, values }, [entity]).get(entity) ?? {}
}

type RelationshipRow = { type: string; other: string; direction: 'outgoing' | 'incoming' }

function relationshipsOf({ db, values }: Asked, entity: string, limit: number): RelationshipRow[] {
  return db.all<RelationshipRow>(
    `SELECT DISTINCT type, target_entity AS other, 'outgoing' AS direction
       FROM relationships AS r ${WITH_TIMES} WHERE owner = ?1 AND source_entity = ?4 AND ${SHOWN}
     UNION SELECT DISTINCT type, source_entity, 'incoming'
       FROM relationships AS r ${WITH_TIMES} WHERE owner = ?1 AND target_entity = ?4 AND ${SHOWN}
     ORDER BY direction DESC, type, other LIMIT ?5`,
    ...values,
    entity,
    limit,
  )
}
