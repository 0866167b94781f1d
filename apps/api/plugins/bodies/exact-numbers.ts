// Numbers of a JSON body that no double holds: a whole one of twenty digits would be remembered with other digits, and
// one beyond the largest double as nothing. They stay as they were written, in a text. Fractions are rounded as
// everywhere, because many writers print more digits than they mean. Pure.
import { isRecord } from '../../../../infra/runtime/certain.ts'

/**
 * No other number changes when it is parsed: it has sixteen digits, or a power of three. What stands within quotes, as ids
 * do, seldom looks so, because a number follows a sign of JSON or a space; such a body is read once more for nothing.
 */
const MAY_CHANGE = /[:,[\s]-?\d(?:[\d.]{15}|[\d.]*[eE]\+?\d{3})/

/** Members whose form is the client's own. Elsewhere a number is refused as one. */
const OWN_FORM = ['data', 'metadata'] as const

/** `text`: what the body was parsed from. */
export function keepExact(body: unknown, text: string): void {
  // Without a byte order mark, which the parser of bodies leaves out too.
  if (MAY_CHANGE.test(text)) take(JSON.parse(text.replace(/^\ufeff/, ''), asWritten), body)
}

function asWritten(_: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  if (typeof value !== 'number') return value
  const isWhole = /^-?\d+$/.test(source)
  // JSON has no infinite number, so it would be written as null.
  return (isWhole && !Number.isSafeInteger(value)) || !Number.isFinite(value) ? source : value
}

function take(exact: unknown, body: unknown): void {
  if (!isRecord(exact) || !isRecord(body)) return
  for (const name of OWN_FORM) if (Object.hasOwn(exact, name)) body[name] = exact[name]
  const { writes } = exact
  if (!Array.isArray(writes) || !Array.isArray(body.writes)) return
  for (const [n, write] of body.writes.entries()) take(writes[n], write)
}
