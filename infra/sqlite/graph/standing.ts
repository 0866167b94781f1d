// What counts of a user's embedded graph in the present, as SQL, and until when that stays as it is. A value that is
// planned, or has an end, needs the instant of the read (?2), because no event comes when it begins or ends; where ?2 is
// null, every current fact counts. A state has no times: all of its current facts hold.
import type { Currently } from '../../ports/graph-store.ts'
import { NEVER_HELD } from '../../ports/rules/item-times.ts'
import { millis } from '../../ports/rules/time.ts'
import type { Database } from '../database/database.ts'

/** The instant of the read, as ?2. */
export function currentMs({ currentAt }: Currently): number | null {
  return currentAt === undefined ? null : millis(currentAt)
}

/** Of a current fact `f`: it has begun and not ended. What began when it was learnt has begun on every clock. */
export const HOLDS_NOW = `((f.held_from > ?2 AND f.held_from > f.recorded) IS NOT TRUE
  AND (f.held_until <= ?2) IS NOT TRUE)`

/** Of a fact `f`: it is current, and no other has taken its place. */
export const STANDS = `(f.current = 1 AND (f.closed IS NOT NULL AND f.held_until <= ?2) IS NOT TRUE)`

/** `held_until` of what was never true. */
export const NEVER_MS = millis(NEVER_HELD)

/** Of a mention `m`: its fact was not taken back. Few facts were, and an index has these. */
export const NOT_TAKEN_BACK = `m.fact NOT IN (
  SELECT fact FROM graph_facts INDEXED BY graph_facts_untrue WHERE owner = ?1 AND held_until = ${NEVER_MS}
    AND closed IS NOT NULL)`

/** The current facts that hold and say an edge. */
export const SAYING_NOW = `FROM relationships AS r CROSS JOIN graph_facts AS f USING (fact)
  WHERE r.edge = edges.edge AND r.current = 1 AND ${HOLDS_NOW}`

/** Of an entity: true if a fact that stands mentions it. */
export const IS_MENTIONED = `EXISTS (
  SELECT 1 FROM mentions AS m CROSS JOIN graph_facts AS f USING (fact)
  WHERE m.entity = graph_entities.entity AND ${STANDS})`

/** When the next fact of the user begins or ends: until then what counts is the same. */
export function countsUntilMs(db: Database, owner: number, atMs: number): number {
  const next = (column: 'held_from' | 'held_until') =>
    db.one<{ ms: number | null }>(
      `SELECT min(${column}) AS ms FROM graph_facts
       WHERE owner = ? AND ${column} > ? AND ${column} > recorded`,
      owner,
      atMs,
    ).ms ?? Number.POSITIVE_INFINITY
  return Math.min(next('held_from'), next('held_until'))
}
