// Asks for a user's keys once for the steps of a query, for a thread that only answers queries: each step would ask
// again.
import type { Scope } from '../../../schemas/identifiers.ts'
import type { Keyring, Keys } from './keyring.ts'

export type HeldKeyring = Keyring & {
  /** Asks again from now on: a key may have been destroyed. */
  letGo(): void
}

export type HoldOptions = {
  /** Zero: for a turn of the event loop. */
  forMs: number
  /** Milliseconds of a clock that never jumps. */
  now?: () => number
}

/**
 * The thread must neither make nor destroy keys: it would not see that it did. That a user has no key is held for no
 * longer than the question: the first write makes one.
 */
export function holdKeys(
  keyring: Keyring,
  { forMs, now = () => performance.now() }: HoldOptions,
): HeldKeyring {
  const held = new Map<string, Promise<Keys[]>>()
  let heldSince = now()
  const letGo = () => held.clear()
  const begin = () => {
    heldSince = now()
    if (forMs === 0) whenTurnEnds(letGo)
  }
  const ask = async (name: string, scope: Scope) => {
    let found: Keys[] = []
    try {
      found = await keyring.of([scope])
      return found
    } finally {
      if (!found[0]?.length) held.delete(name)
    }
  }
  const holdAnswer = (name: string, scope: Scope) => {
    if (held.size === 0) begin()
    const answer = ask(name, scope)
    held.set(name, answer)
    return answer
  }
  return {
    letGo,
    of: (scopes) => {
      const [scope] = scopes
      if (!scope || scopes.length > 1) return keyring.of(scopes)
      if (forMs > 0 && now() - heldSince >= forMs) letGo()
      const name = `${scope.appId.length} ${scope.appId}${scope.userId}`
      return held.get(name) ?? holdAnswer(name, scope)
    },
  }
}

/** When no promise is left that could continue: a tick that is asked for meanwhile comes after all of them. */
function whenTurnEnds(done: () => void): void {
  queueMicrotask(() => process.nextTick(done))
}
