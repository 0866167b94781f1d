// Removes a graph with all of its builds, and says whether there is one.
import { connect, type Neo4jOptions } from '../client/connection.ts'
import { deleteBuild, otherBuilds } from './builds.ts'

const NO_BUILD = ''

export async function holdsNeo4jGraph(options: Neo4jOptions & { graph: string }): Promise<boolean> {
  const connection = connect(options)
  try {
    const builds = await connection.read((run) => otherBuilds(run, options.graph, NO_BUILD))
    return builds.length > 0
  } finally {
    await connection.close()
  }
}

export async function dropNeo4jGraph(options: Neo4jOptions & { graph: string }): Promise<void> {
  const { graph } = options
  const connection = connect(options)
  try {
    const builds = await connection.read((run) => otherBuilds(run, graph, NO_BUILD))
    for (const build of builds) await deleteBuild(connection, build)
    await connection.write(async (run) => {
      await run('MATCH (a:ActiveBuild {graph: $given.graph}) DELETE a', { graph })
      await run('MATCH (s:Slot {graph: $given.graph}) DELETE s', { graph })
    })
  } finally {
    await connection.close()
  }
}
