// One name for a user of an app, by which memory, queues and stores tell users apart. Plain identifiers are not
// encoded, so that names that were stored before identifiers could be any text stay the same.
import type { Scope } from './identifiers.ts'

/** No two users share a name: the first `/` is always the one between app and user. */
export function scopeName({ appId, userId }: Scope): string {
  return `${scopeNamesOf(appId)}${userId}`
}

/** The prefix that the names of an app's users share, and no other name has. */
export function scopeNamesOf(appId: string): string {
  return `${partOf(appId)}/`
}

/** Sorts after the names of an app's users, and before the names of every app that sorts after them. */
export function behindScopeNamesOf(appId: string): string {
  return `${partOf(appId)}0`
}

export function scopeNamed(name: string): Scope {
  const at = name.indexOf('/')
  return { appId: decodeURIComponent(name.slice(0, at)), userId: name.slice(at + 1) }
}

function partOf(appId: string): string {
  return appId.replace(/[%/]/g, encodeURIComponent)
}
