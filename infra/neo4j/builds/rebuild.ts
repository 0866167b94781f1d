// Builds the graph again beside the one in use, in the same database, and puts the new one in its place: every node
// carries the name of its build, and one node names the active one.
import { randomUUID } from 'node:crypto'
import type { GraphStore } from '../../ports/graph-store.ts'
import type { Rebuild, Resuming } from '../../ports/projection.ts'
import { packageVersion } from '../../runtime/package-version.ts'
import {
  type Connection,
  connect,
  type Neo4jOptions,
  Refused,
  type Run,
} from '../client/connection.ts'
import { DEFAULT_GRAPH, graphStoreOver } from '../graph-store.ts'
import { deleteBuild, isOfBuild, otherBuilds, resolveBuild } from './builds.ts'
import { prepare } from './schema.ts'

type Neo4jRebuildOptions = Neo4jOptions & Resuming & { graph?: string | undefined }

const CATCH_UPS = 50

/** The build in use has taken steps that the fresh one has not: nothing was swapped or closed. */
class RebuildIsBehind extends Refused {
  override readonly name = 'RebuildIsBehind'
  constructor() {
    super('the fresh build has not yet taken in all that the one in use has')
  }
}

/** Another process has swapped or deleted builds meanwhile. */
class RebuildIsOver extends Refused {
  override readonly name = 'RebuildIsOver'
  constructor() {
    super('another rebuild of the graph has taken the place of this one')
  }
}

/** Goes on with the build of a rebuild that was killed, or starts an empty one; deletes what else is left. One rebuild at a time. */
export async function openNeo4jRebuild(options: Neo4jRebuildOptions): Promise<Rebuild<GraphStore>> {
  const { graph = DEFAULT_GRAPH, resumes = true } = options
  const connection = connect(options)
  try {
    await prepare(connection, { graph, build: null })
    const active = await connection.read((run) => resolveBuild(run, { graph, build: null }))
    const begunBy = packageVersion()
    const half = resumes
      ? await connection.read((run) => halfFilled(run, { graph, active, begunBy }))
      : null
    for (const old of await connection.read((run) => otherBuilds(run, graph, active))) {
      if (old !== half) await deleteBuild(connection, old)
    }
    const fresh = half ?? `${graph}/${randomUUID()}`
    return rebuildOf(connection, options, { graph, active, fresh, resumed: half !== null })
  } catch (error) {
    await connection.close()
    throw error
  }
}

type Builds = { graph: string; active: string; fresh: string; resumed: boolean }

/** Another version of the service could have written something else. */
async function halfFilled(
  run: Run,
  of: { graph: string; active: string; begunBy: string },
): Promise<string | null> {
  const [row] = await run<{ id: string }>(
    `MATCH (b:Build {graph: $given.graph, begunBy: $given.begunBy}) WHERE b.id <> $given.active
     RETURN b.id AS id ORDER BY id LIMIT 1`,
    of,
  )
  return row?.id ?? null
}

async function rebuildOf(
  connection: Connection,
  options: Neo4jOptions,
  builds: Builds,
): Promise<Rebuild<GraphStore>> {
  const { graph } = builds
  await prepare(connection, { graph, build: builds.fresh })
  await connection.write((run) =>
    run('MATCH (b:Build {id: $given.fresh}) SET b.begunBy = $given.begunBy', {
      fresh: builds.fresh,
      begunBy: packageVersion(),
    }),
  )
  const before = graphStoreOver(connect(options), { graph, build: builds.active })
  const fresh = graphStoreOver(connect(options), { graph, build: builds.fresh })
  const close = async () => {
    await Promise.all([before.close(), fresh.close(), connection.close()])
  }
  return {
    before,
    fresh,
    resumed: builds.resumed,
    swap: async (catchUp) => {
      await swapWhenCaughtUp(connection, builds, catchUp)
      await close()
    },
    discard: async () => {
      // Another process may have filled the same build further, and put it in use.
      const inUse = await connection.read((run) => resolveBuild(run, { graph, build: null }))
      if (inUse !== builds.fresh) await deleteBuild(connection, builds.fresh)
      await close()
    },
    leave: close,
  }
}

/** Writers continue meanwhile: what they have written since is replayed, and the swap is tried again. */
async function swapWhenCaughtUp(
  connection: Connection,
  builds: Builds,
  catchUp: (() => Promise<void>) | undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await catchUp?.()
    try {
      return await connection.write((run) => swap(run, builds))
    } catch (error) {
      const again = catchUp && error instanceof RebuildIsBehind && attempt < CATCH_UPS
      if (!again) throw error
    }
  }
}

/** While every slot is taken no step is under way, so the builds that are compared are the builds that are swapped. */
async function swap(run: Run, { graph, active, fresh }: Builds): Promise<void> {
  await run(
    `MATCH (s:Slot {graph: $given.graph}) WITH s ORDER BY s.number SET s.taken = timestamp()`,
    {
      graph,
    },
  )
  const inUse = await resolveBuild(run, { graph, build: null })
  // An earlier attempt was committed, and its answer was lost.
  if (inUse === fresh) return
  if (inUse !== active) throw new RebuildIsOver()
  await resolveBuild(run, { graph, build: fresh })
  const [behind] = await run(
    `MATCH (old:Checkpoint {build: $given.active})
     OPTIONAL MATCH (new:Checkpoint {build: $given.fresh, topic: old.topic, partition: old.partition})
     WITH old, new WHERE new IS NULL OR new.position < old.position
     RETURN old.topic LIMIT 1`,
    { active, fresh },
  )
  if (behind) throw new RebuildIsBehind()
  await keepReceipts(run, active, fresh)
  // A build that has been in use is never filled again.
  await run(
    `MATCH (a:ActiveBuild {graph: $given.graph}) SET a.build = $given.fresh
     WITH a MATCH (b:Build {id: $given.fresh}) REMOVE b.begunBy`,
    { graph, fresh },
  )
}

/** Keeps the counts of what a fence removed when it was first applied: in a replay it finds less. */
async function keepReceipts(run: Run, active: string, fresh: string): Promise<void> {
  await run(
    `MATCH (old:Receipt) WHERE ${isOfBuild('Receipt', 'old', '$given.active')}
     MERGE (new:Receipt {build: $given.fresh, id: old.id}) SET new.receipt = old.receipt`,
    { active, fresh },
  )
}
