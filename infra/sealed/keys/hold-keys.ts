// Asks for a user's keys once for the steps of a query or of a decision: each step would ask again.
import type { Scope } from '../../../schemas/identifiers.ts'
import { nth } from '../../runtime/certain.ts'
import { type Keyring, type Keys, nameOf } from './keyring.ts'

type HeldKeyring = Required<Keyring> & {
  /** Asks again from now on: a key may have been destroyed. */
  letGo(): void
}

export type HoldOptions = {
  /** Zero: for a turn of the event loop. */
  forMs: number
  /** Milliseconds of a clock that never jumps. */
  now?: () => number
}

/** What is asked for a user, and the keys once they are known. */
type Answer = { asked: Promise<Keys[]>; keys: Keys | null }

/**
 * For a thread that only answers queries. It must neither make nor destroy keys: it would not see that it did. That a
 * user has no key is held for no longer than the question: the first write makes one.
 */
export function holdKeys(
  keyring: Keyring,
  { forMs, now = () => performance.now() }: HoldOptions,
): HeldKeyring {
  const held = new Map<string, Answer>()
  let heldSince = now()
  const letGo = () => held.clear()
  const begin = () => {
    heldSince = now()
    if (forMs === 0) whenTurnEnds(letGo)
  }
  const holdAnswer = (name: string, scope: Scope) => {
    if (held.size === 0) begin()
    const answer: Answer = { asked: keyring.of([scope]), keys: null }
    held.set(name, answer)
    const settle = (keys: Keys = []) => {
      if (keys.length > 0) answer.keys = keys
      else if (held.get(name) === answer) held.delete(name)
    }
    answer.asked.then(
      ([keys]) => settle(keys),
      () => settle(),
    )
    return answer
  }
  const find = (name: string) => {
    if (forMs > 0 && now() - heldSince >= forMs) letGo()
    return held.get(name)
  }
  return {
    letGo,
    held: (scope) => find(nameOf(scope))?.keys ?? null,
    of: (scopes) => {
      const [scope] = scopes
      if (!scope || scopes.length > 1) return keyring.of(scopes)
      const name = nameOf(scope)
      return (find(name) ?? holdAnswer(name, scope)).asked
    },
  }
}

/**
 * For a thread that also makes and destroys keys: what it was told last is known until the turn of the event loop ends,
 * or until it lets go because it has changed a key itself. To ask is always to ask again, because what is written is
 * sealed under a generation that another thread may just have made.
 */
export function knownInTurn(keyring: Keyring): HeldKeyring {
  const known = new Map<string, Keys>()
  let changes = 0
  const end = () => known.clear()
  return {
    letGo: () => {
      changes++
      end()
    },
    held: (scope) => known.get(nameOf(scope)) ?? null,
    of: async (scopes) => {
      const before = changes
      const found = await keyring.of(scopes)
      if (before !== changes) return found
      if (known.size === 0) whenTurnEnds(end)
      for (const [n, scope] of scopes.entries()) {
        const keys = nth(found, n)
        if (keys.length > 0) known.set(nameOf(scope), keys)
        else known.delete(nameOf(scope))
      }
      return found
    },
  }
}

/** When no promise is left that could continue: a tick that is asked for meanwhile comes after all of them. */
function whenTurnEnds(done: () => void): void {
  queueMicrotask(() => process.nextTick(done))
}
