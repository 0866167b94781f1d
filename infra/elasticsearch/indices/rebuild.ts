// Builds a projection again beside the one in use and puts it in its place at once. Readers follow the aliases. From
// the moment when the builds are compared, the old one takes no writes, so that no step is reported as done in one and
// is missing in the other; writers that meet this look up which build is in use.
import { createHash } from 'node:crypto'
import type { Client } from '@elastic/elasticsearch'
import type { AuditStore } from '../../ports/audit-store.ts'
import type { MemoryStore } from '../../ports/memory-store.ts'
import type { ProjectionStore, Resuming } from '../../ports/projection.ts'
import { packageVersion } from '../../runtime/package-version.ts'
import { waitAtMost } from '../../runtime/wait/wait-for.ts'
import { createElasticsearchAuditStore } from '../audit-store.ts'
import { createElasticsearchMemoryStore } from '../memory-store.ts'
import { unreached } from '../projection/checkpoints.ts'
import { DEFAULT_PREFIX } from '../projection/projection.ts'
import {
  allBuilds,
  type BuildSet,
  begunBy,
  holdBuild,
  namesOfBuild,
  noteBegun,
  noteFilled,
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
  resumed: boolean
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

/** The build in use takes no writes, because neither switching nor releasing it succeeded. */
class BuildStaysHeld extends Error {
  override readonly name = 'BuildStaysHeld'
  constructor(build: string) {
    super(
      `${build} takes no writes until the next replay begins: start it when Elasticsearch is back`,
    )
  }
}

type RebuildOptions = Resuming & {
  client: Client
  prefix?: string
  /** For how long a swap that failed tries to release the build in use. */
  releaseMs?: number | undefined
}

const RELEASE_MS = 60_000
const RELEASING = { firstMs: 250, longestMs: 5_000 }

export function openElasticsearchRebuild(
  options: RebuildOptions & { dimensions: number },
): Promise<ElasticsearchRebuild<MemoryStore>> {
  const { client, prefix = DEFAULT_PREFIX, dimensions } = options
  const set = { client, prefix, family: memoryFamily(dimensions) }
  const open: Open<MemoryStore> = (of) =>
    createElasticsearchMemoryStore({ ...options, ...of, prefix })
  return openRebuild(set, open, options)
}

export function openElasticsearchAuditRebuild(
  options: RebuildOptions,
): Promise<ElasticsearchRebuild<AuditStore>> {
  const { client, prefix = DEFAULT_PREFIX } = options
  const set = { client, prefix, family: auditFamily }
  const open: Open<AuditStore> = (of) =>
    createElasticsearchAuditStore({ ...options, ...of, prefix })
  return openRebuild(set, open, options)
}

type Open<Store> = (of: { build?: string; isFilled?: true }) => Store

async function openRebuild<Store extends ProjectionStore>(
  set: BuildSet,
  open: Open<Store>,
  { resumes = true, releaseMs = RELEASE_MS }: Pick<RebuildOptions, 'resumes' | 'releaseMs'>,
): Promise<ElasticsearchRebuild<Store>> {
  // If there is none yet, the first build is made.
  if ((await buildInUse(set.client, set.family, set.prefix)) === null) await open({}).ping()
  const inUse = await numberInUse(set)
  // A rebuild that was killed while it swapped has left it held.
  await releaseBuild(set, namesOfBuild(set, inUse))
  // A build after the one in use is left from a rebuild that was killed, and is filled further, or was in use before an operator put its predecessor back. The
  // number of one that is removed is not used again, because another process may still write to it.
  const left = (await allBuilds(set)).filter((build) => build > inUse)
  const half = resumes ? await halfFilled(set, left) : null
  await removeBuilds(
    set,
    left.filter((build) => build !== half),
  )
  const next = half ?? Math.max(inUse, ...left) + 1
  const before = open({ build: String(inUse) })
  const fresh = open({ build: String(next), isFilled: true })
  await fresh.ping()
  if (half === null) await noteBegun(set, namesOfBuild(set, next), fillerOf(set))
  const close = async () => {
    await before.close()
    await fresh.close()
  }
  return {
    before,
    fresh,
    resumed: half !== null,
    swap: async (catchUp = async () => {}) => {
      await swapBuilds(set, inUse, { next, catchUp, releaseMs })
      await close()
      const old = (await allBuilds(set)).filter((build) => build !== inUse && build !== next)
      await removeBuilds(set, old)
    },
    discard: async () => {
      await close()
      // Another process may have filled the same build further, and put it in use.
      if ((await numberInUse(set)) !== next) await removeBuilds(set, [next])
    },
  }
}

async function halfFilled(set: BuildSet, left: readonly number[]): Promise<number | null> {
  const last = left.at(-1)
  if (last === undefined) return null
  return (await begunBy(set, namesOfBuild(set, last))) === fillerOf(set) ? last : null
}

/** Names the version of the service and what its indices look like: the size of vectors is a setting. */
function fillerOf({ family }: BuildSet): string {
  return createHash('sha256')
    .update(`${packageVersion()} ${JSON.stringify(family)}`)
    .digest('hex')
}

async function swapBuilds(
  set: BuildSet,
  inUse: number,
  { next, catchUp, releaseMs }: { next: number; catchUp: () => Promise<void>; releaseMs: number },
): Promise<void> {
  const [from, to] = [namesOfBuild(set, inUse), namesOfBuild(set, next)]
  try {
    await holdBuild(set, from)
    await catchUp()
    await refuseBehind(set.client, from, to)
    await set.client.indices.refresh({ index: Object.values(to) })
    await noteFilled(set, to)
    await switchBuild(set, from, to)
  } catch (error) {
    const release = () => releaseUnlessSwitched(set, inUse).catch(() => null)
    const ended = await waitAtMost(release, releaseMs, RELEASING)
    if (ended === 'switched') return
    throw ended === null ? new BuildStaysHeld(from.meta) : error
  }
}

/** The switch may have succeeded although its answer was lost: then the old build must take no writes. */
async function releaseUnlessSwitched(
  set: BuildSet,
  inUse: number,
): Promise<'released' | 'switched'> {
  if ((await numberInUse(set)) !== inUse) return 'switched'
  await releaseBuild(set, namesOfBuild(set, inUse))
  return 'released'
}

async function refuseBehind(client: Client, from: Names, to: Names): Promise<void> {
  const behind = await unreached(client, { from: from.meta, to: to.meta })
  if (!behind) return
  throw new RebuildBehind(`the rebuild is behind in ${behind.topic}: replay what has come since`)
}
