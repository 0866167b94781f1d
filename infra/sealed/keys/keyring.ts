// The keys that open a user's part of the stores, for every living generation. Derived once and remembered while they
// are used and not destroyed; the key store is asked each time which generations live.
import type { Scope } from '../../../schemas/identifiers.ts'
import type { KeyStore } from '../../ports/key-store.ts'
import { getOrMake, nth } from '../../runtime/certain.ts'
import { type Bounded, createBounded } from '../../runtime/envelope/bounded.ts'
import { createUserKeys, dropOpened, type Opened, type UserKeys } from './user-keys.ts'

/** Tells users apart in memory; no store holds it. */
export function nameOf({ appId, userId }: Scope): string {
  return `${appId.length} ${appId}${userId}`
}

/** The keys of one user, the newest first; mostly one, none if there is nothing to open. */
export type Keys = readonly UserKeys[]

export type Keyring = {
  /** The keys of each user, in order. */
  of(scopes: readonly Scope[]): Promise<Keys[]>
  /** The keys of a user that are known without asking. */
  held?(scope: Scope): Keys | null
}

const MOST_USERS = 2_000
/** About 10 MB. */
const MOST_OPENED = 10_000
/** The keys of a user whom no call asks for may be destroyed, and this process would not notice: they go in a minute. */
const KEPT_MS = 50_000
const LOOKED_AT_MS = 10_000

type KeyringOptions = {
  keys: Pick<KeyStore, 'generations' | 'get'>
  /** Milliseconds of a clock that never jumps. */
  now?: () => number
  /** Where what was opened is remembered. */
  opened?: Bounded<Opened>
}

type Held = { keys: Map<number, UserKeys>; askedAt: number }

export function createKeyring({
  keys,
  now = () => performance.now(),
  opened = createBounded(MOST_OPENED),
}: KeyringOptions): Keyring {
  const held = createBounded<Held>(MOST_USERS)
  let lookedAt = now()
  const heldOf = (scope: Scope): Held['keys'] => {
    const user = getOrMake(held, nameOf(scope), () => ({ keys: new Map(), askedAt: 0 }))
    user.askedAt = now()
    lookLater()
    return user.keys
  }
  let timer: NodeJS.Timeout | null = null
  /** A process that is asked for nothing more keeps them no longer. */
  const lookLater = () => {
    if (timer) return
    timer = setTimeout(() => {
      timer = null
      dropUnused()
      if (held.size > 0) lookLater()
    }, KEPT_MS + LOOKED_AT_MS).unref()
  }
  const dropUnused = () => {
    if (now() - lookedAt < LOOKED_AT_MS) return
    lookedAt = now()
    const unused = held.dropOver(({ askedAt }) => lookedAt - askedAt >= KEPT_MS)
    dropOpened(
      opened,
      unused.flatMap((user) => [...user.keys.values()]),
    )
  }
  const derive = async (scope: Scope, known: Held['keys'], generation: number) => {
    const key = await keys.get(scope, generation)
    if (!key) return null
    const derived = createUserKeys({ generation, key }, opened)
    known.set(generation, derived)
    return derived
  }
  return {
    of: async (scopes) => {
      dropUnused()
      const living = await keys.generations(scopes)
      const missing: Promise<void>[] = []
      // Its own list: a concurrent call with an older answer may drop keys from `known` that its answer does not list.
      const found = living.map((generations, n) => {
        const known = heldOf(nth(scopes, n))
        dropOpened(opened, takeDestroyed(known, generations))
        const own = generations.map((generation) => known.get(generation) ?? null)
        for (const [at, generation] of generations.entries()) {
          if (own[at] !== null) continue
          const fill = async () => {
            own[at] = await derive(nth(scopes, n), known, generation)
          }
          missing.push(fill())
        }
        return own
      })
      if (missing.length > 0) await Promise.all(missing)
      return found.map((own) => own.filter((key) => key !== null))
    },
  }
}

function takeDestroyed(known: Held['keys'], living: readonly number[]): UserKeys[] {
  const gone = [...known.values()].filter(({ generation }) => !living.includes(generation))
  for (const { generation } of gone) known.delete(generation)
  return gone
}
