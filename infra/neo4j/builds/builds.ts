// Builds: a database may hold a graph several times, each under its own build name. One of them is active. Every
// statement starts from a build, so two builds never mix.
import { type Connection, Refused, type Run } from '../client/connection.ts'

/** A graph of the database, and one of its builds; null: the active one. */
export type Which = { graph: string; build: string | null }

/**
 * The beginning of every reading statement: gives `build`. Parameters: those of `which`. Gives no row if the build is
 * gone, so that the rest of the statement returns nothing.
 */
export const IN_BUILD = `
  OPTIONAL MATCH (active:ActiveBuild {graph: $given.graph})
  WITH coalesce($given.build, active.build) AS build`

/**
 * The build to write to has been deleted. If the graph in use is gone, writers wait, as in an outage: a service that
 * restarts makes one and reads from the beginning.
 */
export class BuildIsGone extends Refused {
  override readonly name = 'BuildIsGone'
  readonly outage: boolean
  constructor(which: Which) {
    super('the build of the graph that was to be used has been deleted')
    this.outage = which.build === null
  }
}

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
 * writers run side by side.
 */
export async function lockBuild(run: Run, which: Which): Promise<void> {
  const locked = await run(
    'MATCH (b:Build {id: $given.build}) SET b.taken = timestamp() RETURN b.id AS id',
    { build: which.build },
  )
  if (locked.length === 0) throw new BuildIsGone(which)
}

/** Every build of the graph except the one in use, locked, so that none is deleted meanwhile. */
export async function claimOtherBuilds(run: Run, graph: string, build: string): Promise<string[]> {
  const rows = await run<{ id: string }>(
    `MATCH (b:Build {graph: $given.graph}) WHERE b.id <> $given.build
     WITH b ORDER BY b.id SET b.taken = timestamp() RETURN b.id AS id`,
    { graph, build },
  )
  return rows.map(({ id }) => id)
}

export async function otherBuilds(run: Run, graph: string, build: string): Promise<string[]> {
  const rows = await run<{ id: string }>(
    'MATCH (b:Build {graph: $given.graph}) WHERE b.id <> $given.build RETURN b.id AS id ORDER BY id',
    { graph, build },
  )
  return rows.map(({ id }) => id)
}

/** By label, what a constraint names beside the build: an index finds a build's nodes only if they hold all it names. */
const KEYS = {
  Fact: ['id'],
  Entity: ['id'],
  Fence: ['id'],
  Receipt: ['id'],
  Checkpoint: ['topic', 'partition'],
  Owner: ['owner'],
} as const

const isOf = (build: string, n: string, keys: readonly string[]) =>
  [`${n}.build = ${build}`, ...keys.map((key) => `${n}.${key} IS NOT NULL`)].join(' AND ')

/** A condition on `n`, a node of this label: it is of the build. */
export const isOfBuild = (label: keyof typeof KEYS, n: string, build: string) =>
  isOf(build, n, KEYS[label])

const ROWS_A_BATCH = 1_000

/**
 * Deletes a build in batches, each in a transaction of its own. The name goes first, so that a returning writer finds
 * nothing to write to.
 */
export async function deleteBuild(connection: Connection, build: string): Promise<void> {
  await connection.write((run) => run('MATCH (b:Build {id: $given.build}) DELETE b', { build }))
  for (const [label, keys] of Object.entries(KEYS)) {
    await connection.alone(
      `MATCH (n:${label}) WHERE ${isOf('$given.build', 'n', keys)}
       CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF ${ROWS_A_BATCH} ROWS`,
      { build },
    )
  }
}
