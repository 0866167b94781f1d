// Builds a projection again beside the one in use and puts it in its place at once. Readers follow the aliases. From
// the moment when the builds are compared, the old one takes no writes, so that no step is reported as done in one and
// is missing in the other; writers that meet this look up which build is in use.
import type { Client } from '@elastic/elasticsearch'
import type { AuditStore } from '../../ports/audit-store.ts'
import type { MemoryStore } from '../../ports/memory-store.ts'
import type { ProjectionStore } from '../../ports/projection.ts'
import { createElasticsearchAuditStore } from '../audit-store.ts'
import { createElasticsearchMemoryStore } from '../memory-store.ts'
import { allCheckpoints } from '../projection/checkpoints.ts'
import { DEFAULT_PREFIX } from '../projection/projection.ts'
import {
  allBuilds,
  type BuildSet,
  holdBuild,
  namesOfBuild,
  numberInUse,
  releaseBuild,
  removeBuilds,
  switchBuild,
} from './builds.ts'
import { buildInUse, type Names } from './indices.ts'
import { auditFamily, memoryFamily } from './mappings.ts'

type ElasticsearchRebuild<Store extends ProjectionStore> = {
  before: Store
  fresh: Store
  /**
   * Puts the fresh build in the place of the other, which is kept until the next swap or forget. `catchUp` is called
   * when the old build takes no more writes: it replays what has come meanwhile. Throws if the fresh build is behind;
   * then nothing has changed, and it can be called again.
   */
  swap(catchUp?: () => Promise<void>): Promise<void>
  discard(): Promise<void>
}

/** The fresh build has not read what the one in use has. */
export class RebuildBehind extends Error {
  override readonly name = 'RebuildBehind'
}

type RebuildOptions = {
  client: Client
  prefix?: string
  shards?: number
  replicas?: number
}

export function openElasticsearchRebuild(
  options: RebuildOptions & { dimensions: number },
): Promise<ElasticsearchRebuild<MemoryStore>> {
  const { client, prefix = DEFAULT_PREFIX, dimensions } = options
  const set = { client, prefix, family: memoryFamily(dimensions) }
  return openRebuild(set, (build) => createElasticsearchMemoryStore({ ...options, prefix, build }))
}

export function openElasticsearchAuditRebuild(
  options: RebuildOptions,
): Promise<ElasticsearchRebuild<AuditStore>> {
  const { client, prefix = DEFAULT_PREFIX } = options
  const set = { client, prefix, family: auditFamily }
  return openRebuild(set, (build) => createElasticsearchAuditStore({ ...options, prefix, build }))
}

/** Puts the build before the one in use back. Workers have to be restarted: their positions are ahead of it. */
export async function rollBackElasticsearch(
  options: RebuildOptions & ({ store: 'memory'; dimensions: number } | { store: 'audit' }),
): Promise<void> {
  const { client, prefix = DEFAULT_PREFIX } = options
  const family = options.store === 'memory' ? memoryFamily(options.dimensions) : auditFamily
  const set = { client, prefix, family }
  const inUse = await numberInUse(set)
  const kept = (await allBuilds(set)).filter((build) => build < inUse).at(-1)
  if (kept === undefined) throw new Error('no build is kept to go back to')
  const [from, to] = [namesOfBuild(set, inUse), namesOfBuild(set, kept)]
  await holdBuild(set, from)
  await releaseBuild(set, to)
  await switchBuild(set, from, to)
}

async function openRebuild<Store extends ProjectionStore>(
  set: BuildSet,
  open: (build: string | undefined) => Store,
): Promise<ElasticsearchRebuild<Store>> {
  // If there is none yet, the first build is made.
  if ((await buildInUse(set.client, set.family, set.prefix)) === null) await open(undefined).ping()
  const inUse = await numberInUse(set)
  // A build after the one in use is left from a rebuild that died or was rolled back. Its number is not used again,
  // because another process may still take it for the build in use.
  const left = (await allBuilds(set)).filter((build) => build > inUse)
  await removeBuilds(set, left)
  const next = Math.max(inUse, ...left) + 1
  const [before, fresh] = [open(String(inUse)), open(String(next))]
  await fresh.ping()
  const close = async () => {
    await before.close()
    await fresh.close()
  }
  return {
    before,
    fresh,
    swap: async (catchUp = async () => {}) => {
      await swapBuilds(set, inUse, { next, catchUp })
      await close()
      const old = (await allBuilds(set)).filter((build) => build !== inUse && build !== next)
      await removeBuilds(set, old)
    },
    discard: async () => {
      await close()
      await removeBuilds(set, [next])
    },
  }
}

async function swapBuilds(
  set: BuildSet,
  inUse: number,
  { next, catchUp }: { next: number; catchUp: () => Promise<void> },
): Promise<void> {
  const [from, to] = [namesOfBuild(set, inUse), namesOfBuild(set, next)]
  try {
    await holdBuild(set, from)
    await catchUp()
    await refuseBehind(set.client, from, to)
    await switchBuild(set, from, to)
  } catch (error) {
    // The switch may have succeeded although its answer was lost: then the old build must take no writes.
    if ((await numberInUse(set)) !== inUse) return
    await releaseBuild(set, from)
    throw error
  }
}

async function refuseBehind(client: Client, from: Names, to: Names): Promise<void> {
  const place = ({ topic, partition }: { topic: string; partition: number }) =>
    `${topic}:${partition}`
  const reached = new Map(
    (await allCheckpoints(client, to.meta)).map((each) => [place(each), each.position]),
  )
  for (const wanted of await allCheckpoints(client, from.meta)) {
    if ((reached.get(place(wanted)) ?? -1) < wanted.position) {
      throw new RebuildBehind(
        `the rebuild is behind in ${wanted.topic}: replay what has come since`,
      )
    }
  }
}
