// Remembers what keys have opened of the objects that a store holds.
import { getOrMake } from '../../runtime/certain.ts'
import type { Keys } from './keyring.ts'
import type { UserKeys } from './user-keys.ts'

/**
 * What each key has opened, by the object that a store holds. Neither outlives the other: where the key is destroyed or
 * the store drops the object, what was opened goes too.
 */
const openedBy = new WeakMap<UserKeys, WeakMap<object, unknown>>()

/** Calls `open` for each object that no key of these has opened before. What opens under none is left out. */
export function openedOnce<T extends object>(
  sealed: readonly T[],
  keys: Keys,
  open: (each: T) => { key: UserKeys; plain: T } | null,
): T[] {
  if (sealed.length === 0) return []
  const [known, ...others] = keys.map(openedWith)
  if (!known) return []
  const all: T[] = []
  for (const each of sealed) {
    const plain = (known.get(each) as T | undefined) ?? before(others, each) ?? openNow(each, open)
    if (plain) all.push(plain)
  }
  return all
}

/** The same list for a list that is held, because what is made of the list is remembered too. */
export function openedListOnce<T>(
  sealed: readonly T[],
  keys: Keys,
  open: (list: readonly T[]) => T[],
): T[] {
  const [key] = keys
  // While several generations live, any of them may go.
  if (!key || keys.length > 1) return open(sealed)
  const known = openedWith(key).get(sealed) as T[] | undefined
  if (known) return known
  const plain = open(sealed)
  openedWith(key).set(sealed, plain)
  return plain
}

function openedWith(key: UserKeys): WeakMap<object, unknown> {
  return getOrMake(openedBy, key, () => new WeakMap<object, unknown>())
}

function before<T extends object>(known: readonly WeakMap<object, unknown>[], sealed: T) {
  for (const byKey of known) {
    const plain = byKey.get(sealed)
    if (plain !== undefined) return plain as T
  }
  return null
}

function openNow<T extends object>(
  sealed: T,
  open: (each: T) => { key: UserKeys; plain: T } | null,
): T | null {
  const opened = open(sealed)
  if (!opened) return null
  openedWith(opened.key).set(sealed, opened.plain)
  return opened.plain
}
