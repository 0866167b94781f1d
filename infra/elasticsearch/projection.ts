// What the stores in Elasticsearch have in common: the parts of the port that every projection has.
import type { Client } from '@elastic/elasticsearch'
import type { Scope } from '../../schemas/identifiers.ts'
import type { ProjectionStore, Receipt, Step } from '../ports/projection.ts'
import { readCheckpoints } from './checkpoints.ts'
import { type ClientSettings, createElasticsearchClient } from './client.ts'
import { digestOf } from './digest.ts'
import { readFences } from './fences.ts'
import { ownerOf } from './identity.ts'
import type { Indices } from './indices.ts'
import { createReader, type Reader } from './reading.ts'
import { readPlan } from './receipts.ts'
import { applyStep, type StepWork } from './step.ts'

/** A client is the caller's to close; one that is made from a url is closed with the store. */
export type Connection = ClientSettings | { client: Client }

export const DEFAULT_PREFIX = 'palimpsest'

export type Projection = {
  client: Client
  indices: Indices
  read: Reader
  apply(step: Step, work: StepWork): Promise<void>
  port: ProjectionStore
}

export function openProjection(
  connection: Connection,
  open: (client: Client) => Indices,
): Projection {
  const given = 'client' in connection
  const client = given ? connection.client : createElasticsearchClient(connection)
  const indices = open(client)
  const port = portOf(indices, async () => {
    if (!given) await client.close()
  })
  const apply = async (step: Step, work: StepWork) =>
    applyStep({ client, names: await indices.current() }, step, work)
  return { client, indices, read: createReader(indices), apply, port }
}

function portOf(indices: Indices, close: () => Promise<void>): ProjectionStore {
  const { client, names, ready } = indices
  return {
    checkpoints: async (topic) => {
      await ready()
      return readCheckpoints(client, names.meta, topic)
    },
    fences: async (scopes) => {
      await ready()
      const found = await readFences(client, names.meta, scopes.map(ownerOf))
      return scopes.flatMap((scope) => found.get(ownerOf(scope)) ?? [])
    },
    receipt: async (scope, before) => {
      await ready()
      return receiptOf(indices, scope, before)
    },
    digest: async () => {
      await ready()
      return digestOf(client, names)
    },
    ping: () => ping(indices),
    close,
  }
}

async function receiptOf({ client, names }: Indices, scope: Scope, before: number) {
  const { appId, userId } = scope
  const plan = await readPlan(client, names.meta, { appId, userId, before })
  if (!plan?.complete) return null
  const { removed, resourceIds } = plan
  return { before, removed, resourceIds } satisfies Receipt
}

/** Asks every index: one whose shards are not there does not answer. */
async function ping({ client, names, ready }: Indices): Promise<void> {
  await ready()
  await client.search({
    index: Object.values(names),
    size: 0,
    terminate_after: 1,
    allow_partial_search_results: false,
  })
}
