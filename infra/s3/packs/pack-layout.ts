// How objects lie in a pack, and how they are addressed. In a pack each object is a mark and its bytes; a deleted one
// is zeros of the same length, so that the others stay where they are. A key says where its object lies:
// `app/user/1/id@<pack>.<offset>.<length>`. Pure.
import { createHash } from 'node:crypto'
import { askedKey, type StoredObject } from '../../ports/object-store.ts'
import { lastOf, present } from '../../runtime/certain.ts'

export type Packed = { pack: string; offset: number; length: number }

const THERE = 1
const MARK_BYTES = 1
const ADDRESS = /@([0-9a-f-]{36})\.(\d+)\.(\d+)$/
/** Percent-encoding never produces `=`, so no key of the port has this name. */
const FOLDER = '=packs'
const DIGEST_DIGITS = 32

/** A large object gains little from a pack, and a reader of another object in the pack would have to read it too. */
const LARGE_BYTES = 64 * 1024
const PACK_BYTES = 1024 * 1024

/** Which objects go together, as indices: small ones fill packs, a large one is alone. */
export function inPacks(objects: readonly StoredObject[]): number[][] {
  const alone: number[][] = []
  const packs: number[][] = []
  let room = 0
  for (const [index, { body }] of objects.entries()) {
    if (body.length > LARGE_BYTES) {
      alone.push([index])
      continue
    }
    if (packs.length === 0 || body.length > room) {
      packs.push([])
      room = PACK_BYTES
    }
    lastOf(packs).push(index)
    room -= body.length
  }
  return [...packs, ...alone]
}

export function isPacked(key: string): boolean {
  return ADDRESS.test(key)
}

/** Throws if the key is not a packed object's. */
export function packedAt(key: string): Packed {
  const [, pack, offset, length] = present(ADDRESS.exec(key), 'address of a packed object')
  return { pack: present(pack, 'pack'), offset: Number(offset), length: Number(length) }
}

/** The body of a pack, and the keys of what lies in it. */
export function layOut(
  pack: string,
  objects: readonly StoredObject[],
): { body: Uint8Array; keys: string[] } {
  const parts: Uint8Array[] = []
  let offset = 0
  const keys = objects.map(({ key, body }) => {
    parts.push(Uint8Array.of(THERE), body)
    const address = `${askedKey(key)}@${pack}.${offset}.${body.length}`
    offset += MARK_BYTES + body.length
    return address
  })
  return { body: Buffer.concat(parts), keys }
}

/** Null if it was deleted. */
export function readEntry(pack: Uint8Array, { offset, length }: Packed): Uint8Array | null {
  const from = offset + MARK_BYTES
  if (pack[offset] !== THERE || pack.length < from + length) return null
  return pack.subarray(from, from + length)
}

/** The pack with zeros in place of the entries; empty if nothing is left in it. */
export function without(
  pack: Uint8Array,
  entries: readonly Packed[],
): { body: Uint8Array; removed: number } {
  const body = Uint8Array.from(pack)
  let removed = 0
  for (const entry of entries) {
    if (!readEntry(body, entry)) continue
    body.fill(0, entry.offset, entry.offset + MARK_BYTES + entry.length)
    removed++
  }
  const isEmpty = body.every((byte) => byte === 0)
  return { body: isEmpty ? new Uint8Array(0) : body, removed }
}

/** What is in all of the revisions: an object that is deleted in one of them is deleted. */
export function common([first, ...others]: readonly [Uint8Array, ...Uint8Array[]]): Uint8Array {
  if (others.length === 0) return first
  const body = Uint8Array.from(first)
  for (const other of others) {
    for (let at = 0; at < body.length; at++) body[at]! &= other[at] ?? 0
  }
  return body
}

/** The beginning of the names of all revisions of a pack in the bucket. */
export function revisionsOf(pack: string): string {
  return `${FOLDER}/${pack}/`
}

export function firstRevision(pack: string): string {
  return `${revisionsOf(pack)}000000`
}

/** Equal bodies have one name, so that those who delete the same at the same time make one revision. */
export function laterRevision(pack: string, body: Uint8Array): string {
  const digest = createHash('sha256').update(body).digest('hex')
  return `${revisionsOf(pack)}${digest.slice(0, DIGEST_DIGITS)}`
}
