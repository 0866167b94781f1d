// What is created once in a database: constraints, indexes, the slots that writers lock, and a graph's first build. All
// of it may be repeated.
import type { Connection } from '../client/connection.ts'
import { isThereAlready } from '../client/failures.ts'

/** Writers of different slots run side by side; a swap of builds takes all slots. */
export const SLOTS = 32

const unique = (name: string, label: string, ...properties: readonly string[]) =>
  `CREATE CONSTRAINT ${name} IF NOT EXISTS FOR (n:${label})
   REQUIRE (${properties.map((each) => `n.${each}`).join(', ')}) IS UNIQUE`

const index = (name: string, label: string, ...properties: readonly string[]) =>
  `CREATE INDEX ${name} IF NOT EXISTS FOR (n:${label})
   ON (${properties.map((each) => `n.${each}`).join(', ')})`

const statements = [
  unique('palimpsest_facts', 'Fact', 'build', 'id'),
  unique('palimpsest_entities', 'Entity', 'build', 'id'),
  unique('palimpsest_owners', 'Owner', 'build', 'owner'),
  unique('palimpsest_fences', 'Fence', 'build', 'id'),
  unique('palimpsest_receipts', 'Receipt', 'build', 'id'),
  unique('palimpsest_checkpoints', 'Checkpoint', 'build', 'topic', 'partition'),
  unique('palimpsest_builds', 'Build', 'id'),
  unique('palimpsest_active_builds', 'ActiveBuild', 'graph'),
  unique('palimpsest_slots', 'Slot', 'graph', 'number'),
  index('palimpsest_facts_by_owner', 'Fact', 'build', 'owner'),
  index('palimpsest_entities_by_owner', 'Entity', 'build', 'owner'),
  index('palimpsest_entities_by_name', 'Entity', 'build', 'nameId'),
  index('palimpsest_entities_by_word', 'Entity', 'build', 'wordId'),
  index('palimpsest_fences_by_owner', 'Fence', 'build', 'owner'),
  `CREATE INDEX palimpsest_relationships_by_fact IF NOT EXISTS FOR ()-[r:RELATES]-()
   ON (r.build, r.fact)`,
  'CALL db.awaitIndexes(60)',
]

/**
 * What nodes and relationships hold beside what indexes name. Neo4j plans each statement again once a name that it did
 * not know is written, and a plan takes up to 3 s of a core in a server that has just started.
 */
const KEYS = [
  ...['factId', 'source', 'category', 'at', 'current', 'context'],
  ...['recordedMs', 'beganCurrent', 'heldFrom', 'heldUntil'],
  ...['closedMs', 'heldUntilBefore', 'endsChanged', 'endsUntil'],
  ...['key', 'name', 'type', 'words', 'first', 'firstFact', 'last'],
  ...['attribute', 'value', 'dated', 'before', 'keyGeneration', 'receipt'],
  ...['position', 'taken', 'begunBy'],
]
const RELATIONSHIP_TYPES = ['MENTIONS', 'MENTIONED', 'RELATES', 'DESCRIBES']

/** Creates what is missing. `build` null: the graph's active build, created if there is none. */
export async function prepare(
  connection: Connection,
  { graph, build }: { graph: string; build: string | null },
): Promise<void> {
  for (const statement of statements) {
    await connection.alone(statement).catch((error) => {
      if (!isThereAlready(error)) throw error
    })
  }
  await connection.alone(
    'UNWIND $given.names AS name CALL db.createProperty(name) RETURN count(*)',
    { names: KEYS },
  )
  await connection.alone(
    'UNWIND $given.names AS name CALL db.createRelationshipType(name) RETURN count(*)',
    { names: RELATIONSHIP_TYPES },
  )
  await connection.write(async (run) => {
    await run(
      `UNWIND range(0, $given.last) AS number
       MERGE (:Slot {graph: $given.graph, number: number})`,
      { graph, last: SLOTS - 1 },
    )
    if (build === null) {
      await run(
        `MERGE (a:ActiveBuild {graph: $given.graph}) ON CREATE SET a.build = $given.graph + '/1'
         MERGE (b:Build {id: a.build}) ON CREATE SET b.graph = $given.graph`,
        { graph },
      )
    } else
      await run('MERGE (b:Build {id: $given.build}) ON CREATE SET b.graph = $given.graph', {
        graph,
        build,
      })
  })
}
