// Data keys as every key store holds them: wrapped by the master key with AES-256-GCM and bound to their app, user and
// generation. The form is the same everywhere, so that wrapped keys can be moved.
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import type { Scope } from '../../../schemas/identifiers.ts'
import { DamagedKey, WrongMasterKey } from '../../ports/key-store.ts'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const WRAPPED_BYTES = IV_BYTES + TAG_BYTES + KEY_BYTES

/** A new key, and how it is stored: IV, tag, cipher text. */
export function newKey(
  masterKey: KeyObject,
  scope: Scope,
  generation: number,
): { key: Uint8Array; wrapped: Uint8Array } {
  const key = randomBytes(KEY_BYTES)
  return { key, wrapped: wrapKey(masterKey, key, { scope, generation }) }
}

export function wrapKey(
  masterKey: KeyObject,
  key: Uint8Array,
  { scope, generation }: { scope: Scope; generation: number },
): Uint8Array {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', masterKey, iv)
  cipher.setAAD(boundTo(scope, generation))
  const body = Buffer.concat([cipher.update(key), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/**
 * Throws WrongMasterKey if another key wrapped it, or if the bytes were changed or belong to another user or
 * generation. Throws DamagedKey if it is no wrapped key at all.
 */
export function unwrapKey(
  masterKey: KeyObject,
  scope: Scope,
  { generation, wrapped }: { generation: number; wrapped: Uint8Array },
): Uint8Array {
  if (wrapped.byteLength !== WRAPPED_BYTES) throw new DamagedKey()
  try {
    const decipher = createDecipheriv('aes-256-gcm', masterKey, wrapped.subarray(0, IV_BYTES))
    decipher.setAAD(boundTo(scope, generation))
    decipher.setAuthTag(wrapped.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const body = wrapped.subarray(IV_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(body), decipher.final()])
  } catch {
    throw new WrongMasterKey()
  }
}

/** A wrapped key moved to another user's name does not open. */
function boundTo({ appId, userId }: Scope, generation: number): Buffer {
  return Buffer.from(JSON.stringify([appId, userId, generation]))
}
