// What facts mention for the first time in the embedded graph: entities, relationships and property values that no
// earlier write had. Earlier means from a lower position.
import type { FirstMentions } from '../../ports/graph-store.ts'
import { getFrom } from '../../runtime/certain.ts'
import type { Database } from '../database/database.ts'

type Fact = { fact: number; source: number; category: string; isUnshown: number }
type Related = { edge: number; source: number; type: string; target: number }
type Updated = Omit<FirstMentions['updated'][number], 'properties'> & {
  values: Map<string, string>
}
type Property = { entity: number; attribute: string; value: string }

export function firstMentions(
  db: Database,
  owner: number,
  factIds: readonly string[],
): FirstMentions {
  const earlier = createEarlier(db)
  const shown = remembered((entity: number) => shownAs(db, entity))
  const entities = new Map<number, FirstMentions['entities'][number]>()
  const relationships = new Map<number, FirstMentions['relationships'][number]>()
  const updated = new Map<number, Updated>()
  for (const factId of new Set(factIds)) {
    const fact = factOf(db, owner, factId)
    if (!fact) continue
    const { category, source: at } = fact
    for (const { entity } of mentionsOf(db, fact)) {
      if (earlier.mentioned(at, entity)) continue
      put(entities, entity, { ...shown(entity), category })
    }
    if (fact.isUnshown) continue
    for (const { edge, type, ...related } of relationshipsOf(db, fact)) {
      if (earlier.related(at, edge)) continue
      const [source, target] = [shown(related.source).name, shown(related.target).name]
      put(relationships, edge, { source, type, target, category })
    }
    for (const { entity, attribute, value } of propertiesSaidBy(db, fact)) {
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
function createEarlier(db: Database) {
  return {
    mentioned: remembered((source: number, entity: number) =>
      mentionedBefore(db, { entity, source }),
    ),
    related: remembered((source: number, edge: number) => relatedBefore(db, { edge, source })),
    value: remembered((source: number, entity: number, attribute: string) =>
      valueBefore(db, { entity, attribute, source }),
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
function put<T extends { category: string | null }>(found: Map<number, T>, key: number, it: T) {
  const known = found.get(key)
  found.set(key, known && known.category !== it.category ? { ...it, category: null } : it)
}

function factOf(db: Database, owner: number, factId: string): Fact | undefined {
  return db.get<Fact>`SELECT fact, source, category,
    fact IN (SELECT fact FROM graph_unshown) AS isUnshown FROM graph_facts
    WHERE owner = ${owner} AND fact_id = ${factId}`
}

function mentionsOf(db: Database, { fact }: Fact): { entity: number }[] {
  return db.all`SELECT entity FROM mentions JOIN graph_entities USING (entity) WHERE fact = ${fact}
    ORDER BY key`
}

function relationshipsOf(db: Database, { fact }: Fact): Related[] {
  return db.all`SELECT edge, source_entity AS source, edges.type, target_entity AS target
    FROM relationships JOIN edges USING (edge) JOIN graph_entities ON entity = source_entity
    WHERE fact = ${fact} ORDER BY key, edges.type, target_key`
}

function propertiesSaidBy(db: Database, { fact }: Fact): Property[] {
  return db.all`SELECT entity, attribute, value FROM properties JOIN graph_entities USING (entity)
    WHERE fact = ${fact} ORDER BY key, attribute`
}

/** True if a write before `source` mentioned the entity. Later writes do not matter. */
function mentionedBefore(
  db: Database,
  { entity, source }: { entity: number; source: number },
): boolean {
  return !!db.get`SELECT 1 FROM mentions WHERE entity = ${entity} AND source < ${source} LIMIT 1`
}

function relatedBefore(db: Database, { edge, source }: { edge: number; source: number }): boolean {
  return !!db.get`SELECT 1 FROM relationships AS r INDEXED BY relationships_by_edge
    JOIN graph_facts USING (fact)
    WHERE edge = ${edge} AND source < ${source}
    AND fact NOT IN (SELECT fact FROM graph_unshown) LIMIT 1`
}

/** The value that the last earlier write gave the attribute; undefined if none did. */
function valueBefore(
  db: Database,
  { entity, attribute, source }: Omit<Property, 'value'> & { source: number },
): string | undefined {
  return db.get<{ value: string }>`SELECT value FROM properties CROSS JOIN graph_facts USING (fact)
    WHERE entity = ${entity} AND attribute = ${attribute} AND source < ${source}
    AND fact NOT IN (SELECT fact FROM graph_unshown)
    ORDER BY source DESC, fact_id DESC LIMIT 1`?.value
}

/** Name and type as the first mention (by time, then by fact) wrote them. */
function shownAs(db: Database, entity: number): { name: string; type: string } {
  return db.one<{ name: string; type: string }>`SELECT coalesce(m.name, e.name) AS name, type
    FROM graph_entities AS e
    CROSS JOIN mentions AS m USING (entity) CROSS JOIN graph_facts USING (fact)
    WHERE entity = ${entity} ORDER BY m.at, fact_id LIMIT 1`
}
