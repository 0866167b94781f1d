// One pass over the bytes of a JSON body, before anything is built from it: how deep, how many values, how large a
// member. So the cost of a hostile body follows from its size alone. Does not check syntax: the parser does. Pure.

export type JsonLimits = {
  /** Nesting of objects and arrays. */
  depth: number
  /** Members and elements in the whole body; an object or array counts one more. */
  values: number
  /** Bytes of JSON of single members of the body, by name. Members of up to LARGE_BYTES are never refused. */
  memberBytes?: Readonly<Record<string, number>>
}

/** The member in which a limit is exceeded, or `body`; and the limit. Quotes nothing of the body but such a name. */
type JsonRefusal = { field: string; issue: string }

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** A member of the body: where its name is, and where its value starts (0: still reading the name). */
type Member = { nameStart: number; nameEnd: number; start: number }

/**
 * `refusal`: null if the body is within the limits. `members`: of all objects, as far as the body was read; `outer`:
 * those of the body itself.
 */
type Scan = { refusal: JsonRefusal | null; members: number; outer: number }

export function scanOf(bytes: Uint8Array, limits: JsonLimits): Scan {
  const member: Member = { nameStart: 0, nameEnd: 0, start: 0 }
  let depth = 0
  let values = 0
  let members = 0
  let outer = 0
  const refused = (refusal: JsonRefusal): Scan => ({ refusal, members, outer })
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (byte === QUOTE) {
      const start = i
      i = endOfString(bytes, start)
      if (member.start === 0) nameMember(member, start, i)
    } else if (byte === COLON) {
      members++
      if (depth === 1) {
        outer++
        member.start = i + 1
      }
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      values++
      if (++depth > limits.depth) {
        const issue = `must be nested at most ${limits.depth} deep`
        return refused({ field: fieldOf(bytes, member), issue })
      }
    } else if (byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (depth === 1) {
        const large = tooLarge({ bytes, member, end: i }, limits)
        if (large) return refused(large)
        member.start = 0
      }
      if (byte === COMMA) values++
      else depth--
    }
    if (values > limits.values) {
      const issue = `a body must hold at most ${limits.values} members and elements`
      return refused({ field: fieldOf(bytes, member), issue })
    }
  }
  return { refusal: null, members, outer }
}

function nameMember(member: Member, start: number, end: number): void {
  member.nameStart = start
  member.nameEnd = end
}

/** Bytes of a string that are examined one by one before the next quote is searched for. */
const STEP_BYTES = 64

/** The position of the closing quote; the end of the bytes if there is none. */
export function endOfString(bytes: Uint8Array, start: number): number {
  let i = start + 1
  for (;;) {
    const pause = Math.min(i + STEP_BYTES, bytes.length)
    for (; i < pause; i++) {
      const byte = bytes[i]
      if (byte === QUOTE) return i
      if (byte === BACKSLASH) i++
    }
    // Long strings are searched natively, which is several times as fast.
    const quote = bytes.indexOf(QUOTE, i)
    if (quote === -1) return bytes.length
    if (!isEscaped(bytes, quote)) return quote
    i = quote + 1
  }
}

/** A quote is escaped by an odd number of backslashes. */
function isEscaped(bytes: Uint8Array, quote: number): boolean {
  let backslashes = 0
  while (bytes[quote - backslashes - 1] === BACKSLASH) backslashes++
  return backslashes % 2 === 1
}

/** Smaller members are not looked up by name. */
const LARGE_BYTES = 4 * 1024

function tooLarge(
  { bytes, member, end }: { bytes: Uint8Array; member: Member; end: number },
  { memberBytes = {} }: JsonLimits,
): JsonRefusal | null {
  const size = end - member.start
  if (size <= LARGE_BYTES) return null
  const field = fieldOf(bytes, member)
  const most = (Object.hasOwn(memberBytes, field) ? memberBytes[field] : null) ?? size
  return size > most ? { field, issue: `must be at most ${most} bytes of JSON as sent` } : null
}

/** A longer name is not a known one, however it is escaped, and is not decoded. */
const MAX_NAME_BYTES = 200
const PLAIN_NAME = /^[A-Za-z]{1,32}$/

/** The plain name of the member whose value is being read, escaped or not; any other name gives `body`. */
function fieldOf(bytes: Uint8Array, { nameStart, nameEnd, start }: Member): string {
  if (start === 0 || nameEnd - nameStart > MAX_NAME_BYTES) return 'body'
  const quoted = Buffer.from(bytes.subarray(nameStart, nameEnd + 1)).toString('utf8')
  try {
    const name: string = JSON.parse(quoted)
    return PLAIN_NAME.test(name) ? name : 'body'
  } catch {
    return 'body'
  }
}
