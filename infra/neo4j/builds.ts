// Builds: a graph is there once or more often in one database, each time under its own build name. One of them is
// active. Every statement starts from a build, so two builds never mix.
import { type Connection, Refused, type Run } from './connection.ts'

/** Which graph of the database, and which of its builds; null: whichever is active. */
export type Which = { graph: string; build: string | null }

/**
 * The beginning of every reading statement: gives `build`. Parameters: those of `which`. No row where the build is
 * gone, so that the rest answers with nothing.
 */
export const IN_BUILD = `
  OPTIONAL MATCH (active:ActiveBuild {graph: $graph})
  WITH coalesce($build, active.build) AS build`

/**
 * The build to write to has been deleted. Where it is the graph in use that is gone, writers wait, as in an outage: a
 * service that starts anew makes one and reads from the beginning.
 */
export class BuildIsGone extends Refused {
  override readonly name = 'BuildIsGone'
  readonly outage: boolean
  constructor(which: Which) {
    super('the build of the graph that was to be used has been deleted')
    this.outage = which.build === null
  }
}

/** The build that a transaction goes to. */
export async function resolveBuild(run: Run, which: Which): Promise<string> {
  const [row] = await run<{ id: string }>(
    `${IN_BUILD} MATCH (b:Build {id: build}) RETURN b.id AS id`,
    which,
  )
  if (!row) throw new BuildIsGone(which)
  return row.id
}

/**
 * Locks a build that is not in use, because it could be deleted at any time. The one in use is never deleted, and its
 * writers go on side by side.
 */
export async function lockBuild(run: Run, which: Which): Promise<void> {
  const locked = await run(
    'MATCH (b:Build {id: $build}) SET b.taken = timestamp() RETURN b.id AS id',
    { build: which.build },
  )
  if (locked.length === 0) throw new BuildIsGone(which)
}

/** Every build of the graph but the one in use, locked, so that none is deleted meanwhile. */
export async function claimOtherBuilds(run: Run, graph: string, build: string): Promise<string[]> {
  const rows = await run<{ id: string }>(
    `MATCH (b:Build {graph: $graph}) WHERE b.id <> $build
     WITH b ORDER BY b.id SET b.taken = timestamp() RETURN b.id AS id`,
    { graph, build },
  )
  return rows.map(({ id }) => id)
}

/** Every build of the graph but one. */
export async function otherBuilds(run: Run, graph: string, build: string): Promise<string[]> {
  const rows = await run<{ id: string }>(
    'MATCH (b:Build {graph: $graph}) WHERE b.id <> $build RETURN b.id AS id ORDER BY id',
    { graph, build },
  )
  return rows.map(({ id }) => id)
}

const LABELS = ['Fact', 'Entity', 'Fence', 'Receipt', 'Checkpoint', 'Owner'] as const
const ROWS_A_BATCH = 1_000

/**
 * Deletes a build in batches, each in a transaction of its own. The name goes first, so that a writer that comes back
 * finds nothing to write to.
 */
export async function deleteBuild(connection: Connection, build: string): Promise<void> {
  await connection.write((run) => run('MATCH (b:Build {id: $build}) DELETE b', { build }))
  for (const label of LABELS) {
    await connection.alone(
      `MATCH (n:${label}) WHERE n.build = $build
       CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF ${ROWS_A_BATCH} ROWS`,
      { build },
    )
  }
}
