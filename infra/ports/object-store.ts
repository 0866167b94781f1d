// The port to raw content: immutable objects by key. S3 is one; a SQLite file is another.
//
// Contract:
// - Once `putMany` has resolved, its objects survive the death of the process, and are on disk before any event that is
//   appended to the log afterwards. It never overwrites: where the key exists the old object stays and the answer says
//   `existed`.
// - `addMany` stores as durably, for keys that no other caller writes, and gives the keys to get and delete the objects
//   by: each is the key asked for, or begins with it and an `@`. A store that pays for each request may keep many
//   objects in one; `list` need not show these, so the caller that added them must keep the keys.
// - `deleteMany` removes every version of each object; a missing one is no error.
// - Keys are `/`-separated, every segment percent-encoded, so that `list` of a user's prefix shows no other user's.
export type StoredObject = { key: string; body: Uint8Array }

export interface ObjectStore {
  putMany(objects: readonly StoredObject[]): Promise<('created' | 'existed')[]>
  addMany(objects: readonly StoredObject[]): Promise<string[]>
  /** Null where there is no such object. */
  get(key: string): Promise<Uint8Array | null>
  deleteMany(keys: readonly string[]): Promise<number>
  /** Keys that start with `prefix`, in order, after `after`. */
  list(options: { prefix: string; after?: string; limit: number }): Promise<string[]>
  /** Throws where the store cannot be used. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * Creates the object. True where it holds these bytes afterwards: a client repeats a put whose answer was lost, and is
 * then told that the object exists.
 */
export async function putOwn(
  objects: Pick<ObjectStore, 'putMany' | 'get'>,
  object: StoredObject,
): Promise<boolean> {
  const [answer] = await objects.putMany([object])
  if (answer === 'created') return true
  const there = await objects.get(object.key)
  return there !== null && Buffer.compare(there, object.body) === 0
}

/** A key of percent-encoded segments: `objectKey('app', 'user', 'id')`. */
export function objectKey(...segments: readonly string[]): string {
  return segments.map(encodeURIComponent).join('/')
}

/** The key that the caller asked for, taken from one that `addMany` gave. */
export function askedKey(given: string): string {
  const at = given.indexOf('@')
  return at === -1 ? given : given.slice(0, at)
}
