// One name for a user of an app, by which memory, queues and stores tell users apart. Plain identifiers stand in it as
// they are, so that names that were stored before identifiers could be any text stay what they were.
import type { Scope } from './identifiers.ts'

/** No two users share a name: the first `/` is always the one between app and user. */
export function scopeName({ appId, userId }: Scope): string {
  return `${scopeNamesOf(appId)}${userId}`
}

/** What the names of an app's users, and of nobody else, begin with. */
export function scopeNamesOf(appId: string): string {
  return `${partOf(appId)}/`
}

/** What sorts behind the names of an app's users, and before those of every other app that sorts behind them. */
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
