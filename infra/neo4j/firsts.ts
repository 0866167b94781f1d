// What facts told for the first time: entities, relationships and values of properties that no earlier write had.

import type { Scope } from '../../schemas/identifiers.ts'
import type { Firsts } from '../ports/graph-store.ts'
import { IN_BUILD, type Which } from './builds.ts'
import type { Run } from './connection.ts'
import { factIdOf } from './identify.ts'

type Told<T> = T & { categories: string[] }
type Entity = { name: string; type: string }
type Relationship = { source: string; type: string; target: string }
type Updated = Entity & { properties: [attribute: string, value: string][] }

/** Each once. Earlier is what came from a lower position; what later writes say changes nothing. */
export async function firsts(
  run: Run,
  which: Which,
  scope: Scope,
  factIds: readonly string[],
): Promise<Firsts> {
  if (factIds.length === 0) return { entities: [], relationships: [], updated: [] }
  const parameters = { ...which, ids: [...new Set(factIds)].map((id) => factIdOf(scope, id)) }
  const entities = await run<Told<Entity>>(NEW_ENTITIES, parameters)
  const relationships = await run<Told<Relationship>>(NEW_RELATIONSHIPS, parameters)
  const updated = await run<Told<Updated>>(UPDATED_ENTITIES, parameters)
  return {
    entities: entities.map(withCategory),
    relationships: relationships.map(withCategory),
    updated: updated
      .map(withCategory)
      .map((each) => ({ ...each, properties: Object.fromEntries(each.properties) })),
  }
}

/** What facts of several categories say is of none of them. */
function withCategory<T extends object>({ categories, ...told }: Told<T>) {
  const category = categories.length === 1 ? categories[0]! : null
  return { ...(told as unknown as T), category }
}

const NEW_ENTITIES = `
  ${IN_BUILD}
  UNWIND $ids AS id
  MATCH (f:Fact {build: build, id: id})-[:MENTIONS]->(e:Entity)
  WHERE NOT EXISTS { MATCH (e)<-[m:MENTIONS]-() WHERE m.source < f.source }
  WITH e, collect(DISTINCT f.category) AS categories ORDER BY e.key
  RETURN e.name AS name, e.type AS type, categories`

const NEW_RELATIONSHIPS = `
  ${IN_BUILD}
  UNWIND $ids AS id
  MATCH (f:Fact {build: build, id: id})
  MATCH (a:Entity)-[r:RELATES {build: build, fact: f.id}]->(b:Entity)
  WHERE NOT EXISTS {
    MATCH (a)-[known:RELATES]->(b) WHERE known.type = r.type AND known.source < f.source }
  WITH a, r.type AS type, b, collect(DISTINCT f.category) AS categories
  ORDER BY a.key, type, b.key
  RETURN a.name AS source, type, b.name AS target, categories`

/** Of an attribute the value that the last write before gave: a list of one, or of none. */
const UPDATED_ENTITIES = `
  ${IN_BUILD}
  UNWIND $ids AS id
  MATCH (f:Fact {build: build, id: id})-[d:DESCRIBES]->(e:Entity)
  WHERE EXISTS { MATCH (e)<-[m:MENTIONS]-() WHERE m.source < f.source }
  WITH f, d, e, COLLECT {
    MATCH (e)<-[known:DESCRIBES]-(g:Fact)
    WHERE known.attribute = d.attribute AND g.source < f.source
    RETURN known.value ORDER BY g.source DESC, g.factId DESC LIMIT 1 } AS before
  WHERE size(before) = 0 OR before[0] <> d.value
  WITH f, d, e ORDER BY e.key, d.attribute, f.factId
  WITH e, collect([d.attribute, d.value]) AS properties,
    collect(DISTINCT f.category) AS categories
  ORDER BY e.key
  RETURN e.name AS name, e.type AS type, properties, categories`
