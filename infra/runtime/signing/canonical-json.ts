// JSON in one form. Signatures cover canonical JSON (RFC 8785): keys in the order of their UTF-16 units, no white
// space, and numbers and strings as ECMAScript writes them. Pure.
import { memberOf } from '../certain.ts'

/** Throws a TypeError for a value without such a form: an infinite number, a lone surrogate, or no JSON at all. */
export function canonicalJson(value: unknown): string {
  return written(value, (text) => {
    if (!text.isWellFormed()) throw new TypeError('a string with a lone surrogate')
    return JSON.stringify(text)
  })
}

/**
 * The same form, but lone surrogates, which clients may send, are allowed: for our own hashes, never for signatures.
 */
export function stableJson(value: unknown): string {
  return written(value, (text) => JSON.stringify(text))
}

function written(value: unknown, quoted: (text: string) => string): string {
  if (Array.isArray(value)) return `[${value.map((each) => written(each, quoted)).join(',')}]`
  if (typeof value === 'string') return quoted(value)
  if (Number.isFinite(value)) return JSON.stringify(value)
  if (typeof value === 'boolean' || value === null) return String(value)
  if (typeof value !== 'object') throw new TypeError('not a JSON value')
  const members = Object.keys(value)
    .sort()
    .map((name) => `${quoted(name)}:${written(memberOf(value, name), quoted)}`)
  return `{${members.join(',')}}`
}
