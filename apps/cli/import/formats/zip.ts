// Reads a ZIP archive: its files that are JSON, as text. As much of the format as exports of other memories use: no
// encryption, no parts, at most 4 GiB.
import { inflateRawSync } from 'node:zlib'
import { codeOf } from '../../../../infra/runtime/certain.ts'

/** What is wrong with an archive; never quotes it. */
export class InvalidZip extends Error {
  override readonly name = 'InvalidZip'
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const MAX_COMMENT_BYTES = 0xffff
const ENCRYPTED = 1
const [STORED, DEFLATED] = [0, 8]

export function isZip(bytes: Buffer): boolean {
  return bytes.length >= END_BYTES && bytes.readUInt32LE(0) === LOCAL
}

/** By name, in the order of the archive. `mostBytes`: of all texts together, because a small archive may hold any amount. */
export function jsonFilesIn(bytes: Buffer, mostBytes: number): Map<string, string> {
  const files = new Map<string, string>()
  let left = mostBytes
  for (const entry of entriesOf(bytes)) {
    if (!entry.name.endsWith('.json')) continue
    const content = contentOf(bytes, entry, left)
    left -= content.length
    files.set(entry.name, content.toString('utf8'))
  }
  return files
}

type Entry = { name: string; flags: number; method: number; packed: number; at: number }

function entriesOf(bytes: Buffer): Entry[] {
  const end = endOf(bytes)
  const entries: Entry[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    if (at + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw damaged()
    const nameEnd = at + ENTRY_BYTES + bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + ENTRY_BYTES, nameEnd),
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    })
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** The archive ends with its directory's place, and a comment. */
function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES)
  for (let at = bytes.length - END_BYTES; at >= first; at--) {
    if (bytes.readUInt32LE(at) === END) return at
  }
  throw damaged()
}

function contentOf(bytes: Buffer, { flags, method, packed, at }: Entry, most: number): Buffer {
  if (at + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(at) !== LOCAL) throw damaged()
  if (flags & ENCRYPTED) throw new InvalidZip('is encrypted')
  const start = at + LOCAL_BYTES + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const content = bytes.subarray(start, start + packed)
  if (content.length < packed) throw damaged()
  if (method === STORED && packed <= most) return content
  if (method !== DEFLATED || most <= 0)
    throw new InvalidZip('holds too much, or is packed in an unknown way')
  return inflated(content, most)
}

function inflated(content: Buffer, maxOutputLength: number): Buffer {
  try {
    return inflateRawSync(content, { maxOutputLength })
  } catch (error) {
    const isTooLarge = codeOf(error) === 'ERR_BUFFER_TOO_LARGE'
    throw isTooLarge ? new InvalidZip('holds too much') : damaged()
  }
}

function damaged(): InvalidZip {
  return new InvalidZip('is damaged')
}
