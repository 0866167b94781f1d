// What a file of data keys says of one user, with the keys that were unwrapped.
import type { KeyObject } from 'node:crypto'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { DataKey } from '../../ports/key-store.ts'
import { unwrapKey } from '../../runtime/envelope/wrap-key.ts'
import { type KeyFile, livingKeys, newestKey } from './key-rows.ts'

export type KeysOfUser = {
  /** Those that live, the newest first. */
  generations: number[]
  /** Null if the newest was destroyed, or none was made. */
  current(): DataKey | null
  /** Null if it was destroyed, or never made. */
  key(generation: number): Uint8Array | null
}

export function keysOf(file: KeyFile, masterKey: KeyObject, scope: Scope): KeysOfUser {
  const living = new Map(livingKeys(file, scope).map((row) => [row.generation, row.wrapped]))
  const unwrapped = new Map<number, Uint8Array>()
  const key = (generation: number) => {
    const wrapped = living.get(generation)
    if (!wrapped) return null
    const known = unwrapped.get(generation) ?? unwrapKey(masterKey, scope, { generation, wrapped })
    unwrapped.set(generation, known)
    return known
  }
  const newest = newestKey(file, scope)?.generation ?? 0
  const current = () => {
    const found = key(newest)
    return found && { generation: newest, key: found }
  }
  return { generations: [...living.keys()], current, key }
}
