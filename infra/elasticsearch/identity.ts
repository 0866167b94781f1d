// Whose a document is and how it is named: the owner leads every id and every query.
import { createHash } from 'node:crypto'
import type { Scope } from '../../schemas/identifiers.ts'

/**
 * One term that stands for a scope, by which documents are routed and found. Identifiers hold no slash, so no two
 * scopes share an owner.
 */
export function ownerOf({ appId, userId }: Scope): string {
  if (!isPart(appId) || !isPart(userId)) throw new TypeError('not the scope of a user')
  return `${appId}/${userId}`
}

/** What the owners of an app, and of no other, begin with. */
export function ownersOf(appId: string): string {
  return `${appId}/`
}

/** What sorts behind all owners of an app, and before those of every other app that sorts behind it. */
export function behindOwnersOf(appId: string): string {
  return `${appId}0`
}

export function scopeOf(owner: string): Scope {
  const [appId, userId] = owner.split('/')
  return { appId: appId!, userId: userId! }
}

/** The name under which a document is stored. Hashed, because a name may have 512 bytes and no more. */
export function documentId(kind: string, owner: string, id: string): string {
  if (typeof id !== 'string') throw new TypeError(`a ${kind} without an id`)
  return digest(JSON.stringify([kind, owner, id]))
}

/** Keys that are looked up are stored hashed: they may be long, and they repeat what a user said. */
export function keyOf(text: string): string {
  return digest(text)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 32)
}

function isPart(part: unknown): part is string {
  return typeof part === 'string' && part !== '' && !part.includes('/')
}
