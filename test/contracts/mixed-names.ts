// A log that names users now by their own ids and now by pseudonyms, whatever the type of the event: the conformance
// suite over it shows that callers see no difference.
import type { LogNames } from '../../infra/ports/rules/own-names.ts'
import { createOwners } from '../../infra/runtime/envelope/owners.ts'

const owners = createOwners(new Uint8Array(32))

export const mixedNames: LogNames = {
  stored: (event) => (isEven(event.id) ? { ...event, ...owners.seal(event) } : event),
  known: (event) => ({ ...event, ...owners.open(event) }),
  of: (scope) => [scope.userId, owners.seal(scope).userId],
}

function isEven(id: string): boolean {
  return Number.parseInt(id.slice(-1), 16) % 2 === 0
}
