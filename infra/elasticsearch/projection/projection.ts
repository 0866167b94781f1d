// What the stores in Elasticsearch share: the parts of the port that every projection has.
import type { Client } from '@elastic/elasticsearch'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { ProjectionStore, Receipt, Step } from '../../ports/projection.ts'
import type { Remainder } from '../../ports/remainder.ts'
import type { Telemetry } from '../../runtime/telemetry.ts'
import {
  blamingNoDocument,
  type ClientSettings,
  createElasticsearchClient,
  lacksField,
} from '../client/client.ts'
import { removeKept } from '../indices/builds.ts'
import { type IndexOptions, type Indices, type Names, openIndices } from '../indices/indices.ts'
import type { Family } from '../indices/mappings.ts'
import { ownerOf } from '../reading/identity.ts'
import { createReader, type Reader } from '../reading/reading.ts'
import { readCheckpoints } from './checkpoints.ts'
import { createCleaning } from './cleaning.ts'
import { type Continuity, createContinuity } from './continuity.ts'
import { digestOf } from './digest.ts'
import { readFences } from './fences/fences.ts'
import { readPlan } from './receipts.ts'
import { applyStep, type StepWork } from './step.ts'

/** A client that is passed in is the caller's to close; one made from a URL is closed with the store. */
type Connection = ClientSettings | { client: Client }

export const DEFAULT_PREFIX = 'palimpsest'

export type Projection<Table extends string> = {
  client: Client
  indices: Indices<Table>
  read: Reader<Table>
  apply(step: Step, work: StepWork<Table>): Promise<void>
  port: ProjectionStore
}

export type ProjectionOptions = Connection &
  Partial<IndexOptions> & {
    /** How long after a forget its remains are cleaned up; null: never. */
    cleanAfterMs?: number | null
    /** A rebuild fills it: nothing is shown before it comes into use. */
    isFilled?: boolean | undefined
    /** Told of a cleaning that fails. */
    logger?: Telemetry['logger'] | undefined
  }

const CLEAN_AFTER_MS = 60_000

export function openProjection<Table extends string>(
  options: ProjectionOptions,
  family: Family<Table>,
): Projection<Table> {
  const { prefix = DEFAULT_PREFIX, build, isFilled } = options
  const given = 'client' in options
  const client = given ? options.client : createElasticsearchClient(options)
  const indices = openIndices(client, family, { ...options, prefix })
  const continuity = createContinuity()
  const { cleanAfterMs = CLEAN_AFTER_MS } = options
  const cleaning = createCleaning<Table>(build === undefined ? cleanAfterMs : null, options.logger)
  const port = portOf(indices, continuity, async () => {
    cleaning.stop()
    if (!given) await client.close()
  })
  const applyTo = async (names: Names<Table>, step: Step, work: StepWork<Table>) => {
    const { checkpoint, fences } = step
    const stands = async () => (await readCheckpoints(client, names.meta, checkpoint.topic)).stands
    await continuity.check(names.meta, checkpoint, stands)
    if (build === undefined && fences.length > 0)
      await blamingNoDocument(() => removeKept({ client, family, prefix }))
    const target = { client, names, isFilled }
    await applyStep(target, step, work)
    continuity.done(names.meta, checkpoint)
    cleaning.after(target, step, work.erase)
  }
  const apply = async (step: Step, work: StepWork<Table>) => {
    const names = await indices.current()
    try {
      await applyTo(names, step, work)
    } catch (error) {
      // Another build may have taken its place since the look-up, and a process of an older version may have made it.
      const now = await indices.lookAgain()
      const lacking = lacksField(error)
      if (lacking) await indices.repair()
      else if (now.meta === names.meta) throw error
      await applyTo(now, step, work)
    }
  }
  return { client, indices, read: createReader(indices), apply, port }
}

/** Cleaning starts it a minute after the forget (cleaning.ts); the server finishes it in its own time. */
const remainders: readonly Remainder[] = [
  { what: 'files of its indices that have not been rewritten yet', goneWithinMs: null },
]

function portOf(
  indices: Indices,
  continuity: Continuity,
  close: () => Promise<void>,
): ProjectionStore {
  const { client, names, ready } = indices
  return {
    remainders,
    checkpoints: async (topic) => {
      await ready()
      const { build, stands } = await readCheckpoints(client, names.meta, topic)
      if ((await indices.current()).meta !== build) await indices.lookAgain()
      continuity.told(build, topic, stands)
      return stands
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

/** Asks every index: an index with missing shards does not answer. */
async function ping({ client, names, ready }: Indices): Promise<void> {
  await ready()
  await client.search({
    index: Object.values(names),
    size: 0,
    terminate_after: 1,
    allow_partial_search_results: false,
  })
}
