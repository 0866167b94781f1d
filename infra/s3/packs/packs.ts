// Many objects in one: objects that are added together are one object of the bucket, a pack, because servers charge by
// the request. Packs are never changed: a deleted object is left out of the pack's next revision, and the earlier
// revisions are deleted (README.md).
import { randomUUID } from 'node:crypto'
import type { StoredObject } from '../../ports/object-store.ts'
import { firstOf } from '../../runtime/certain.ts'
import { inParallel } from '../../runtime/in-parallel.ts'
import { createKeptPacks } from './kept-packs.ts'
import {
  common,
  firstRevision,
  isPacked,
  laterRevision,
  layOut,
  type Packed,
  packedAt,
  readEntry,
  revisionsOf,
  without,
} from './pack-layout.ts'

/** What packs need of the bucket: objects by their stored key. */
export type PackBucket = {
  create(key: string, body: Uint8Array): Promise<'created' | 'existed'>
  get(key: string): Promise<Uint8Array | null>
  list(prefix: string): Promise<string[]>
  deleteMany(keys: readonly string[]): Promise<unknown>
}

type Packs = {
  /** Stores them in one request; returns the keys to read them by. */
  add(objects: readonly StoredObject[]): Promise<string[]>
  get(key: string): Promise<Uint8Array | null>
  /** Returns how many were there. */
  deleteMany(keys: readonly string[]): Promise<number>
}

/** How many packs are processed at a time while objects are deleted. */
const PARALLEL_PACKS = 32
const ATTEMPTS = 32
const EMPTY_LISTS = 3
const CHANGES = 'a pack is changed by others all the time'

export function createPacks(bucket: PackBucket): Packs {
  const kept = createKeptPacks()
  const read = (pack: string) =>
    kept.get(pack, async () => (await newest(bucket, pack))?.body ?? null)
  return {
    add: async (objects) => {
      const pack = randomUUID()
      const { body, keys } = layOut(pack, objects)
      await bucket.create(firstRevision(pack), body)
      return keys
    },
    get: async (key) => {
      const at = packedAt(key)
      const body = await read(at.pack)
      return body && readEntry(body, at)
    },
    deleteMany: async (keys) => {
      const byPack = Map.groupBy(keys.filter(isPacked).map(packedAt), ({ pack }) => pack)
      const done = await inParallel([...byPack], PARALLEL_PACKS, async ([pack, entries]) => {
        const left = await leaveOut(bucket, pack, entries)
        kept.drop(pack)
        return left
      })
      await bucket.deleteMany(done.flatMap(({ obsolete }) => obsolete))
      // Another call may have read a revision that was about to be deleted.
      for (const pack of byPack.keys()) kept.drop(pack)
      return done.reduce((sum, { removed }) => sum + removed, 0)
    },
  }
}

type Merged = { names: readonly string[]; body: Uint8Array }

/**
 * Makes a revision without the entries. `obsolete`: the revisions that it was made from, which are still to be deleted.
 * Another process may do the same at the same time: the one that sees both revisions makes one of them.
 */
async function leaveOut(
  bucket: PackBucket,
  pack: string,
  entries: readonly Packed[],
): Promise<{ removed: number; obsolete: readonly string[] }> {
  let removed = 0
  let found: Merged | null = await newest(bucket, pack)
  for (let attempt = 0; found && attempt < ATTEMPTS; attempt++) {
    const { names } = found
    const left = without(found.body, entries)
    removed = Math.max(removed, left.removed)
    const isLeftOut = names.length === 1 && left.removed === 0
    const own = isLeftOut ? firstOf(names) : laterRevision(pack, left.body)
    if (!isLeftOut) await bucket.create(own, left.body)
    const obsolete = names.filter((name) => name !== own)
    const others = await bucket.list(revisionsOf(pack))
    if (others.every((name) => name === own || names.includes(name))) return { removed, obsolete }
    found = await merged(bucket, pack)
  }
  if (found) throw new Error(CHANGES)
  return { removed, obsolete: [] }
}

/** The first revision is nearly always the only one. If there is another, the first is gone or about to go. */
async function newest(bucket: PackBucket, pack: string): Promise<Merged | null> {
  const first = firstRevision(pack)
  const body = await bucket.get(first)
  return body ? { names: [first], body } : merged(bucket, pack)
}

/**
 * What all revisions have in common. A list is no picture of one moment on every server: it may miss what is created
 * while it is made, and so miss all. A pack always has a revision, so a list of none is asked for again.
 */
async function merged(bucket: PackBucket, pack: string): Promise<Merged | null> {
  let lists = 0
  for (let empty = 0; empty < EMPTY_LISTS; ) {
    const names = await bucket.list(revisionsOf(pack))
    const bodies = await Promise.all(names.map((name) => bucket.get(name)))
    const [one, ...more] = bodies.filter((body) => body !== null)
    // A revision that is gone has been replaced by another, which says more.
    if (one && more.length === names.length - 1) return { names, body: common([one, ...more]) }
    if (names.length === 0) empty++
    if (++lists === ATTEMPTS) throw new Error(CHANGES)
  }
  return null
}
