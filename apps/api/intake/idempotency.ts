// Idempotency keys: repeating a key of an app gives the same answer, and nothing is stored twice. A marker object says
// which resource a key stands for; what the request held is kept sealed under the user's key.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import { type ObjectStore, objectKey } from '../../../infra/ports/object-store.ts'
import { firstOf } from '../../../infra/runtime/certain.ts'
import { seal, unseal } from '../../../infra/runtime/envelope/seal.ts'
import { stableJson } from '../../../infra/runtime/signing/canonical-json.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { doneNote, expireKeys, isExpired, removeExpired, undatedNote } from './expire-keys.ts'

const held = {
  resourceId: z.uuid(),
  generation: z.int(),
  /** The request's hash, sealed under the user's key, in base64. */
  check: z.base64(),
}
/** The owner: a hash of the user's id, keyed by the idempotency key, which is not stored anywhere. */
const marker = z.strictObject({ ...held, owner: z.string() })
/** The older form of markers: with the id itself. */
const namedMarker = z
  .strictObject({ ...held, userId: z.string() })
  .transform(({ userId, ...more }) => ({ ...more, owner: named(userId) }))
const storedMarker = z.union([marker, namedMarker])

/** No app can be called this: identifiers never begin with ~. */
const FOLDER = '~idempotency'

export type Claim =
  /** The first request with this key, or one (`repeated`) that must make sure that the first was stored. */
  | { claim: 'store'; resourceId: string; repeated: boolean; settle: () => Promise<void> }
  /** What the first request stored has been forgotten since, and stays forgotten. */
  | { claim: 'forgotten'; resourceId: string }
  /** What the first request stored is durable: there is nothing left to do. */
  | { claim: 'done'; resourceId: string }
  /** The key was used for another request. */
  | { claim: 'conflict' }

/** `earlierBody`: the request in the form in which earlier versions knew it. */
type ClaimRequest = {
  scope: Scope
  key: string
  body: unknown
  earlierBody?: unknown
  resourceId: string
}

export async function claimIdempotencyKey(
  ports: { objects: ObjectStore; keys: KeyStore },
  request: ClaimRequest,
): Promise<Claim> {
  const { scope, resourceId } = request
  const hash = hashOf(stableJson(JSON.parse(JSON.stringify(request.body))))
  const path = pathOf(scope.appId, request.key)
  const dataKey = firstOf(await ports.keys.current([scope]))
  const sealed = seal(dataKey, { ...scope, id: resourceId }, hash)
  const body = marker.parse({
    resourceId,
    owner: ownerOf(request),
    generation: dataKey.generation,
    check: Buffer.from(sealed).toString('base64'),
  })
  const owners = [ownerOf(request), named(scope.userId)]
  for (;;) {
    const [stored] = await ports.objects.putMany([
      { key: path, body: Buffer.from(JSON.stringify(body)) },
    ])
    if (stored === 'created') {
      const settle = settling(ports, path, resourceId)
      return { claim: 'store', resourceId, repeated: false, settle }
    }
    const { generation } = body
    const earlierHash = () => hashOf(JSON.stringify(request.earlierBody ?? request.body))
    const asked = { scope, owners, path, hash, earlierHash, resourceId, generation }
    const claim = await compare(ports, asked)
    // Null: it has expired.
    if (claim) return claim
  }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function pathOf(appId: string, key: string): string {
  return objectKey(FOLDER, appId, createHash('sha256').update(key).digest('hex'))
}

/** True if the key stands for a request already. */
export async function isTaken(
  { objects }: { objects: ObjectStore },
  { appId, key }: { appId: string; key: string },
): Promise<boolean> {
  return (await objects.get(pathOf(appId, key))) !== null
}

/** A value that no hash equals. */
function named(userId: string): string {
  return `=${userId}`
}

function ownerOf({ key, scope }: { key: string; scope: Scope }): string {
  return createHmac('sha256', key).update(scope.userId).digest('hex')
}

/** Notes that the write is durable, so that a later request stores nothing, whatever has been forgotten since. */
function settling(
  { objects }: { objects: ObjectStore },
  path: string,
  resourceId: string,
): () => Promise<void> {
  return async () => {
    await objects.putMany([doneNote(path, resourceId)])
    // Nothing waits for it, and it never fails.
    void expireKeys(objects, resourceId)
  }
}

/** A note of the older form is written again in the newer one, so that it expires. */
async function isDone(objects: ObjectStore, path: string, resourceId: string): Promise<boolean> {
  const note = doneNote(path, resourceId)
  if (await objects.get(note.key)) return true
  if (!(await objects.get(undatedNote(path)))) return false
  await objects.putMany([note])
  return true
}

/** Null if the marker is gone, or has expired: then it is removed. */
async function compare(
  ports: { objects: ObjectStore; keys: KeyStore },
  request: {
    scope: Scope
    owners: readonly string[]
    path: string
    hash: Buffer
    /** As earlier versions stored it: to them the order of members counted. */
    earlierHash: () => Buffer
    resourceId: string
    generation: number
  },
): Promise<Claim | null> {
  const { objects, keys } = ports
  const { scope, path, hash, earlierHash } = request
  const { appId, userId } = scope
  const bytes = await objects.get(path)
  if (!bytes) return null
  const first = storedMarker.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
  const { resourceId } = first
  if (isExpired(resourceId, request.resourceId) && (await isDone(objects, path, resourceId))) {
    await removeExpired(objects, { path, resourceId })
    return null
  }
  if (!request.owners.includes(first.owner)) return { claim: 'conflict' }
  const key = await keys.get({ appId, userId }, first.generation)
  const gone = !key || request.generation > first.generation
  if (gone) return { claim: 'forgotten', resourceId }
  const bound = { appId, userId, id: resourceId }
  const stored = unseal(key, bound, Buffer.from(first.check, 'base64'))
  const isSame = timingSafeEqual(stored, hash) || timingSafeEqual(stored, earlierHash())
  if (!isSame) return { claim: 'conflict' }
  if (await isDone(objects, path, resourceId)) return { claim: 'done', resourceId }
  // Its note goes after it.
  if (!(await objects.get(path))) return null
  return { claim: 'store', resourceId, repeated: true, settle: settling(ports, path, resourceId) }
}
