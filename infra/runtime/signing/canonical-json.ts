// JSON in the one form in which it is signed (RFC 8785): keys in the order of their UTF-16 units, no white space, and
// numbers and strings as ECMAScript writes them. Pure.

/** Throws a TypeError for what has no such form: an infinite number, a lone surrogate, or no JSON at all. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) return canonicalObject(value)
  if (typeof value === 'string') return canonicalString(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  if (typeof value === 'boolean' || value === null) return String(value)
  throw new TypeError('not a JSON value')
}

function canonicalObject(value: object): string {
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${canonicalString(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}

function canonicalString(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('a string with a lone surrogate')
  return JSON.stringify(text)
}
