// Identifiers: UUIDv7 for what is new, UUIDv5 for what follows from something else, so that doing a thing twice
// gives the same id twice.
import { createHash, randomBytes } from 'node:crypto'

/** RFC 9562, version 7: 48 bits of Unix milliseconds, then randomness. */
export function uuidV7(nowMs: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(nowMs, 0, 6)
  return format(bytes, 0x70)
}

/** Unix milliseconds at which an id of version 7 was made. */
export function timeOf(uuid: string): number {
  return Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)
}

/** RFC 9562, version 5 over SHA-1: the same namespace and name give the same id. */
export function derivedUuid(namespace: string, name: string): string {
  const hash = createHash('sha1')
  hash.update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
  hash.update(name)
  return format(hash.digest().subarray(0, 16), 0x50)
}

/**
 * A short id for items, unique within a user: 64 bits of SHA-256 in base 36, always 13 characters. Short, because
 * every item of a /retrieve answer spends its id from the caller's token budget.
 */
export function shortId(of: string): string {
  const bits = createHash('sha256').update(of).digest().readBigUInt64BE()
  return bits.toString(36).padStart(13, '0')
}

function format(bytes: Buffer, version: number): string {
  bytes[6] = (bytes[6]! & 0x0f) | version
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
