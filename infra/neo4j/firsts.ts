// What facts told for the first time: entities and relationships that no earlier write had.
import type { Scope } from '../../schemas/identifiers.ts'
import { IN_BUILD, type Which } from './builds.ts'
import type { Run } from './connection.ts'
import { factIdOf } from './identify.ts'

type Entity = { name: string; type: string }
type Relationship = { source: string; type: string; target: string }
export type Firsts = { entities: Entity[]; relationships: Relationship[] }

/** Each once. Earlier is what came from a lower position; what later writes say changes nothing. */
export async function firsts(
  run: Run,
  which: Which,
  scope: Scope,
  factIds: readonly string[],
): Promise<Firsts> {
  if (factIds.length === 0) return { entities: [], relationships: [] }
  const parameters = { ...which, ids: [...new Set(factIds)].map((id) => factIdOf(scope, id)) }
  return {
    entities: await run<Entity>(NEW_ENTITIES, parameters),
    relationships: await run<Relationship>(NEW_RELATIONSHIPS, parameters),
  }
}

const NEW_ENTITIES = `
  ${IN_BUILD}
  UNWIND $ids AS id
  MATCH (f:Fact {build: build, id: id})-[:MENTIONS]->(e:Entity)
  WHERE NOT EXISTS { MATCH (e)<-[m:MENTIONS]-() WHERE m.source < f.source }
  WITH DISTINCT e ORDER BY e.key
  RETURN e.name AS name, e.type AS type`

const NEW_RELATIONSHIPS = `
  ${IN_BUILD}
  UNWIND $ids AS id
  MATCH (f:Fact {build: build, id: id})
  MATCH (a:Entity)-[r:RELATES {build: build, fact: f.id}]->(b:Entity)
  WHERE NOT EXISTS {
    MATCH (a)-[known:RELATES]->(b) WHERE known.type = r.type AND known.source < f.source }
  WITH DISTINCT a, r.type AS type, b ORDER BY a.key, type, b.key
  RETURN a.name AS source, type, b.name AS target`
