// The keys that open a user's part of the stores: of every generation that lives. Derived once and remembered for as long
// as they are used and not destroyed; which generations live is asked of the key store each time.
import type { Scope } from '../../schemas/identifiers.ts'
import type { KeyStore } from '../ports/key-store.ts'
import { createBounded } from './bounded.ts'
import { createUserKeys, type UserKeys } from './user-keys.ts'

/** Of one user, the newest first; mostly one, none where there is nothing to open. */
export type Keys = readonly UserKeys[]

export type Keyring = {
  /** Of each, in order. */
  of(scopes: readonly Scope[]): Promise<Keys[]>
  /** What a user's things are sealed under where nothing says which generation: it is made where there is none. */
  current(scopes: readonly Scope[]): Promise<UserKeys[]>
}

const MOST_USERS = 2_000
/** About 10 MB. */
const MOST_OPENED = 10_000
/** Keys of who is not asked for any more may be destroyed by then, and nobody would notice. */
const KEPT_MS = 60_000

export type KeyringOptions = {
  keys: Pick<KeyStore, 'generations' | 'get' | 'current'>
  /** Milliseconds of a clock that never jumps. */
  now?: () => number
}

type Held = Map<number, UserKeys>

export function createKeyring({ keys, now = () => performance.now() }: KeyringOptions): Keyring {
  let held = createBounded<Held>(MOST_USERS)
  let began = now()
  const opened = createBounded<string>(MOST_OPENED)
  const heldOf = ({ appId, userId }: Scope): Held => {
    const name = `${appId.length} ${appId}${userId}`
    return held.get(name) ?? held.set(name, new Map())
  }
  /** All at once: of who is still asked for they are derived again. */
  const forgetSometimes = () => {
    if (now() - began < KEPT_MS) return
    began = now()
    held = createBounded<Held>(MOST_USERS)
    opened.clear()
  }
  const derive = async (scope: Scope, known: Held, generation: number) => {
    const key = await keys.get(scope, generation)
    if (key) known.set(generation, createUserKeys({ generation, key }, opened))
  }
  return {
    of: async (scopes) => {
      forgetSometimes()
      const living = await keys.generations(scopes)
      const users = scopes.map(heldOf)
      const missing: Promise<void>[] = []
      for (const [n, known] of users.entries()) {
        if (dropDestroyed(known, living[n]!)) opened.clear()
        for (const generation of living[n]!) {
          if (!known.has(generation)) missing.push(derive(scopes[n]!, known, generation))
        }
      }
      if (missing.length > 0) await Promise.all(missing)
      return users.map((known, n) => living[n]!.flatMap((each) => known.get(each) ?? []))
    },
    current: async (scopes) => {
      const made = await keys.current(scopes)
      return made.map((key, n) => {
        const known = heldOf(scopes[n]!)
        const keysOf = known.get(key.generation) ?? createUserKeys(key, opened)
        known.set(key.generation, keysOf)
        return keysOf
      })
    },
  }
}

/** True where there was any. */
function dropDestroyed(known: Held, living: readonly number[]): boolean {
  const gone = [...known.keys()].filter((generation) => !living.includes(generation))
  for (const generation of gone) known.delete(generation)
  return gone.length > 0
}
