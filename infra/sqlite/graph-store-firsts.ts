// What facts told for the first time in the embedded graph: entities, relationships and values of properties that no
// earlier write had. Earlier is what came from a lower position.
import type { Firsts } from '../ports/graph-store.ts'
import type { Database } from './database.ts'

type Fact = { fact_id: string; source: number; category: string }
type Related = { source_entity: string; type: string; target_entity: string }
type Property = { entity: string; attribute: string; value: string }

export function firsts(db: Database, owner: number, factIds: readonly string[]): Firsts {
  const entities = new Map<string, Firsts['entities'][number]>()
  const relationships = new Map<string, Firsts['relationships'][number]>()
  const updated = new Map<string, Firsts['updated'][number]>()
  for (const factId of new Set(factIds)) {
    const fact = factOf(db, owner, factId)
    if (!fact) continue
    const { category } = fact
    for (const { entity } of mentionsOf(db, owner, factId)) {
      if (mentionedBefore(db, owner, entity, fact.source)) continue
      put(entities, entity, { ...shownAs(db, owner, entity), category })
    }
    for (const related of relationshipsOf(db, owner, factId)) {
      if (relatedBefore(db, owner, related, fact.source)) continue
      const { source_entity: from, type, target_entity: to } = related
      const [source, target] = [shownAs(db, owner, from).name, shownAs(db, owner, to).name]
      put(relationships, [from, type, to].join('\u0001'), { source, type, target, category })
    }
    for (const property of propertiesSaidBy(db, owner, factId)) {
      if (!isUpdate(db, owner, property, fact.source)) continue
      const { entity, attribute, value } = property
      const properties = { ...updated.get(entity)?.properties, [attribute]: value }
      put(updated, entity, { ...shownAs(db, owner, entity), properties, category })
    }
  }
  return {
    entities: [...entities.values()],
    relationships: [...relationships.values()],
    updated: [...updated.values()],
  }
}

/** What facts of several categories say is of none of them. */
function put<T extends { category: string | null }>(found: Map<string, T>, key: string, it: T) {
  const known = found.get(key)
  found.set(key, known && known.category !== it.category ? { ...it, category: null } : it)
}

function factOf(db: Database, owner: number, factId: string): Fact | undefined {
  return db.get<Fact>(
    'SELECT fact_id, source, category FROM graph_facts WHERE owner = ? AND fact_id = ?',
    owner,
    factId,
  )
}

function mentionsOf(db: Database, owner: number, factId: string): { entity: string }[] {
  return db.all(
    'SELECT entity FROM mentions WHERE owner = ? AND fact_id = ? ORDER BY entity',
    owner,
    factId,
  )
}

function relationshipsOf(db: Database, owner: number, factId: string): Related[] {
  return db.all(
    `SELECT source_entity, type, target_entity FROM relationships WHERE owner = ? AND fact_id = ?
     ORDER BY source_entity, type, target_entity`,
    owner,
    factId,
  )
}

function propertiesSaidBy(db: Database, owner: number, factId: string): Property[] {
  return db.all(
    `SELECT entity, attribute, value FROM properties WHERE owner = ? AND fact_id = ?
     ORDER BY entity, attribute`,
    owner,
    factId,
  )
}

/** True where a write before `source` mentioned the entity. What later ones say changes nothing. */
function mentionedBefore(db: Database, owner: number, entity: string, source: number): boolean {
  return !!db.get(
    'SELECT 1 FROM mentions WHERE owner = ? AND entity = ? AND source < ? LIMIT 1',
    owner,
    entity,
    source,
  )
}

function relatedBefore(
  db: Database,
  owner: number,
  { source_entity, type, target_entity }: Related,
  source: number,
): boolean {
  return !!db.get(
    `SELECT 1 FROM relationships JOIN graph_facts USING (owner, fact_id)
     WHERE owner = ? AND source_entity = ? AND type = ? AND target_entity = ? AND source < ? LIMIT 1`,
    owner,
    source_entity,
    type,
    target_entity,
    source,
  )
}

/** True for an entity that was known, where the last write before gave the attribute another value or none. */
function isUpdate(
  db: Database,
  owner: number,
  { entity, attribute, value }: Property,
  source: number,
): boolean {
  if (!mentionedBefore(db, owner, entity, source)) return false
  const before = db.get<{ value: string }>(
    `SELECT value FROM properties JOIN graph_facts USING (owner, fact_id)
     WHERE owner = ? AND entity = ? AND attribute = ? AND source < ?
     ORDER BY source DESC, fact_id DESC LIMIT 1`,
    owner,
    entity,
    attribute,
    source,
  )
  return before?.value !== value
}

/** Name and type as the first mention (by time, then by fact) wrote them. */
export function shownAs(
  db: Database,
  owner: number,
  entity: string,
): { name: string; type: string } {
  return db.get<{ name: string; type: string }>(
    'SELECT name, type FROM mentions WHERE owner = ? AND entity = ? ORDER BY at, fact_id LIMIT 1',
    owner,
    entity,
  )!
}
