// A value under a namespace and a key, kept as a fact: its text is the value as JSON. Its scopes are what it is found by:
// every stored value, each beginning of its namespace, its place, and one of its own, so that no two facts are taken for
// one because they read alike. Where it stands is written beside it in full, because long names are hashed in scopes.
import type { Fact } from './facts.ts'
import type { Item } from './vocabulary.ts'

export type Place = { namespace: readonly string[]; key: string }
export type Stored = {
  id: string
  namespace: string[]
  key: string
  value: Record<string, unknown>
  createdAt: string
  updatedAt: string
}

/** Of a scope, in UTF-16 units. */
const MAX_SCOPE = 64
const ATTRIBUTE = 'stored'
/** As many as one fact may take the place of. */
const MAX_REPLACED = 20

/** What a namespace and all below it have in common. */
export function scopeOf(namespace: readonly string[]): Promise<string> {
  return scopeNamed(JSON.stringify(['store', ...namespace]))
}

export function scopeOfPlace({ namespace, key }: Place): Promise<string> {
  return scopeNamed(JSON.stringify({ store: namespace, key }))
}

/** The same for the same text, and short enough for a scope. */
export async function scopeNamed(text: string): Promise<string> {
  return text.length <= MAX_SCOPE ? text : `#${(await sha256(text)).slice(0, MAX_SCOPE - 4)}`
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

type Putting = Place & { value: object; known: readonly Stored[]; own: string }

/** `known`: what stands there, the newest first; `own`: a text that no other fact has. */
export async function factOf({ namespace, key, value, known, own }: Putting): Promise<Fact> {
  const beginnings = [...namespace, ''].map((_, length) => scopeOf(namespace.slice(0, length)))
  const scopes = await Promise.all([...beginnings, scopeOfPlace({ namespace, key })])
  const createdAt = known[0]?.createdAt
  return {
    text: JSON.stringify(value),
    attribute: ATTRIBUTE,
    value: JSON.stringify({ namespace, key, createdAt }),
    scopes: [...scopes, own],
    supersedes: known.slice(0, MAX_REPLACED).map(({ id }) => id),
  }
}

/** Null for what this file has not written. */
export function storedIn({ id, content, createdAt, value: place }: Item): Stored | null {
  const at = parsed(place ?? '')
  const value = parsed(content)
  if (!isObject(at) || !isObject(value)) return null
  const { namespace, key, createdAt: first = createdAt } = at
  if (!isNames(namespace) || typeof key !== 'string' || typeof first !== 'string') return null
  return { id, namespace, key, value, createdAt: first, updatedAt: createdAt }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
