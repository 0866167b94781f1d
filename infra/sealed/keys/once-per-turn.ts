// Asks for a user's keys once in a turn of the event loop, for a thread that only answers queries: the steps of a query
// follow each other within one turn, and each would ask again.
import type { Scope } from '../../../schemas/identifiers.ts'
import type { Keyring, Keys } from './keyring.ts'

/**
 * What arrives later, such as a query after a forget has answered, is a turn of its own and asks again. The thread must
 * neither make nor destroy keys: within a turn it would not see that it did.
 */
export function oncePerTurn(keyring: Keyring): Keyring {
  const asked = new Map<string, Promise<Keys[]>>()
  const ask = (name: string, scope: Scope) => {
    if (asked.size === 0) whenTurnEnds(() => asked.clear())
    const keys = keyring.of([scope])
    asked.set(name, keys)
    return keys
  }
  return {
    of: (scopes) => {
      const [scope] = scopes
      if (!scope || scopes.length > 1) return keyring.of(scopes)
      const name = `${scope.appId.length} ${scope.appId}${scope.userId}`
      return asked.get(name) ?? ask(name, scope)
    },
  }
}

/** When no promise is left that could continue: a tick that is asked for meanwhile comes after all of them. */
function whenTurnEnds(done: () => void): void {
  queueMicrotask(() => process.nextTick(done))
}
