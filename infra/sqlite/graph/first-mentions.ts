// What facts mention for the first time in the embedded graph: entities, relationships and property values that no
// earlier write had. Earlier means from a lower position.
import type { FirstMentions } from '../../ports/graph-store.ts'
import { getFrom } from '../../runtime/certain.ts'
import type { Database } from '../database/database.ts'

type Fact = { fact_id: string; source: number; category: string }
type Related = { source_entity: string; type: string; target_entity: string }
type Updated = Omit<FirstMentions['updated'][number], 'properties'> & {
  values: Map<string, string>
}
type Property = { entity: string; attribute: string; value: string }

export function firstMentions(
  db: Database,
  owner: number,
  factIds: readonly string[],
): FirstMentions {
  const earlier = createEarlier(db, owner)
  const shown = remembered((entity: string) => shownAs(db, owner, entity))
  const entities = new Map<string, FirstMentions['entities'][number]>()
  const relationships = new Map<string, FirstMentions['relationships'][number]>()
  const updated = new Map<string, Updated>()
  for (const factId of new Set(factIds)) {
    const fact = factOf(db, owner, factId)
    if (!fact) continue
    const { category, source: at } = fact
    for (const { entity } of mentionsOf(db, owner, factId)) {
      if (earlier.mentioned(at, entity)) continue
      put(entities, entity, { ...shown(entity), category })
    }
    for (const related of relationshipsOf(db, owner, factId)) {
      const { source_entity: from, type, target_entity: to } = related
      if (earlier.related(at, from, type, to)) continue
      const [source, target] = [shown(from).name, shown(to).name]
      put(relationships, [from, type, to].join('\u0001'), { source, type, target, category })
    }
    for (const { entity, attribute, value } of propertiesSaidBy(db, owner, factId)) {
      if (!earlier.mentioned(at, entity) || earlier.value(at, entity, attribute) === value) continue
      // Added to rather than copied: a write may describe one entity in thousands of ways.
      const values = updated.get(entity)?.values ?? new Map()
      values.set(attribute, value)
      put(updated, entity, { ...shown(entity), values, category })
    }
  }
  return {
    entities: [...entities.values()],
    relationships: [...relationships.values()],
    updated: [...updated.values()].map(({ values, ...entity }) => ({
      ...entity,
      properties: Object.fromEntries(values),
    })),
  }
}

/**
 * What was known before a position. Each answer is looked up once: the facts of one write may mention one entity
 * thousands of times, and each look-up reads through its mentions.
 */
function createEarlier(db: Database, owner: number) {
  return {
    mentioned: remembered((source: number, entity: string) =>
      mentionedBefore(db, owner, { entity, source }),
    ),
    related: remembered((source: number, from: string, type: string, to: string) =>
      relatedBefore(db, { source_entity: from, type, target_entity: to }, { owner, source }),
    ),
    value: remembered((source: number, entity: string, attribute: string) =>
      valueBefore(db, { entity, attribute }, { owner, source }),
    ),
  }
}

function remembered<Asked extends (string | number)[], Answer>(
  ask: (...asked: Asked) => Answer,
): (...asked: Asked) => Answer {
  const answers = new Map<string, Answer>()
  return (...asked) => {
    const key = asked.join('\u0001')
    if (!answers.has(key)) answers.set(key, ask(...asked))
    return getFrom(answers, key)
  }
}

/** What facts of several categories say has no category. */
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
    `SELECT entity, attribute, value FROM properties INDEXED BY properties_by_fact
     WHERE owner = ? AND fact_id = ?
     ORDER BY entity, attribute`,
    owner,
    factId,
  )
}

/** True if a write before `source` mentioned the entity. Later writes do not matter. */
function mentionedBefore(
  db: Database,
  owner: number,
  { entity, source }: { entity: string; source: number },
): boolean {
  return !!db.get(
    'SELECT 1 FROM mentions WHERE owner = ? AND entity = ? AND source < ? LIMIT 1',
    owner,
    entity,
    source,
  )
}

function relatedBefore(
  db: Database,
  { source_entity, type, target_entity }: Related,
  { owner, source }: { owner: number; source: number },
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

/** The value that the last earlier write gave the attribute; undefined if none did. */
function valueBefore(
  db: Database,
  { entity, attribute }: Omit<Property, 'value'>,
  { owner, source }: { owner: number; source: number },
): string | undefined {
  return db.get<{ value: string }>(
    `SELECT value FROM properties JOIN graph_facts USING (owner, fact_id)
     WHERE owner = ? AND entity = ? AND attribute = ? AND source < ?
     ORDER BY source DESC, fact_id DESC LIMIT 1`,
    owner,
    entity,
    attribute,
    source,
  )?.value
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
