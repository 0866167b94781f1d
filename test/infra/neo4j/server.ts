// The Neo4j that the tests use, where there is one: each opened store gets a build of its own, so that suites can share
// a server; builds are deleted in the end.
import { randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'
import { deleteBuild } from '../../../infra/neo4j/builds/builds.ts'
import { type Connection, connect } from '../../../infra/neo4j/client/connection.ts'
import { createNeo4jGraphStore } from '../../../infra/neo4j/graph-store.ts'

const url = process.env.PALIMPSEST_TEST_NEO4J
export const options = {
  url: url ?? 'bolt://127.0.0.1:1',
  user: process.env.PALIMPSEST_TEST_NEO4J_USER,
  password: process.env.PALIMPSEST_TEST_NEO4J_PASSWORD,
}
export const isMissing = !url
export const MISSING = isMissing ? ' (not run: PALIMPSEST_TEST_NEO4J names no server)' : ''

/** Graphs of this test file; their content is deleted when it ends. */
export function createGraphs() {
  const graphs: string[] = []
  afterAll(async () => {
    if (isMissing) return
    const connection = connect(options)
    for (const graph of graphs) await deleteGraph(connection, graph)
    await connection.close()
  })
  const newGraph = () => {
    const graph = `test-${randomUUID()}`
    graphs.push(graph)
    return graph
  }
  const shared = newGraph()
  /** Opens an empty store; the same one again where its build is given. */
  const open = (build = `${shared}/${randomUUID()}`) => ({
    build,
    store: createNeo4jGraphStore({ ...options, graph: shared, build }),
  })
  return { newGraph, open }
}

async function deleteGraph(connection: Connection, graph: string): Promise<void> {
  const builds = await connection.read((run) =>
    run<{ id: string }>('MATCH (b:Build {graph: $given.graph}) RETURN b.id AS id', { graph }),
  )
  // The first build by its name too: a test may have removed its node.
  const ids = new Set([`${graph}/1`, ...builds.map(({ id }) => id)])
  for (const id of ids) await deleteBuild(connection, id)
  await connection.write((run) =>
    run('MATCH (n) WHERE (n:Slot OR n:ActiveBuild) AND n.graph = $given.graph DELETE n', { graph }),
  )
}
