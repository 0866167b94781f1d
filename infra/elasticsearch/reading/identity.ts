// Whose a document is and how it is named: the owner leads every id and every query.
import { createHash } from 'node:crypto'
import type { Scope } from '../../../schemas/identifiers.ts'
import { behindScopeNamesOf, scopeName, scopeNamesOf } from '../../../schemas/scope-name.ts'
import type { Query } from '../projection/fences/fence-query.ts'

/** One term that stands for a scope; documents are found by it. */
export function ownerOf({ appId, userId }: Scope): string {
  if (!isPart(appId) || !isPart(userId)) throw new TypeError('not the scope of a user')
  return scopeName({ appId, userId })
}

const PLAIN = /^[\w.:@|+=~-]+\/[\w.:@|+=~-]+$/

/**
 * The routing of a user's documents. It appears in URLs, where a comma separates two routings and 4 KB is the limit, so
 * only plain owners are their own routing.
 */
export function routingOf(owner: string): string {
  return PLAIN.test(owner) ? owner : digest(owner)
}

/** The owners of an app. The ends of a range may have at most a thousand bytes, as may a prefix. */
export function ownedIn(appId: string): Query {
  return { range: { owner: { gte: scopeNamesOf(appId), lt: behindScopeNamesOf(appId) } } }
}

/** The name under which a document is stored. Hashed, because a name may have at most 512 bytes. */
export function documentId(kind: string, owner: string, id: string): string {
  if (typeof id !== 'string') throw new TypeError(`a ${kind} without an id`)
  return digest(JSON.stringify([kind, owner, id]))
}

/** Keys for look-ups are stored hashed: they may be long, and they repeat what a user said. */
export function keyOf(text: string): string {
  return digest(text)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 32)
}

function isPart(part: unknown): part is string {
  return typeof part === 'string' && part !== ''
}
