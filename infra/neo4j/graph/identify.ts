// Names of things in the graph. An owner is a user of an app, as one string. Everything else that is looked up has an
// id of fixed length derived from the owner, so no look-up can reach another user's things, and no name is too long for
// an index.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Scope } from '../../../schemas/identifiers.ts'

const ID_CHARS = 22
const ownerParts = z.tuple([z.string(), z.string()])

/** JSON, so that two different users never get the same name. */
export function ownerOf({ appId, userId }: Scope): string {
  return JSON.stringify([appId, userId])
}

export function scopeNamed(owner: string): Scope {
  const [appId, userId] = ownerParts.parse(JSON.parse(owner))
  return { appId, userId }
}

/** 132 bits of SHA-256 over the kind, the owner, and the parts. Throws if a part is not a string. */
export function idOf(kind: string, scope: Scope, ...parts: readonly string[]): string {
  const named = [kind, scope.appId, scope.userId, ...parts]
  if (named.some((part) => typeof part !== 'string'))
    throw new TypeError(`a ${kind} without a name`)
  return createHash('sha256').update(JSON.stringify(named)).digest('base64url').slice(0, ID_CHARS)
}

export const factIdOf = (scope: Scope, factId: string) => idOf('fact', scope, factId)
export const entityIdOf = (scope: Scope, key: string) => idOf('entity', scope, key)
/** Names the entities that share a folded name, of any type. */
export const nameIdOf = (scope: Scope, folded: string) => idOf('name', scope, folded)
/** Names the entities whose name has this as its longest word. */
export const wordIdOf = (scope: Scope, word: string) => idOf('word', scope, word)
