// Remembers what a key has opened of an object that a store holds.
import type { Keys } from './keyring.ts'
import type { UserKeys } from './user-keys.ts'

/**
 * What each key has opened, by the object that a store holds. Neither outlives the other: where the key is destroyed or
 * the store drops the object, what was opened goes too.
 */
const openedBy = new WeakMap<UserKeys, WeakMap<object, unknown>>()

/** `open` is called unless a key of these has opened the same object before. */
export function openedOnce<T extends object>(
  sealed: T,
  keys: Keys,
  open: () => { key: UserKeys; plain: T } | null,
): T | null {
  for (const key of keys) {
    const known = openedBy.get(key)?.get(sealed)
    if (known) return known as T
  }
  const opened = open()
  if (!opened) return null
  const { key, plain } = opened
  const byKey = openedBy.get(key) ?? new WeakMap()
  openedBy.set(key, byKey)
  byKey.set(sealed, plain)
  return plain
}
