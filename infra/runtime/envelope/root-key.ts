// The root key: it wraps the users' data keys and makes their pseudonyms. It is the first master key. From the first
// rotation on it is stored, wrapped by the master key in use, so a rotation changes one record and running processes go
// on. Pure.
import { createSecretKey } from 'node:crypto'
import type { Scope } from '../../../schemas/identifiers.ts'
import { unwrapKey, wrapKey } from './wrap-key.ts'

/** No app can be called this: identifiers never begin with ~. */
export const ROOT: Scope = { appId: '~master-key', userId: 'root' }

export type WrappedRoot = { generation: number; wrapped: Uint8Array }

export type RootRecord = {
  /** Null before the first rotation. */
  read(): Promise<WrappedRoot | null>
  /** False where another rotation was first. When it resolves, what the master keys of before open is gone. */
  replace(next: WrappedRoot): Promise<boolean>
}

/** Throws WrongMasterKey. */
export function openRoot(masterKey: Uint8Array, stored: WrappedRoot | null): Uint8Array {
  return stored === null ? masterKey : unwrapKey(createSecretKey(masterKey), ROOT, stored)
}

export function wrapRoot(masterKey: Uint8Array, root: Uint8Array, generation: number): WrappedRoot {
  const wrapped = wrapKey(createSecretKey(masterKey), root, { scope: ROOT, generation })
  return { generation, wrapped }
}
