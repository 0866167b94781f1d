// What facts mention for the first time: entities, relationships and property values that no earlier write had.
import type { Scope } from '../../../schemas/identifiers.ts'
import type { FirstMentions } from '../../ports/graph-store.ts'
import { firstOf } from '../../runtime/certain.ts'
import { IN_BUILD, type Which } from '../builds/builds.ts'
import { type Run, whole } from '../client/connection.ts'
import { factIdOf } from './identify.ts'

type Told<T> = T & { n: number; categories: string[] }
type Entity = { name: string; type: string }
type Relationship = { source: string; type: string; target: string }
type Updated = Entity & { properties: [attribute: string, value: string][] }

export type FirstMentionsAsked = { scope: Scope; factIds: readonly string[] }

/**
 * For each write, everything that it mentions first. Earlier means from a lower position; later writes do not matter.
 */
export async function firstMentions(
  run: Run,
  which: Which,
  all: readonly FirstMentionsAsked[],
): Promise<FirstMentions[]> {
  const asked = all.map(({ scope, factIds }, n) => ({
    n: whole(n),
    ids: [...new Set(factIds)].map((id) => factIdOf(scope, id)),
  }))
  const parameters = { ...which, asked: asked.filter(({ ids }) => ids.length > 0) }
  if (parameters.asked.length === 0) return all.map(() => nothing)
  const entities = await run<Told<Entity>>(NEW_ENTITIES, parameters)
  const relationships = await run<Told<Relationship>>(NEW_RELATIONSHIPS, parameters)
  const updated = await run<Told<Updated>>(UPDATED_ENTITIES, parameters)
  return all.map((_, n) => ({
    entities: of(n, entities),
    relationships: of(n, relationships),
    updated: of(n, updated).map((each) => ({
      ...each,
      properties: Object.fromEntries(each.properties),
    })),
  }))
}

const nothing: FirstMentions = { entities: [], relationships: [], updated: [] }

function of<T>(asker: number, told: readonly Told<T>[]) {
  return told.filter(({ n }) => n === asker).map(withCategory)
}

/** What facts of several categories say has no category. */
function withCategory<T>({ n, categories, ...told }: Told<T>) {
  const category = categories.length === 1 ? firstOf(categories) : null
  return { ...told, category }
}

// Facts of one write mention the same entities again and again, and finding out whether there was an earlier mention
// walks through all of them. So this is asked once for each entity, relationship and attribute, not once for each fact.

const NEW_ENTITIES = `
  ${IN_BUILD}
  UNWIND $given.asked AS asked
  UNWIND asked.ids AS id
  MATCH (f:Fact {build: build, id: id})-[:MENTIONS]->(e:Entity)
  WITH asked.n AS n, e, f.source AS source, collect(DISTINCT f.category) AS said
  WHERE NOT EXISTS { MATCH (e)<-[m:MENTIONS]-() WHERE m.source < source }
  UNWIND said AS category
  WITH n, e, collect(DISTINCT category) AS categories ORDER BY n, e.key
  RETURN n, e.name AS name, e.type AS type, categories`

const NEW_RELATIONSHIPS = `
  ${IN_BUILD}
  UNWIND $given.asked AS asked
  UNWIND asked.ids AS id
  MATCH (f:Fact {build: build, id: id})
  MATCH (a:Entity)-[r:RELATES {build: build, fact: f.id}]->(b:Entity)
  WITH asked.n AS n, a, r.type AS type, b, f.source AS source, collect(DISTINCT f.category) AS said
  WHERE NOT EXISTS {
    MATCH (a)-[known:RELATES]->(b) WHERE known.type = type AND known.source < source }
  UNWIND said AS category
  WITH n, a, type, b, collect(DISTINCT category) AS categories
  ORDER BY n, a.key, type, b.key
  RETURN n, a.name AS source, type, b.name AS target, categories`

/** For an attribute, the value that the last earlier write gave: a list of one or none. */
const UPDATED_ENTITIES = `
  ${IN_BUILD}
  UNWIND $given.asked AS asked
  UNWIND asked.ids AS id
  MATCH (f:Fact {build: build, id: id})-[d:DESCRIBES]->(e:Entity)
  WITH asked.n AS n, e, f.source AS source, collect([d.attribute, d.value, f.factId, f.category]) AS said
  WHERE EXISTS { MATCH (e)<-[m:MENTIONS]-() WHERE m.source < source }
  UNWIND said AS one
  WITH n, e, source, one[0] AS attribute, collect(one) AS said
  WITH n, e, said, COLLECT {
    MATCH (e)<-[known:DESCRIBES]-(g:Fact)
    WHERE known.attribute = attribute AND g.source < source
    RETURN known.value ORDER BY g.source DESC, g.factId DESC LIMIT 1 } AS before
  UNWIND said AS one
  WITH n, e, one, before WHERE size(before) = 0 OR before[0] <> one[1]
  WITH n, e, one ORDER BY e.key, one[0], one[2]
  WITH n, e, collect([one[0], one[1]]) AS properties, collect(DISTINCT one[3]) AS categories
  ORDER BY n, e.key
  RETURN n, e.name AS name, e.type AS type, properties, categories`
