// The graph of entities and relationships in Neo4j. Facts are nodes; what they mention, relate and describe are
// relationships that carry the fact, so that erasing facts erases exactly what they said.
import type { AnyTopicName } from '../../schemas/topics.ts'
import type { Checkpoints } from '../ports/event-log.ts'
import type { GraphStep, GraphStore } from '../ports/graph-store.ts'
import { createRequestBatcher } from '../runtime/wait/request-batcher.ts'
import { onceItWorks } from '../runtime/wait/shared-answer.ts'
import { IN_BUILD, resolveBuild, type Which } from './builds/builds.ts'
import { digestOf } from './builds/digest.ts'
import { prepare } from './builds/schema.ts'
import { type Connection, connect, type Neo4jOptions, type Run } from './client/connection.ts'
import { blamingNoEvent } from './client/failures.ts'
import { applySteps } from './graph/apply.ts'
import { entityCount, entityDetail, listEntities } from './graph/entities.ts'
import { readFences, readReceipt } from './graph/fences.ts'
import { named } from './graph/named.ts'
import { pastGraph } from './past.ts'

type Neo4jGraphStoreOptions = Neo4jOptions & {
  /** The name of the graph, when a database holds several. */
  graph?: string | undefined
  /** A fixed build, active or not; undefined: the active one, looked up in every transaction. */
  build?: string | undefined
}

const STEPS = { atATime: 1, most: 32 }
/** A larger step costs little more for going alone, and no other should wait for it. */
const FACTS_OF_A_SMALL_STEP = 100

export const DEFAULT_GRAPH = 'palimpsest'

/** Connects at first use, so that a service also starts while Neo4j is down. */
export function createNeo4jGraphStore(options: Neo4jGraphStoreOptions): GraphStore {
  return graphStoreOver(connect(options), {
    graph: options.graph ?? DEFAULT_GRAPH,
    build: options.build ?? null,
  })
}

/** The store over a connection, which it closes. */
export function graphStoreOver(connection: Connection, which: Which): GraphStore {
  const prepared = onceItWorks(() => prepare(connection, which).catch(blamingNoEvent))
  const read = async <T>(work: (run: Run) => Promise<T>): Promise<T> => {
    await prepared()
    return connection.read(work)
  }
  const applyTogether = async (steps: readonly GraphStep[]) => {
    await connection.write((run) => applySteps(run, which, steps))
    return steps.map(() => null)
  }
  // Most of what a transaction costs is its round trips: steps that come while one is under way share the next.
  const applySmall = createRequestBatcher(applyTogether, STEPS)
  return {
    apply: async (step) => {
      await prepared()
      await (isSmall(step) ? applySmall(step) : applyTogether([step]))
    },
    checkpoints: (topic) => read((run) => readCheckpoints(run, which, topic)),
    fences: (scopes) =>
      read(async (run) => readFences(run, await resolveBuild(run, which), scopes)),
    remainders: [{ what: 'transaction logs and freed records of the server', goneWithinMs: null }],
    receipt: (scope, before) =>
      read(async (run) => readReceipt(run, await resolveBuild(run, which), { scope, before })),
    digest: async () => {
      await prepared()
      return digestOf(connection, which)
    },
    ping: () => connection.ping(),
    close: () => connection.close(),
    at: (time) => pastGraph(read, which, time),
    listEntities: (scope, query) => read((run) => listEntities(run, query, { which, scope })),
    entityCount: (scope) => read((run) => entityCount(run, which, scope)),
    entity: (scope, name, query = {}) =>
      read((run) => entityDetail(run, which, { scope, name, query })),
    named: async (scope, query) => {
      await prepared()
      return named(connection.readOnce, query, { which, scope })
    },
  }
}

/** A forget may take long, and nothing else should wait for it. */
function isSmall({ fences, facts, closed }: GraphStep): boolean {
  return fences.length === 0 && facts.length + closed.length <= FACTS_OF_A_SMALL_STEP
}

async function readCheckpoints(run: Run, which: Which, topic: AnyTopicName): Promise<Checkpoints> {
  const rows = await run<{ partition: number; position: number }>(
    `${IN_BUILD} MATCH (c:Checkpoint {build: build, topic: $given.topic})
     WHERE c.partition IS NOT NULL
     RETURN c.partition AS partition, c.position AS position ORDER BY partition`,
    { ...which, topic },
  )
  return new Map(rows.map((row) => [row.partition, row.position]))
}
