// How the embedded graph store takes a step: it writes a fact's mentions, relationships and properties as rows, marks
// closed facts, and obeys fences.
import type { GraphFact, GraphStep } from '../../ports/graph-store.ts'
import { type Fence, isFenced, type Receipt } from '../../ports/projection.ts'
import { entityKey, foldName, nameKey } from '../../ports/rules/entity-name.ts'
import { isEndAhead } from '../../ports/rules/item-times.ts'
import { millis } from '../../ports/rules/time.ts'
import { present } from '../../runtime/certain.ts'
import type { Database } from '../database/database.ts'
import {
  applyStep,
  digestOf,
  fenceRows,
  findOwner,
  ownerOf,
  readFences,
} from '../projection/projection-tables.ts'
import { recordGraphChanges, recordGraphErasure } from './graph-revisions.ts'
import { keepClosing, NO_TIMES, timesOf } from './past-graph.ts'

/** `hasReaders`: another connection may hold what it has read (held-graph.ts), or read another time. */
export function applyGraphStep(
  db: Database,
  step: GraphStep,
  { hasReaders }: { hasReaders: boolean },
): void {
  const changed = new Set<number>()
  applyStep(db, step, {
    removes: false,
    erase: (owner, fence) => {
      if (hasReaders) recordGraphErasure(db)
      return eraseFromGraph(db, owner, fence)
    },
    write: () => {
      for (const fact of allowed(db, step.facts)) {
        const owner = ownerOf(db, fact)
        if (!putFact(db, owner, { ...fact, times: hasReaders ? timesOf(fact) : null })) continue
        changed.add(owner)
      }
      for (const closed of step.closed) {
        const owner = findOwner(db, closed)
        if (owner === undefined) continue
        changed.add(owner)
        const known = factOf(db, owner, closed.factId)
        if (known === undefined) continue
        const { fact, source, fromMs } = known
        const atMs = millis(closed.recordedAt)
        if (!isEndAhead(millis(closed.validTo), { atMs, fromMs })) {
          close(db, fact)
          if (closed.source === source) putUnshown(db, fact)
        }
        if (hasReaders) keepClosing(db, fact, closed)
      }
      if (hasReaders) recordGraphChanges(db, changed)
    },
  })
}

function allowed(db: Database, facts: readonly GraphFact[]): GraphFact[] {
  const fences = readFences(db, facts)
  return fences.length === 0 ? [...facts] : facts.filter((fact) => !isFenced(fences, fact))
}

/** A fact is written once; a second delivery changes nothing. True if it was written. */
function putFact(
  db: Database,
  owner: number,
  given: GraphFact & { times: readonly (number | null)[] | null },
): boolean {
  const current = given.validTo === null ? 1 : 0
  const { factId, source, category, at, context, times } = given
  const added = db.get<{ fact: number }>(
    `INSERT INTO graph_facts VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)
     ON CONFLICT DO NOTHING RETURNING fact`,
    owner,
    factId,
    source,
    category,
    at,
    current,
    context,
    ...(times ?? NO_TIMES),
  )
  if (!added) return false
  if (!current) putUnshown(db, added.fact)
  const said = { ...added, at, source, current }
  const entities = new Map<string, Entity>()
  for (const { name, type } of given.entities) {
    const key = entityKey({ name, type })
    entities.set(nameKey(name), putMention(db, owner, { ...said, key, name, type }))
  }
  const entityOf = (name: string) => entities.get(nameKey(name))
  for (const { source, type, target } of given.relationships) {
    const [from, to] = [entityOf(source), entityOf(target)]
    if (from && to) putRelationship(db, { ...said, from, type, to })
  }
  for (const { entity: name, attribute, value } of given.properties) {
    const entity = entityOf(name)
    if (entity) putProperty(db, { ...said, entity, attribute, value })
  }
  return true
}

/** `fromMs`: since when it holds; null in a store without times. */
function factOf(
  db: Database,
  owner: number,
  factId: string,
): { fact: number; source: number; fromMs: number | null } | undefined {
  return db.get`SELECT fact, source, held_from AS fromMs FROM graph_facts
    WHERE owner = ${owner} AND fact_id = ${factId}`
}

/** What the rows of one fact share. */
type Said = { fact: number; at: string; source: number; current: number }
export type Entity = { entity: number; key: string }

/** All of these may be given what is there already: a fact says a thing once. */
export function putMention(
  db: Database,
  owner: number,
  { fact, at, source, key, name, type }: Said & { key: string; name: string; type: string },
): Entity {
  db.run`INSERT INTO graph_entities VALUES (NULL, ${owner}, ${key}, ${name}, ${type})
    ON CONFLICT DO NOTHING`
  const known = present(
    db.get<{ entity: number; name: string }>`SELECT entity, name FROM graph_entities
      WHERE owner = ${owner} AND key = ${key}`,
    'entity that was put',
  )
  const { entity } = known
  const ownName = name === known.name ? null : name
  db.run`INSERT OR IGNORE INTO mentions VALUES (${entity}, ${at}, ${fact}, ${ownName}, ${source})`
  const words = new Set(foldName(name).split(' ').filter(Boolean))
  for (const word of words) {
    db.run`INSERT OR IGNORE INTO graph_words VALUES (${owner}, ${word}, ${entity}, ${words.size})`
  }
  return { entity, key }
}

