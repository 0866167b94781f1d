// A value under a namespace and a key, kept as a fact: its text is the value as JSON. Its scopes make it findable: one
// for all stored values, one for each beginning of its namespace, one for its place, and one of its own, so that two
// facts that read alike are not taken for one. Namespace and key stand beside it in full, because long names are hashed
// in scopes.
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

/** The limit of a scope, in UTF-16 units. */
const MAX_SCOPE = 64
const ATTRIBUTE = 'stored'
/** As many as one fact may supersede. */
const MAX_REPLACED = 20

/** The scope that a namespace and all below it share. */
export function scopeOf(namespace: readonly string[]): Promise<string> {
  return scopeNamed(JSON.stringify(['store', ...namespace]))
}

export function scopeOfPlace({ namespace, key }: Place): Promise<string> {
  return scopeNamed(JSON.stringify({ store: namespace, key }))
}

/** Deterministic, and short enough for a scope. */
export async function scopeNamed(text: string): Promise<string> {
  return text.length <= MAX_SCOPE ? text : `#${(await sha256(text)).slice(0, MAX_SCOPE - 4)}`
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

type Putting = Place & { value: object; known: readonly Stored[]; own: string }

/** `known`: the values in this place, the newest first; `own`: a text that no other fact has. */
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

/** Null for a fact that this file did not write. */
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
