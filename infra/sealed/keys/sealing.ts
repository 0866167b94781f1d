// What the layer around a store needs: which user a pseudonym stands for, and whose keys open what.
import type { Scope } from '../../../schemas/identifiers.ts'
import type { KeyStore } from '../../ports/key-store.ts'
import { nth } from '../../runtime/certain.ts'
import { createOwners, type Owners } from '../../runtime/envelope/owners.ts'
import { type HoldOptions, holdKeys, knownInTurn } from './hold-keys.ts'
import { createKeyring, type Keyring, type Keys, nameOf } from './keyring.ts'
import { sealedUnder, type UserKeys } from './user-keys.ts'

export type Sealing = { owners: Owners; keyring: Keyring }

export function createSealing(options: {
  masterKey: Uint8Array
  keys: Pick<KeyStore, 'generations' | 'get'>
}): Sealing {
  return { owners: createOwners(options.masterKey), keyring: createKeyring(options) }
}

/** For a thread that only answers queries (hold-keys.ts). */
export function forReading(
  { owners, keyring }: Sealing,
  options: HoldOptions,
): Sealing & { letGo(): void } {
  const held = holdKeys(keyring, options)
  return { owners, keyring: held, letGo: held.letGo }
}

/**
 * For a thread that also makes and destroys keys, with the key store through which it does.
 * @param keys - those that `sealing` asks.
 */
export function forWriting(
  { owners, keyring }: Sealing,
  keys: KeyStore,
): { sealing: Sealing; keys: KeyStore } {
  const known = knownInTurn(keyring)
  const changing = async <T>(change: Promise<T>) => {
    try {
      return await change
    } finally {
      known.letGo()
    }
  }
  return {
    sealing: { owners, keyring: known },
    keys: {
      ...keys,
      current: (scopes) => changing(keys.current(scopes)),
      rotate: (scope) => changing(keys.rotate(scope)),
      destroy: (scope, generation) => changing(keys.destroy(scope, generation)),
    },
  }
}

/** A user by the id that the layers above know, with the keys that open the user's content. */
type Owned = { scope: Scope; keys: Keys }

/** The users of one call. */
export type OwnedUsers = {
  /** By the scope under which the store below knows the user. */
  of(sealed: Scope): Owned | undefined
  /** Users with two generations: a forget is about to destroy one. */
  beingForgotten(): Scope[]
}

/** Asks for the keys of each user once. */
export async function ownedUsers(
  { owners, keyring }: Sealing,
  scopes: readonly Scope[],
): Promise<OwnedUsers> {
  const wanted = new Map(
    scopes.map((scope) => [nameOf(scope), { appId: scope.appId, userId: scope.userId }]),
  )
  const each = [...wanted.values()]
  const keys = each.length === 0 ? [] : await keyring.of(each)
  const users = new Map<string, Owned>()
  for (const [n, scope] of each.entries()) {
    users.set(nameOf(owners.seal(scope)), { scope, keys: nth(keys, n) })
  }
  return {
    of: (sealed) => users.get(nameOf(sealed)),
    beingForgotten: () =>
      [...users.values()].flatMap(({ scope, keys }) => (keys.length > 1 ? owners.seal(scope) : [])),
  }
}

/** The key of a generation; the newest if none is named. */
export function keyFor(keys: Keys, generation: number | undefined): UserKeys | undefined {
  return generation === undefined ? keys[0] : keys.find((each) => each.generation === generation)
}

/** The key that sealed a text, if it lives. */
export function keyThatSealed(keys: Keys, sealed: string): UserKeys | undefined {
  const generation = sealedUnder(sealed)
  return generation === null ? undefined : keyFor(keys, generation)
}

/** Asks under the pseudonym of a user, with the keys that open the user's content. */
export function within<T>(
  { owners, keyring }: Sealing,
  scope: Scope,
  ask: (sealed: Scope, keys: Keys) => Promise<T>,
): Promise<T> {
  // A query has ten such steps, and to await what is known would cost more than the rest of this.
  const held = keyring.held?.(scope)
  const sealed = owners.seal(scope)
  return held ? ask(sealed, held) : keyring.of([scope]).then(([keys = []]) => ask(sealed, keys))
}