export function putRelationship(
  db: Database,
  { fact, current, from, type, to }: Said & { from: Entity; type: string; to: Entity },
): void {
  db.run`INSERT INTO edges VALUES (NULL, ${from.entity}, ${type}, ${to.key}, ${to.entity})
    ON CONFLICT DO NOTHING`
  db.run`INSERT INTO relationships SELECT ${fact}, edge, ${current} FROM edges
    WHERE source_entity = ${from.entity} AND type = ${type} AND target_key = ${to.key}
    ON CONFLICT DO UPDATE SET current = excluded.current`
}

export function putProperty(
  db: Database,
  {
    fact,
    at,
    current,
    entity,
    attribute,
    value,
  }: Said & { entity: Entity; attribute: string; value: string },
): void {
  db.run`INSERT INTO properties
    VALUES (${entity.entity}, ${attribute}, ${at}, ${fact}, ${value}, ${current})
    ON CONFLICT DO UPDATE SET current = excluded.current`
}

/** Of a fact that its own write closed. */
export function putUnshown(db: Database, fact: number): void {
  db.run`INSERT OR IGNORE INTO graph_unshown VALUES (${fact})`
}

function close(db: Database, fact: number): void {
  for (const table of ['graph_facts', 'relationships', 'properties']) {
    db.run(`UPDATE ${table} SET current = 0 WHERE fact = ?`, fact)
  }
}

const TABLES_OF_FACTS = [
  'mentions',
  'relationships',
  'properties',
  'graph_ends',
  'graph_unshown',
  'graph_facts',
]

export function eraseFromGraph(db: Database, owner: number, fence: Fence): Omit<Receipt, 'before'> {
  const entities = entityCount(db, owner)
  const facts = db.all<{ fact: number }>`SELECT fact FROM graph_facts
    WHERE owner = ${owner} AND source < ${fence.before}
    AND (${fence.category} IS NULL OR category = ${fence.category})`
  for (const { fact } of facts) {
    for (const table of TABLES_OF_FACTS) {
      db.run(`DELETE FROM ${table} WHERE fact = ?`, fact)
    }
  }
  eraseUnsaid(db, owner)
  return { removed: { entities: entities - entityCount(db, owner) }, resourceIds: [] }
}

function eraseUnsaid(db: Database, owner: number): void {
  const mentionsOf = (table: string) =>
    `SELECT 1 FROM mentions WHERE mentions.entity = ${table}.entity`
  db.run`DELETE FROM edges
    WHERE source_entity IN (SELECT entity FROM graph_entities WHERE owner = ${owner})
    AND NOT EXISTS (SELECT 1 FROM relationships WHERE relationships.edge = edges.edge)`
  for (const table of ['graph_words', 'graph_entities']) {
    db.run(`DELETE FROM ${table} WHERE owner = ? AND NOT EXISTS (${mentionsOf(table)})`, owner)
  }
  db.run(
    `UPDATE graph_entities SET name = '' WHERE owner = ?
     AND NOT EXISTS (${mentionsOf('graph_entities')} AND mentions.name IS NULL)`,
    owner,
  )
}

export function entityCount(db: Database, owner: number): number {
  return db.one<{ total: number }>`SELECT count(*) AS total FROM graph_entities
    WHERE owner = ${owner}`.total
}

/** User by user, because each table lies in another order, and sorting takes room. */
export function graphDigest(db: Database): string {
  const owners = db.all<{ owner: number; app_id: string; user_id: string }>(
    'SELECT owner, app_id, user_id FROM owners ORDER BY app_id, user_id',
  )
  function* rows(select: string, order: string): Iterable<unknown> {
    for (const { owner, ...scope } of owners) {
      for (const row of db.iterate<object>(`${select} ORDER BY ${order}`, owner)) {
        yield { ...scope, ...row }
      }
    }
  }
  return digestOf([
    rows(
      'SELECT fact_id, category, at, current, context FROM graph_facts WHERE owner = ?',
      'fact_id',
    ),
    rows(
      `SELECT key AS entity, fact_id, coalesce(m.name, e.name) AS name, type, m.at FROM graph_entities AS e
       JOIN mentions AS m USING (entity) JOIN graph_facts USING (fact) WHERE e.owner = ?`,
      'key, fact_id',
    ),
    rows(
      `SELECT fact_id, key AS source_entity, edges.type, target_key AS target_entity, r.current
       FROM graph_facts AS f JOIN relationships AS r USING (fact) JOIN edges USING (edge)
       JOIN graph_entities ON entity = source_entity WHERE f.owner = ?`,
      'fact_id, key, edges.type, target_key',
    ),
    rows(
      `SELECT key AS entity, attribute, fact_id, value, p.at, p.current FROM graph_entities AS e
       JOIN properties AS p USING (entity) JOIN graph_facts USING (fact) WHERE e.owner = ?`,
      'key, attribute, fact_id',
    ),
    rows(
      `SELECT fact_id, recorded, began_current, held_from, held_until, closed, held_until_before
       FROM graph_facts WHERE recorded IS NOT NULL AND owner = ?`,
      'fact_id',
    ),
    rows(
      `SELECT fact_id, changed, until FROM graph_facts JOIN graph_ends USING (fact) WHERE owner = ?`,
      'fact_id, changed',
    ),
    fenceRows(db),
  ])
}
