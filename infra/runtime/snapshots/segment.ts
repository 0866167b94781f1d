// A segment of a snapshot as bytes: frames of rows, each sealed under the key of their user, and all of it sealed under
// the key of the snapshots, so that the bucket does not reveal whose rows it holds. Pure, but for the seals.
import type { KeyObject } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import { z } from 'zod'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { KeyStore } from '../../ports/key-store.ts'
import type { StateRow, UserRows } from '../../ports/states.ts'
import { present } from '../certain.ts'
import { keysOnce } from '../envelope/codec.ts'
import { type SealingKey, seal, unseal } from '../envelope/seal.ts'

/** Rows of one user, as they lie in a segment. `keyGeneration` null: they hold no words of the user's. */
export type Frame = Scope & { keyGeneration: number | null; body: Uint8Array }

const LENGTH_BYTES = 4

const header = z.array(
  z.object({
    appId: z.string(),
    userId: z.string(),
    keyGeneration: z.int().nullable(),
    bytes: z.int(),
  }),
)

/** The key of the rows' user; null where they need none, or it was destroyed. */
export function groupKeys(
  keys: KeyStore,
): (group: Pick<Frame, keyof Scope | 'keyGeneration'>) => Promise<KeyObject | null> {
  const keyOf = keysOnce(keys)
  return async (group) => (group.keyGeneration === null ? null : keyOf(group, group.keyGeneration))
}

/**
 * `key` is the user's, of the rows' generation; null where they need none. The frame is bound to the segment's name.
 */
export function frameOf(group: UserRows, key: KeyObject | null, segment: string): Frame {
  const { appId, userId, keyGeneration, rows } = group
  const plain = serialize(rows)
  if (keyGeneration === null) return { appId, userId, keyGeneration, body: plain }
  const sealing: SealingKey = { generation: keyGeneration, key: present(key, 'key') }
  return {
    appId,
    userId,
    keyGeneration,
    body: seal(sealing, { appId, userId, id: segment }, plain),
  }
}

export function rowsOf(frame: Frame, key: KeyObject | null, segment: string): UserRows {
  const { appId, userId, keyGeneration, body } = frame
  const bound = { appId, userId, id: segment }
  const plain = keyGeneration === null ? body : unseal(present(key, 'key'), bound, body)
  return { appId, userId, keyGeneration, rows: deserialize(plain) as StateRow[] }
}

/** The names of the frames' users stand before the frames, because they are needed to ask for the keys. */
export function sealSegment(
  frames: readonly Frame[],
  key: SealingKey,
  bound: Scope & { id: string },
): Uint8Array {
  const names = frames.map(({ body, ...name }) => ({ ...name, bytes: body.length }))
  const named = Buffer.from(JSON.stringify(names))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(named.length)
  return seal(key, bound, Buffer.concat([length, named, ...frames.map(({ body }) => body)]))
}

export function openSegment(
  sealed: Uint8Array,
  key: KeyObject,
  bound: Scope & { id: string },
): Frame[] {
  const plain = Buffer.from(unseal(key, bound, sealed))
  const start = LENGTH_BYTES + plain.readUInt32BE(0)
  const names = header.parse(JSON.parse(plain.toString('utf8', LENGTH_BYTES, start)))
  let at = start
  return names.map(({ bytes, ...name }) => {
    const body = plain.subarray(at, at + bytes)
    at += bytes
    return { ...name, body }
  })
}
