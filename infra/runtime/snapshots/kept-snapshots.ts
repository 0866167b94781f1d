// Snapshots as they lie in the object store: the newest manifest, segments, and what is obsolete.
import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { KeyStore } from '../../ports/key-store.ts'
import { type ObjectStore, putOwn } from '../../ports/object-store.ts'
import type { StateStore } from '../../ports/states.ts'
import { firstOf } from '../certain.ts'
import { timeOf } from '../envelope/ids.ts'
import { type SealingKey, seal, sealedUnder, unseal } from '../envelope/seal.ts'
import { isFatal, isOutage } from '../fail/retry.ts'
import {
  folderOf,
  type Manifest,
  manifest,
  manifestKey,
  manifestsOf,
  numberOf,
  type Segment,
  segmentsOf,
  snapshotScope,
} from './manifest.ts'

type SnapshotPorts = { objects: ObjectStore; keys: KeyStore }

/** A snapshot does not match its manifest, or is of another log. Nothing of it is used. */
export class UnusableSnapshot extends Error {}

const KEYS_A_PAGE = 1_000
/** A segment that no manifest names belongs to a snapshot that is being taken or was abandoned. */
const GIVEN_UP_AFTER_MS = 3_600_000

/** `number` is that of the newest manifest, readable or not. */
export async function newestManifest(
  { objects, keys }: SnapshotPorts,
  of: StateStore,
): Promise<{ number: number; manifest: Manifest | null; why: string | null }> {
  const key = (await listAll(objects, manifestsOf(of))).at(-1)
  if (key === undefined) return { number: 0, manifest: null, why: null }
  const number = numberOf(key)
  try {
    const opened = await openObject({ objects, keys }, of, key)
    return {
      number,
      manifest: manifest.parse(JSON.parse(Buffer.from(opened).toString())),
      why: null,
    }
  } catch (error) {
    if (isOutage(error) || isFatal(error)) throw error
    const why = error instanceof UnusableSnapshot ? error.message : 'its manifest does not open'
    return { number, manifest: null, why }
  }
}

/** False where another process has written a manifest with this number, which then counts. */
export async function putManifest(
  { objects }: SnapshotPorts,
  of: StateStore,
  { made, key }: { made: Manifest; key: SealingKey },
): Promise<boolean> {
  const name = manifestKey(of, made.number)
  const body = seal(key, boundTo(of, name), Buffer.from(JSON.stringify(made)))
  return putOwn(objects, { key: name, body })
}

/**
 * Reads a segment and opens it with its key; throws UnusableSnapshot where its bytes are not those that were written.
 */
export async function readSegment(
  ports: SnapshotPorts,
  of: StateStore,
  { key, sha256 }: Segment,
): Promise<{ sealed: Uint8Array; key: KeyObject }> {
  const sealed = await ports.objects.get(key)
  if (!sealed) throw new UnusableSnapshot('a segment is missing')
  if ((await sha256Of(sealed)) !== sha256) throw new UnusableSnapshot('a segment is damaged')
  return { sealed, key: await snapshotKey(ports, of, sealed) }
}

/** True where every segment that it names lies in the object store. */
export async function isWhole(
  { objects }: Pick<SnapshotPorts, 'objects'>,
  of: StateStore,
  { segments }: Manifest,
): Promise<boolean> {
  const there = new Set(await listAll(objects, segmentsOf(of)))
  return segments.every(({ key }) => there.has(key))
}

export async function sha256Of(bytes: Uint8Array): Promise<string> {
  // Off this thread, because a segment is large.
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Buffer.from(digest).toString('hex')
}

export function boundTo(of: StateStore, id: string): Scope & { id: string } {
  return { ...snapshotScope(of), id }
}

/** Removes manifests before this one, segments that it no longer names, and what others have abandoned. */
export async function removeObsolete(
  { objects }: SnapshotPorts,
  of: StateStore,
  { kept, before, nowMs }: { kept: Manifest; before: Manifest | null; nowMs: number },
): Promise<void> {
  const needed = new Set(kept.segments.map(({ key }) => key))
  const named = new Set(before?.segments.map(({ key }) => key))
  const manifests = (await listAll(objects, manifestsOf(of))).filter(
    (key) => numberOf(key) < kept.number,
  )
  const segments = (await listAll(objects, segmentsOf(of))).filter(
    (key) => !needed.has(key) && (named.has(key) || isGivenUp(key, nowMs)),
  )
  // A process that restores from an earlier manifest meanwhile finds a segment missing, and begins again.
  await objects.deleteMany([...manifests, ...segments])
}

function isGivenUp(key: string, nowMs: number): boolean {
  return nowMs - timeOf(key.slice(key.lastIndexOf('/') + 1)) > GIVEN_UP_AFTER_MS
}

/**
 * Makes every snapshot of the state unreadable, including one that is being taken: destroys the key first, then what
 * was sealed under it.
 */
export async function destroySnapshots(
  { objects, keys }: SnapshotPorts,
  of: StateStore,
): Promise<void> {
  const scope = snapshotScope(of)
  const current = firstOf(await keys.current([scope]))
  await keys.destroy(scope, current.generation)
  await objects.deleteMany(await listAll(objects, folderOf(of)))
}

async function openObject(ports: SnapshotPorts, of: StateStore, key: string): Promise<Uint8Array> {
  const sealed = await ports.objects.get(key)
  if (!sealed) throw new UnusableSnapshot('it has gone')
  return unseal(await snapshotKey(ports, of, sealed), boundTo(of, key), sealed)
}

async function snapshotKey(
  { keys }: SnapshotPorts,
  of: StateStore,
  sealed: Uint8Array,
): Promise<KeyObject> {
  const key = await keys.get(snapshotScope(of), sealedUnder(sealed))
  if (!key) throw new UnusableSnapshot('its key was destroyed')
  return createSecretKey(key)
}

async function listAll(objects: ObjectStore, prefix: string): Promise<string[]> {
  const found: string[] = []
  for (;;) {
    const after = found.at(-1)
    const page = await objects.list({ prefix, limit: KEYS_A_PAGE, ...(after ? { after } : {}) })
    found.push(...page)
    if (page.length < KEYS_A_PAGE) return found
  }
}
