// How the embedded graph store takes a step: it writes a fact's mentions, relationships and properties as rows, marks
// closed facts, and obeys fences.
import { scopeName } from '../../../schemas/scope-name.ts'
import { entityKey, foldName, nameKey } from '../../ports/entity-name.ts'
import type { GraphFact, GraphStep } from '../../ports/graph-store.ts'
import { type Fence, isFenced, type Receipt } from '../../ports/projection.ts'
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
import { keepClosing, keepTimes } from './past-graph.ts'

// Forces the index by fact. SQLite would choose the primary key, which begins with the owner too, and read all of the
// owner's rows.
const MENTIONS = 'mentions INDEXED BY mentions_by_fact'
const PROPERTIES = 'properties INDEXED BY properties_by_fact'

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
        if (!putFact(db, owner, fact)) continue
        changed.add(owner)
        if (hasReaders) keepTimes(db, owner, fact)
      }
      for (const closed of step.closed) {
        const owner = findOwner(db, closed)
        if (owner === undefined) continue
        changed.add(owner)
        close(db, owner, closed.factId)
        if (hasReaders) keepClosing(db, owner, closed)
      }
      if (hasReaders) recordGraphChanges(db, changed)
    },
  })
}

function allowed(db: Database, facts: readonly GraphFact[]): GraphFact[] {
  const scopes = new Map(facts.map((fact) => [scopeName(fact), fact]))
  const fences = readFences(db, [...scopes.values()])
  return fences.length === 0 ? [...facts] : facts.filter((fact) => !isFenced(fences, fact))
}

/** A fact is written once; a second delivery changes nothing. True if it was written. */
function putFact(db: Database, owner: number, fact: GraphFact): boolean {
  const current = fact.validTo === null ? 1 : 0
  const added = db.run(
    'INSERT INTO graph_facts VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    owner,
    fact.factId,
    fact.source,
    fact.category,
    fact.at,
    current,
    fact.context,
  )
  if (added === 0) return false
  const keys = new Map<string, string>()
  for (const entity of fact.entities) {
    keys.set(nameKey(entity.name), mention(db, owner, { fact, entity }))
  }
  const keyOf = (name: string) => keys.get(nameKey(name))
  for (const { source, type, target } of fact.relationships) {
    const [from, to] = [keyOf(source), keyOf(target)]
    if (from === undefined || to === undefined) continue
    db.run(
      'INSERT OR IGNORE INTO relationships VALUES (?, ?, ?, ?, ?, ?)',
      owner,
      fact.factId,
      from,
      type,
      to,
      current,
    )
  }
  for (const { entity, attribute, value } of fact.properties) {
    const key = keyOf(entity)
    if (key === undefined) continue
    db.run(
      'INSERT OR IGNORE INTO properties VALUES (?, ?, ?, ?, ?, ?, ?)',
      owner,
      key,
      attribute,
      fact.factId,
      value,
      fact.at,
      current,
    )
  }
  return true
}

function mention(
  db: Database,
  owner: number,
  { fact, entity }: { fact: GraphFact; entity: { name: string; type: string } },
): string {
  const key = entityKey(entity)
  db.run(
    'INSERT OR IGNORE INTO mentions VALUES (?, ?, ?, ?, ?, ?, ?)',
    owner,
    key,
    fact.factId,
    entity.name,
    entity.type,
    fact.at,
    fact.source,
  )
  const words = new Set(foldName(entity.name).split(' ').filter(Boolean))
  for (const word of words) {
    db.run('INSERT OR IGNORE INTO graph_words VALUES (?, ?, ?, ?)', owner, word, key, words.size)
  }
  return key
}

function close(db: Database, owner: number, factId: string): void {
  for (const table of ['graph_facts', 'relationships', PROPERTIES]) {
    db.run(`UPDATE ${table} SET current = 0 WHERE owner = ? AND fact_id = ?`, owner, factId)
  }
}

export function eraseFromGraph(db: Database, owner: number, fence: Fence): Omit<Receipt, 'before'> {
  const entities = entityCount(db, owner)
  const facts = db.all<{ fact_id: string }>(
    'SELECT fact_id FROM graph_facts WHERE owner = ? AND source < ? AND (? IS NULL OR category = ?)',
    owner,
    fence.before,
    fence.category,
    fence.category,
  )
  for (const { fact_id } of facts) {
    for (const table of [MENTIONS, 'relationships', PROPERTIES, 'graph_facts', 'fact_times']) {
      db.run(`DELETE FROM ${table} WHERE owner = ? AND fact_id = ?`, owner, fact_id)
    }
  }
  db.run(
    `DELETE FROM graph_words WHERE owner = ? AND NOT EXISTS (SELECT 1 FROM mentions
     WHERE mentions.owner = graph_words.owner AND mentions.entity = graph_words.entity)`,
    owner,
  )
  return { removed: { entities: entities - entityCount(db, owner) }, resourceIds: [] }
}

function entityCount(db: Database, owner: number): number {
  return db.get<{ total: number }>(
    'SELECT count(DISTINCT entity) AS total FROM mentions WHERE owner = ?',
    owner,
  )!.total
}

export function graphDigest(db: Database): string {
  const rows = (columns: string, table: string, order: string) =>
    db.iterate(
      `SELECT app_id, user_id, ${columns} FROM ${table} JOIN owners USING (owner)
       ORDER BY app_id, user_id, ${order}`,
    )
  return digestOf([
    rows('fact_id, category, at, current, context', 'graph_facts', 'fact_id'),
    rows('entity, fact_id, name, type, at', 'mentions', 'entity, fact_id'),
    rows(
      'fact_id, source_entity, type, target_entity, current',
      'relationships',
      'fact_id, source_entity, type, target_entity',
    ),
    rows(
      'entity, attribute, fact_id, value, at, current',
      'properties',
      'entity, attribute, fact_id',
    ),
    rows(
      'fact_id, recorded, began_current, held_from, held_until, closed, held_until_before',
      'fact_times',
      'fact_id',
    ),
    fenceRows(db),
  ])
}
