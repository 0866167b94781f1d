// Opens every readable frame of the snapshots in a store, as an attacker with all keys could.
import { createSecretKey } from 'node:crypto'
import type { KeyStore } from '../../../../infra/ports/key-store.ts'
import type { ObjectStore } from '../../../../infra/ports/object-store.ts'
import { stateNames } from '../../../../infra/ports/states.ts'
import { sealedUnder } from '../../../../infra/runtime/envelope/seal.ts'
import { boundTo } from '../../../../infra/runtime/snapshots/kept-snapshots.ts'
import { segmentsOf, snapshotScope } from '../../../../infra/runtime/snapshots/manifest.ts'
import { type Frame, openSegment, rowsOf } from '../../../../infra/runtime/snapshots/segment.ts'

/** `text` is null where the key of the frame's user is gone. */
export type OpenedFrame = { frame: Frame; text: string | null }

/** Of every segment, whether or not a manifest names it. */
export async function framesOf(
  { objects, keys }: { objects: ObjectStore; keys: KeyStore },
  partitions: readonly number[],
): Promise<OpenedFrame[]> {
  const found: OpenedFrame[] = []
  for (const of of partitions.flatMap((partition) =>
    stateNames.map((name) => ({ name, partition })),
  )) {
    for (const key of await objects.list({ prefix: segmentsOf(of), limit: 1_000 })) {
      const sealed = await objects.get(key)
      const outer = sealed && (await keys.get(snapshotScope(of), sealedUnder(sealed)))
      if (!outer) continue
      for (const frame of openSegment(sealed, createSecretKey(outer), boundTo(of, key))) {
        found.push({ frame, text: await textOf(keys, frame, key) })
      }
    }
  }
  return found
}

async function textOf(keys: KeyStore, frame: Frame, segment: string): Promise<string | null> {
  const { keyGeneration } = frame
  const own = keyGeneration === null ? null : await keys.get(frame, keyGeneration)
  if (keyGeneration !== null && own === null) return null
  return JSON.stringify(rowsOf(frame, own && createSecretKey(own), segment).rows)
}
