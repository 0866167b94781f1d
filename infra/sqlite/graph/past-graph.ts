// The embedded graph at another time: the same reads as graph-store.ts, restricted by when facts were learnt and when
// they held. The times of a fact lie beside it.
import type { GraphFact, GraphStep, PastGraph } from '../../ports/graph-store.ts'
import { endOfTime, millis, type Time } from '../../ports/rules/time.ts'
import type { Database } from '../database/database.ts'
import type { Owned } from '../projection/projection-tables.ts'
import { listEntities } from './list-entities.ts'
import { entityDetail, namedAmong, rowsOfFacts } from './named-among.ts'
import { NEVER_MS } from './standing.ts'

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

/** Of facts whose end was learnt more than once: until `changed` it was known to be `until`. */
export const graphEndsSchema = `
  CREATE TABLE IF NOT EXISTS graph_ends (
    fact INTEGER, changed INTEGER, until INTEGER NOT NULL, PRIMARY KEY (fact, changed)) WITHOUT ROWID;
`

/**
 * `closed`: when it became known first that the fact is no longer current, or until when it will be;
 * `held_until_before`: until when it was known to hold before that.
 */
export function keepClosing(
  db: Database,
  fact: number,
  { validTo, recordedAt }: GraphStep['closed'][number],
): void {
  const ended = millis(validTo)
  db.run(
    `INSERT OR IGNORE INTO graph_ends
     SELECT fact, ?2, held_until FROM graph_facts WHERE fact = ?1 AND closed < ?2 AND held_until > ?3`,
    fact,
    millis(recordedAt),
    ended,
  )
  db.run`UPDATE graph_facts SET
    held_until_before = CASE WHEN closed IS NULL THEN held_until ELSE held_until_before END,
    closed = coalesce(closed, ${millis(recordedAt)}),
    held_until = min(coalesce(held_until, ${ended}), ${ended})
    WHERE fact = ${fact}`
}

// ?1 is the owner, ?2 the time of what was known, ?3 the time of what held; ?3 null: what was current.
/** Nothing closes what was taken back, so its last end is the one that says so. */
const BEGUN = `f.recorded <= ?2 AND (?3 IS NULL OR f.held_from <= ?3) AND (f.held_until IS NOT ${NEVER_MS}
  OR f.closed IS NULL OR coalesce((SELECT max(changed) FROM graph_ends AS g WHERE g.fact = f.fact), f.closed) > ?2)`
/** As known then; null: no end was known. */
const UNTIL = `CASE WHEN f.closed IS NULL THEN f.held_until WHEN f.closed > ?2 THEN f.held_until_before
  ELSE coalesce((SELECT until FROM graph_ends AS g WHERE g.fact = f.fact AND g.changed > ?2
    ORDER BY g.changed LIMIT 1), f.held_until) END`
/** One whose end lay ahead was current, also where that end was known. */
const CURRENT = `(f.began_current = 1 AND (f.closed IS NULL OR f.closed > ?2
  OR (${UNTIL} > ?2 AND ${UNTIL} > f.held_from)))`
const heldAt = (at: string) => `coalesce(${UNTIL} > ${at}, 1)`
const STOOD = `${BEGUN} AND CASE WHEN ?3 IS NULL THEN ${CURRENT} ELSE ${heldAt('?3')} END`
const SHOWN = `${BEGUN} AND CASE
  WHEN ?3 IS NULL THEN ${CURRENT} AND f.held_from <= ?2 AND ${heldAt('?2')} ELSE ${heldAt('?3')} END`

const THEN = rowsOfFacts({ begun: BEGUN, stands: STOOD, shown: SHOWN })

export function pastGraph(db: Database, owned: Owned, { asOf, knownAt }: Time): PastGraph {
  const known = knownAt === undefined ? endOfTime : millis(knownAt)
  const held = asOf === undefined ? null : millis(asOf)
  const rowsOf = (owner: number) => ({ ...THEN, values: [owner, known, held, null] as const })
  return {
    listEntities: async (scope, query) =>
      owned(scope, { entities: [], total: 0 }, (owner) => listEntities(db, rowsOf(owner), query)),
    entity: async (scope, name, { type } = {}) =>
      owned(scope, null, (owner) => entityDetail(db, rowsOf(owner), { name, type })),
    named: async (scope, query) =>
      owned(scope, { entities: [], factIds: [] }, (owner) => namedAmong(db, rowsOf(owner), query)),
  }
}
