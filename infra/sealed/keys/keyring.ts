// The keys that open a user's part of the stores, for every living generation. Derived once and remembered while they
// are used and not destroyed; the key store is asked each time which generations live.
import type { Scope } from '../../../schemas/identifiers.ts'
import type { KeyStore } from '../../ports/key-store.ts'
import { type Bounded, createBounded } from '../../runtime/envelope/bounded.ts'
import { createUserKeys, type Opened, type UserKeys } from './user-keys.ts'

/** The keys of one user, the newest first; mostly one, none if there is nothing to open. */
export type Keys = readonly UserKeys[]

export type Keyring = {
  /** The keys of each user, in order. */
  of(scopes: readonly Scope[]): Promise<Keys[]>
}

const MOST_USERS = 2_000
/** About 10 MB. */
const MOST_OPENED = 10_000
/** The keys of a user whom no call asks for may be destroyed by then, and this process would not notice. */
const KEPT_MS = 60_000

export type KeyringOptions = {
  keys: Pick<KeyStore, 'generations' | 'get'>
  /** Milliseconds of a clock that never jumps. */
  now?: () => number
  /** Where what was opened is remembered. */
  opened?: Bounded<Opened>
}

type Held = Map<number, UserKeys>

export function createKeyring({
  keys,
  now = () => performance.now(),
  opened = createBounded(MOST_OPENED),
}: KeyringOptions): Keyring {
  let held = createBounded<Held>(MOST_USERS)
  let began = now()
  const heldOf = ({ appId, userId }: Scope): Held => {
    const name = `${appId.length} ${appId}${userId}`
    return held.get(name) ?? held.set(name, new Map())
  }
  /** All at once: keys that are still used are derived again. */
  const forgetSometimes = () => {
    if (now() - began < KEPT_MS) return
    began = now()
    held = createBounded<Held>(MOST_USERS)
    opened.clear()
  }
  const derive = async (scope: Scope, known: Held, generation: number) => {
    const key = await keys.get(scope, generation)
    if (!key) return null
    const derived = createUserKeys({ generation, key }, opened)
    known.set(generation, derived)
    return derived
  }
  return {
    of: async (scopes) => {
      forgetSometimes()
      const living = await keys.generations(scopes)
      const missing: Promise<void>[] = []
      // Its own list: a concurrent call with an older answer may drop keys from `known` that its answer does not list.
      const found = living.map((generations, n) => {
        const known = heldOf(scopes[n]!)
        if (dropDestroyed(known, generations)) opened.clear()
        const own = generations.map((generation) => known.get(generation) ?? null)
        for (const [at, generation] of generations.entries()) {
          if (own[at] !== null) continue
          const fill = async () => {
            own[at] = await derive(scopes[n]!, known, generation)
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

/** True if there was any. */
function dropDestroyed(known: Held, living: readonly number[]): boolean {
  const gone = [...known.keys()].filter((generation) => !living.includes(generation))
  for (const generation of gone) known.delete(generation)
  return gone.length > 0
}
