// Many objects in one: objects that are added together are one object of the bucket, a pack, because servers charge by
// the request. Packs are never changed: a deleted object is left out of the pack's next revision, and the earlier
// revisions are deleted (README.md).
import { randomUUID } from 'node:crypto'
import type { StoredObject } from '../../ports/object-store.ts'
import { inParallel } from '../parallel.ts'
import { createKeptPacks } from './kept-packs.ts'
import {
  isPacked,
  layOut,
  type Packed,
  packedAt,
  readEntry,
  revisionName,
  revisionOf,
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
const ATTEMPTS = 8

export function createPacks(bucket: PackBucket): Packs {
  const kept = createKeptPacks()
  const read = (pack: string) =>
    kept.get(pack, async () => (await newest(bucket, pack))?.body ?? null)
  return {
    add: async (objects) => {
      const pack = randomUUID()
      const { body, keys } = layOut(pack, objects)
      await bucket.create(revisionName(pack, 0), body)
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

/** Makes the revision without the entries. `obsolete`: the earlier revisions, which are still to be deleted. */
async function leaveOut(
  bucket: PackBucket,
  pack: string,
  entries: readonly Packed[],
): Promise<{ removed: number; obsolete: string[] }> {
  let removed = 0
  let found = await newest(bucket, pack)
  for (let attempt = 0; found && attempt < ATTEMPTS; attempt++) {
    const left = without(found.body, entries)
    if (left.removed === 0) return { removed, obsolete: await below(bucket, pack, found.revision) }
    const revision = found.revision + 1
    if ((await bucket.create(revisionName(pack, revision), left.body)) === 'created') {
      removed = left.removed
      const names = await bucket.list(revisionName(pack, ''))
      const last = Math.max(...names.map(revisionOf))
      if (last === revision) return { removed, obsolete: names.filter(isBelow(revision)) }
      // Another process had continued from a revision of this number, and deleted it.
    }
    // Another process changed this pack first: this one starts again from what the other left.
    found = await newestListed(bucket, pack)
  }
  if (found) throw new Error('a pack is changed by others all the time')
  return { removed, obsolete: [] }
}

type Revision = { revision: number; body: Uint8Array }

/** The first revision is nearly always the only one. If there is another, the first is gone or about to go. */
async function newest(bucket: PackBucket, pack: string): Promise<Revision | null> {
  const body = await bucket.get(revisionName(pack, 0))
  return body ? { revision: 0, body } : newestListed(bucket, pack)
}

async function newestListed(bucket: PackBucket, pack: string): Promise<Revision | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const names = await bucket.list(revisionName(pack, ''))
    if (names.length === 0) return null
    const revision = Math.max(...names.map(revisionOf))
    const body = await bucket.get(revisionName(pack, revision))
    if (body) return { revision, body }
  }
  return null
}

async function below(bucket: PackBucket, pack: string, revision: number): Promise<string[]> {
  return (await bucket.list(revisionName(pack, ''))).filter(isBelow(revision))
}

const isBelow = (revision: number) => (name: string) => revisionOf(name) < revision
