// How the port's keys are named in a bucket. Almost always as they are, below the store's own prefix. But a key of S3
// ends at 1,024 bytes, servers over a file system make each segment a file name of at most 255, and two users' names of
// 256 characters can reach 1,536 once percent-encoded: so a long segment keeps its beginning and ends with a hash.
// Segments that percent-encoding allows but file names do not (the empty one, `.` and `..`) are spelt out. Pure.
import { createHash } from 'node:crypto'
import { lastOf } from '../../runtime/certain.ts'

const LONGEST = 200
const KEPT = 150

// Percent-encoding never produces `=`, so nothing else can look like a changed segment.
const HASHED = /^[^=]+=[\w-]{43}$/
const DOTS = /^=(\d)dots$/

export function storedKey(key: string): string {
  return key.split('/').map(storedSegment).join('/')
}

/** Whole segments as in keys; what follows the last `/` is the beginning of a segment. */
export function storedPrefix(prefix: string): string {
  const segments = prefix.split('/')
  const beginning = lastOf(segments)
  if (beginning.length > KEPT) throw new RangeError('a prefix this long must end with a /')
  return [...segments.slice(0, -1).map(storedSegment), beginning].join('/')
}

/** True if the key in the bucket does not contain the port's key by itself. */
export function isHashed(stored: string): boolean {
  return stored.split('/').some((segment) => HASHED.test(segment))
}

/** The port's key. Hashed segments are taken from the prefix that led to it; null if the prefix does not reach them. */
export function portKey(stored: string, prefix: string): string | null {
  const known = prefix.split('/').slice(0, -1)
  const segments = stored.split('/').map((segment, index) => known[index] ?? portSegment(segment))
  return segments.every((segment) => segment !== null) ? segments.join('/') : null
}

function storedSegment(segment: string): string {
  if (segment.length > LONGEST) {
    const hash = createHash('sha256').update(segment).digest('base64url')
    return `${segment.slice(0, KEPT)}=${hash}`
  }
  return /^\.{0,2}$/.test(segment) ? `=${segment.length}dots` : segment
}

function portSegment(segment: string): string | null {
  if (HASHED.test(segment)) return null
  const dots = DOTS.exec(segment)
  return dots ? '.'.repeat(Number(dots[1])) : segment
}
