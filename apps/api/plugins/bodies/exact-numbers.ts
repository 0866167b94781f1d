// Numbers of a JSON body that no double holds: a whole one of twenty digits would be remembered with other digits, and
// one beyond the largest double as nothing. They stay as they were written, in a text. Fractions are rounded as
// everywhere, because many writers print more digits than they mean. Pure.
import { isRecord } from '../../../../infra/runtime/certain.ts'

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

const WITHIN = new Set(Buffer.from('+-.eE'))
const EXPONENT = new Set(Buffer.from('eE'))
const LARGEST_SAFE = Buffer.from(String(Number.MAX_SAFE_INTEGER))
/** Before the point, of the largest double. */
const LARGEST_DIGITS = 309

/** The end of the number whose first digit is at `start`, and whether the parser would change it. */
export function readNumber(bytes: Uint8Array, start: number): { end: number; isLong: boolean } {
  let end = start
  while (isDigit(bytes[end])) end++
  const digits = end - start
  let hasExponent = false
  for (let byte = bytes[end]; byte !== undefined; byte = bytes[++end]) {
    if (!isDigit(byte) && !WITHIN.has(byte)) break
    hasExponent ||= EXPONENT.has(byte)
  }
  const isWhole = end === start + digits
  if (isWhole) return { end, isLong: digits >= LARGEST_SAFE.length && isUnsafe(bytes, start, end) }
  const isLong = (hasExponent || digits >= LARGEST_DIGITS) && isInfinite(bytes, start, end)
  return { end, isLong }
}

/** Valid JSON starts no number of several digits with 0. */
function isUnsafe(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start > LARGEST_SAFE.length || LARGEST_SAFE.compare(bytes, start, end) < 0
}

/** JSON has no such number, so it would be written as null. */
function isInfinite(bytes: Uint8Array, start: number, end: number): boolean {
  const written = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start)
  return Number(written.toString('latin1')) === Number.POSITIVE_INFINITY
}

/** Members whose form is the client's own. Elsewhere a number is refused as one. */
const OWN_FORM = ['data', 'metadata'] as const

/** `bytes`: of the body; `long`: where each number starts and ends that was changed when it was parsed. */
export function keepExact(body: unknown, bytes: Uint8Array, long: readonly number[]): void {
  if (long.length > 0) take(parseExact(bytes, long), body)
}

function take(exact: unknown, body: unknown): void {
  if (!isRecord(exact) || !isRecord(body)) return
  for (const name of OWN_FORM) if (Object.hasOwn(exact, name)) body[name] = exact[name]
  const { writes } = exact
  if (!Array.isArray(writes) || !Array.isArray(body.writes)) return
  for (const [n, write] of body.writes.entries()) take(writes[n], write)
}

const QUOTE = Buffer.from('"')

function parseExact(bytes: Uint8Array, long: readonly number[]): unknown {
  const quoted = Buffer.alloc(bytes.length + long.length)
  let [from, to] = [0, 0]
  for (const at of long) {
    quoted.set(bytes.subarray(from, at), to)
    quoted.set(QUOTE, to + at - from)
    to += at - from + 1
    from = at
  }
  quoted.set(bytes.subarray(from), to)
  // Leaves out a byte order mark, as the parser of bodies does.
  return JSON.parse(new TextDecoder().decode(quoted))
}
