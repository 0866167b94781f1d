// One rebuild of a projection at a time over servers: a second one would go on in the build of the first, or delete it.
// The one that runs keeps an object in the bucket whose key tells when it was last renewed; one that is not renewed was
// left by a rebuild that was killed. A clock that is wrong by less than the difference of the two times does no harm.
import { type ObjectStore, objectKey } from '../../../infra/ports/object-store.ts'
import type { ProjectionName } from '../../../infra/ports/ports.ts'
import type { ProjectionStore, Rebuild } from '../../../infra/ports/projection.ts'
import { uuidV7 } from '../../../infra/runtime/envelope/ids.ts'
import { every } from '../../../infra/runtime/wait/every.ts'

const RENEWED_EVERY_MS = 10_000
const HELD_MS = 60_000
/** More than ever are there: each rebuild removes what killed ones have left. */
const MOST_CLAIMS = 100
const DIGITS = 15

export class RebuildRuns extends Error {
  override readonly name = 'RebuildRuns'
  constructor(projection: ProjectionName) {
    super(
      `another replay of ${projection} is running, or was killed less than a minute ago: wait for it, or try again in a minute`,
    )
  }
}

type ClaimParts = {
  /** Closed where the rebuild ends. */
  objects: Pick<ObjectStore, 'putMany' | 'deleteMany' | 'list' | 'close'>
  now: () => Date
}

type Claim = {
  /** Throws RebuildRuns where this one was not renewed in time, and another rebuild has begun since. */
  renew(): Promise<void>
  release(): Promise<void>
}

/** Opens a rebuild that is alone until it is swapped, discarded or left. */
export async function openAlone<Store extends ProjectionStore>(
  parts: ClaimParts,
  projection: ProjectionName,
  open: () => Promise<Rebuild<Store>>,
): Promise<Required<Pick<Rebuild, 'leave'>> & Rebuild<Store>> {
  const claim = claimOf(parts, projection)
  let isRenewing = false
  const endRenewing = every(RENEWED_EVERY_MS, async () => {
    // A slow bucket gets one question at a time.
    if (isRenewing) return
    isRenewing = true
    // One that fails is made good by the next one.
    await claim.renew().catch(() => undefined)
    isRenewing = false
  })
  const end = async () => {
    endRenewing()
    // What is not released ends by itself in a minute.
    await claim.release().catch(() => undefined)
    await parts.objects.close()
  }
  try {
    await claim.renew()
    const rebuild = await open()
    return {
      ...rebuild,
      swap: async (catchUp) => {
        await claim.renew()
        await rebuild.swap(catchUp)
        await end()
      },
      discard: () => rebuild.discard().finally(end),
      leave: () => (rebuild.leave?.() ?? Promise.resolve()).finally(end),
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** Of two that claim at the same moment, each may see the other: then neither gets it. */
function claimOf({ objects, now }: ClaimParts, projection: ProjectionName): Claim {
  const holder = uuidV7(now().getTime())
  const own: string[] = []
  let renewing: Promise<void> = Promise.resolve()
  const refuseOthers = async () => {
    const keys = await objects.list({ prefix: objectKey(projection, ''), limit: MOST_CLAIMS })
    const others = keys.filter((key) => !key.endsWith(holder))
    const isHeld = (key: string) => renewedAt(key) > now().getTime() - HELD_MS
    if (others.some(isHeld)) throw new RebuildRuns(projection)
    if (others.length > 0) await objects.deleteMany(others)
  }
  const put = async () => {
    const last = own.splice(0)
    const key = keyOf(projection, now().getTime(), holder)
    own.push(key)
    await objects.putMany([{ key, body: new Uint8Array() }])
    const gone = last.filter((each) => each !== key)
    if (gone.length > 0) await objects.deleteMany(gone)
  }
  return {
    renew: () => {
      const renewed = renewing.then(refuseOthers).then(put).then(refuseOthers)
      renewing = renewed.catch(() => undefined)
      return renewed
    },
    release: async () => {
      await renewing
      if (own.length > 0) await objects.deleteMany(own)
    },
  }
}

function keyOf(projection: ProjectionName, atMs: number, holder: string): string {
  return objectKey(projection, `${String(atMs).padStart(DIGITS, '0')}-${holder}`)
}

function renewedAt(key: string): number {
  const [, claim = ''] = key.split('/')
  return Number(claim.slice(0, DIGITS))
}
