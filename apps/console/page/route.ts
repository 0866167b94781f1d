// The user's location in the console, as the fragment of the address: it never leaves the browser, so no user's name
// gets into the log of a server or a proxy. Pure.
import { always, type Time } from './pure/times.ts'
import type { Scope } from './shapes.ts'

export const userViews = ['profile', 'time', 'ask', 'graph', 'sources', 'forget'] as const
export type UserView = (typeof userViews)[number]

export type Route =
  | { view: 'try' | 'pipeline' }
  | { view: 'users'; appId: string | null }
  | { view: UserView; scope: Scope; id: string | null; time: Time }

export function readRoute(fragment: string): Route {
  // A name holds no bare question mark: it is encoded.
  const [path = '', query = ''] = fragment.replace(/^#?\//, '').split('?')
  const [first, ...rest] = path.split('/').map(decoded)
  if (first === 'try' || first === 'pipeline') return { view: first }
  const [appId, userId, view = 'profile', id = null] = rest
  if (first !== 'user' || !appId || !userId) {
    return { view: 'users', appId: (first === 'users' && appId) || null }
  }
  const known = userViews.find((each) => each === view) ?? 'profile'
  return { view: known, scope: { appId, userId }, id, time: readTime(query) }
}

export function hrefOf(route: Route): string {
  if ('appId' in route) return fragment('users', route.appId)
  if (!('scope' in route)) return fragment(route.view)
  const { scope, view, id, time } = route
  return `${fragment('user', scope.appId, scope.userId, view, id)}${queryOf(time)}`
}

function fragment(...parts: (string | null)[]): string {
  const given = parts.filter((part) => part !== null)
  return `#/${given.map(encodeURIComponent).join('/')}`
}

export function userHref(
  scope: Scope,
  view: UserView = 'profile',
  { id = null, time = always }: { id?: string | null | undefined; time?: Time | undefined } = {},
): string {
  return hrefOf({ view, scope, id, time })
}

function readTime(query: string): Time {
  const given = new URLSearchParams(query)
  return { asOf: instantOf(given.get('asOf')), knownAt: instantOf(given.get('knownAt')) }
}

/** The instant in the API's form, from any form that a user may type. */
function instantOf(text: string | null): string | null {
  const at = Date.parse(text ?? '')
  return Number.isFinite(at) ? new Date(at).toISOString() : null
}

function queryOf({ asOf, knownAt }: Time): string {
  const given = new URLSearchParams()
  if (asOf !== null) given.set('asOf', asOf)
  if (knownAt !== null) given.set('knownAt', knownAt)
  const text = given.toString()
  return text === '' ? '' : `?${text}`
}

/** Identifies the user that a page belongs to: no two users share it. */
export function scopeKey({ appId, userId }: Scope): string {
  return JSON.stringify([appId, userId])
}

/** A typed fragment may be an invalid encoding. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
