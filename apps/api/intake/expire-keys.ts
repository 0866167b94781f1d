// How long idempotency keys count. The note that a key's write is durable is filed under the day of that write, which
// its id tells. Once a day of the writes, the notes of days long past are removed, with the markers that they are about;
// a request that meets such a marker before removes it.
import { z } from 'zod'
import {
  type ObjectStore,
  objectKey,
  type StoredObject,
} from '../../../infra/ports/object-store.ts'
import { timeOf } from '../../../infra/runtime/envelope/ids.ts'

/** README.md says it too. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000
/** No app can be called this: identifiers never begin with ~. */
const NOTES = '~idempotency-done'
const REMOVED_AT_ONCE = 200

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
/** The keys of durable writes of earlier days than this have expired. */
const firstKept = (now: Date) => dayOf(now.getTime() - KEPT_MS)

/**
 * Says that what the marker at `path` stands for is durable. It holds what its name says, because a store may list a
 * name that is too long for it in a form of its own.
 */
export function doneNote(path: string, resourceId: string): StoredObject {
  const [, ...ofApp] = path.split('/')
  const key = `${objectKey(NOTES, dayOf(timeOf(resourceId)))}/${ofApp.join('/')}~${resourceId}`
  return { key, body: Buffer.from(JSON.stringify({ path, resourceId })) }
}

const noted = z.strictObject({ path: z.string(), resourceId: z.string() })

/** The older form of these notes, which names no day. */
export const undatedNote = (path: string) => `${path}~done`

/** Whether a key that was used for one write has expired when another comes, if the first is durable. */
export function isExpired(resourceId: string, another: string): boolean {
  return dayOf(timeOf(resourceId)) < firstKept(new Date(timeOf(another)))
}

/** Removes an expired marker with its note. A marker that stands for a later write by now stays. */
export function removeExpired(
  objects: ObjectStore,
  { path, resourceId }: { path: string; resourceId: string },
): Promise<void> {
  return alone(objects, () => removeKeys(objects, [doneNote(path, resourceId).key]))
}

const removals = new WeakMap<ObjectStore, Promise<unknown>>()

/** One removal at a time, so that none removes a marker that came after another had removed the one that it saw. */
function alone<T>(objects: ObjectStore, remove: () => Promise<T>): Promise<T> {
  const removed = (removals.get(objects) ?? Promise.resolve()).then(remove)
  removals.set(
    objects,
    removed.catch(() => undefined),
  )
  return removed
}

/**
 * `now`: the time of a write in the log. Returns false if there may be more to remove.
 */
async function removeOldKeys(objects: ObjectStore, now: Date): Promise<boolean> {
  const kept = objectKey(NOTES, firstKept(now))
  const listed = await objects.list({ prefix: `${objectKey(NOTES)}/`, limit: REMOVED_AT_ONCE })
  const old = listed.filter((note) => note < kept)
  await removeKeys(objects, old)
  return old.length < REMOVED_AT_ONCE
}

/** A marker goes before its note, so that a removal that was interrupted is continued. */
async function removeKeys(objects: ObjectStore, notes: readonly string[]): Promise<void> {
  const paths = await Promise.all(notes.map((note) => markerOf(objects, note)))
  await objects.deleteMany(paths.flatMap((path) => (path ? [path, undatedNote(path)] : [])))
  await objects.deleteMany([...notes])
}

/** Null where the marker is gone, or the key stands for a later write since. */
async function markerOf(objects: ObjectStore, note: string): Promise<string | null> {
  const told = await objects.get(note)
  // Another process has removed it.
  if (!told) return null
  const { path, resourceId } = noted.parse(JSON.parse(Buffer.from(told).toString('utf8')))
  const marker = await objects.get(path)
  return marker && Buffer.from(marker).includes(`"${resourceId}"`) ? path : null
}

const expired = new WeakMap<ObjectStore, string>()

/** Call with the id of each write: removes old keys once a day, and with every write while there are more. */
export async function expireKeys(objects: ObjectStore, resourceId: string): Promise<void> {
  const now = new Date(timeOf(resourceId))
  const day = dayOf(now.getTime())
  const before = expired.get(objects) ?? ''
  if (day <= before) return
  expired.set(objects, day)
  // A failure is retried with the next write.
  const ended = await alone(objects, () => removeOldKeys(objects, now)).catch(() => false)
  if (!ended) expired.set(objects, before)
}
