// Names of things in the graph. An owner is a user of an app, as one string; everything else that is looked up has
// an id of fixed length that is derived from the owner, so no look-up can reach another user's, and no name is too
// long for an index.
import { createHash } from 'node:crypto'
import type { Scope } from '../../schemas/identifiers.ts'

const ID_CHARS = 22

/** JSON, so that no two users' names can run into each other. */
export function ownerOf({ appId, userId }: Scope): string {
  return JSON.stringify([appId, userId])
}

/** 132 bits of SHA-256: of what kind, whose, and which. Throws where a part is no string. */
export function idOf(kind: string, scope: Scope, ...parts: readonly string[]): string {
  const named = [kind, scope.appId, scope.userId, ...parts]
  if (named.some((part) => typeof part !== 'string'))
    throw new TypeError(`a ${kind} without a name`)
  return createHash('sha256').update(JSON.stringify(named)).digest('base64url').slice(0, ID_CHARS)
}

export const factIdOf = (scope: Scope, factId: string) => idOf('fact', scope, factId)
export const entityIdOf = (scope: Scope, key: string) => idOf('entity', scope, key)
/** Entities of one folded name, of whatever type. */
export const nameIdOf = (scope: Scope, folded: string) => idOf('name', scope, folded)
/** Entities that have this as the longest word of their name. */
export const wordIdOf = (scope: Scope, word: string) => idOf('word', scope, word)
