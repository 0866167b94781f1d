// Identifiers: UUIDv7 for new things, UUIDv5 for things that follow from others, so that doing something twice gives
// the same id twice.
import { createHash } from 'node:crypto'
import { randomSmall } from '../random.ts'

/** RFC 9562, version 7: 48 bits of Unix milliseconds, then randomness. */
export function uuidV7(nowMs: number): string {
  const bytes = randomSmall(16)
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

/** 128 bits in base 36. */
const GIVEN_ID_CHARS = 25

/** The id of a given fact: its write's id in base 36, so that it names the write before the fact is read. */
export function givenIdOf(writeId: string): string {
  const bits = BigInt(`0x${writeId.replaceAll('-', '')}`)
  return bits.toString(36).padStart(GIVEN_ID_CHARS, '0')
}

/** The write that gave the fact with this id; null where the id is not that of a given fact. */
export function writeOfGiven(id: string): string | null {
  if (id.length !== GIVEN_ID_CHARS || !/^[0-9a-z]+$/.test(id)) return null
  let bits = 0n
  for (const digit of id) bits = bits * 36n + BigInt(Number.parseInt(digit, 36))
  const hex = bits.toString(16).padStart(32, '0')
  if (hex.length > 32) return null
  return hyphenated(hex)
}

function hyphenated(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

function format(bytes: Buffer, version: number): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | version, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return hyphenated(bytes.toString('hex'))
}
